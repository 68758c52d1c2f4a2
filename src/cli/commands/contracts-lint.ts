import { fillContracts } from '../../contracts/fill.ts';
import { AssayError } from '../../errors.ts';
import { BUILT_IN_CONTRACTS } from '../../installation.ts';
import { lint } from '../../services/lint.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { errorJson, errorLine, json, printable } from '../terminal.ts';

interface Options extends OwnFolders {
  readonly fill?: boolean;
  readonly json?: boolean;
}

/** `assay contracts lint [DIR…]`: every fault of the folders, or of the built-in contracts; with --fill their digests first. */
export const run: Run<Options> = async (folders, options, { terminal }) => {
  const builtIn = folders.length === 0;
  const linted = builtIn ? [BUILT_IN_CONTRACTS] : folders;
  const beside = builtIn ? [] : [BUILT_IN_CONTRACTS, ...(options.contracts ?? [])];
  const written: string[] = [];
  if (options.fill) {
    if (builtIn) throw new AssayError('USAGE', '--fill writes: name the folder');
    for (const folder of folders) written.push(...(await fillContracts(folder, beside)));
  }
  const { contracts, faults } = await lint(linted, beside);
  if (options.json) {
    terminal.out(json({ contracts, written, faults: faults.map(errorJson) }));
  } else {
    const lines = [
      ...written.map((file) => `filled ${printable(file)}`),
      ...faults.map(errorLine),
      faults.length === 0 ? `${contracts} contracts are sound` : `${faults.length} faults`,
    ];
    terminal.out(`${lines.join('\n')}\n`);
  }
  return faults.length === 0 ? EXIT.certified : EXIT.unusable;
};
