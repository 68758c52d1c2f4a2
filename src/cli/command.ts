import type { OptionValues } from 'commander';
import type { Exit } from './exit.ts';
import type { Environment } from './settings.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given: where it writes, and the environment it may read. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly environment: Environment;
}

/** What a command does, given its operands and options; throws `AssayError` for what it cannot do. */
export type Run<Options = OptionValues> = (
  operands: readonly string[],
  options: Options,
  surroundings: Surroundings,
) => Promise<Exit>;
