import { CommanderError } from 'commander';
import { AssayError } from '../errors.ts';
import type { Surroundings } from './command.ts';
import { EXIT, type Exit } from './exit.ts';
import { commandLine } from './program.ts';
import { errorJson, errorLine, json, printable, processTerminal } from './terminal.ts';

/**
 * Runs the command line.
 *
 * @param argv what stands behind the program's name.
 * @returns the exit code; never throws.
 */
export async function main(
  argv: readonly string[],
  surroundings: Surroundings = { terminal: processTerminal, environment: process.env },
): Promise<Exit> {
  let exit: Exit = EXIT.certified;
  const program = commandLine(async (load, operands, options) => {
    const run = await load();
    exit = await run(operands, options, surroundings);
  }, surroundings.terminal);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    return report(error, argv.includes('--json'), surroundings);
  }
}

function report(failure: unknown, asJson: boolean, { terminal }: Surroundings): Exit {
  const error = failure instanceof CommanderError ? usageError(failure) : failure;
  if (error === undefined) return EXIT.certified;
  if (error instanceof AssayError) {
    terminal.err(`${errorLine(error)}\n`);
    if (asJson) terminal.out(json({ error: errorJson(error) }));
    return error.exit;
  }
  const name = error instanceof Error ? error.name : 'unknown error';
  const message = error instanceof Error ? error.message : '';
  terminal.err(
    `assay crashed: ${printable(`${name}: ${message}`)}; please report this with the command you ran\n`,
  );
  return EXIT.crash;
}

/** What commander found wrong with the words of a command; `undefined` where it only showed help or the version. */
function usageError({ exitCode, code, message }: CommanderError): AssayError | undefined {
  if (exitCode === 0) return undefined;
  const what = code === 'commander.help' ? 'there is no command' : message.replace(/^error: /, '');
  return new AssayError('USAGE', what.replaceAll('\n', ' '), { next: '`assay --help` shows the commands' });
}
