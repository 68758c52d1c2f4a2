import { loadContracts } from '../../contracts/load.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { json, table } from '../terminal.ts';

/** `assay contracts list`: one line a contract. */
export const run: Run<{ readonly json?: boolean }> = async (_operands, options, { terminal }) => {
  const contracts = (await loadContracts()).list();
  terminal.out(
    options.json
      ? json(contracts.map(({ contract: { kind, id, title }, digest }) => ({ kind, id, title, digest })))
      : table(contracts.map(({ contract: { kind, id, title } }) => [`${kind.padEnd(10)}  ${id}`, title])),
  );
  return EXIT.certified;
};
