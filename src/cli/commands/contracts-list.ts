import { loadRules } from '../../domains/load-rules.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { json, table } from '../terminal.ts';

/** `assay contracts list`: one line a contract. */
export const run: Run<OwnFolders & { readonly json?: boolean }> = async (
  _operands,
  options,
  { terminal },
) => {
  const contracts = (await loadRules(options.contracts)).contracts.list();
  terminal.out(
    options.json
      ? json(contracts.map(({ contract: { kind, id, title }, digest }) => ({ kind, id, title, digest })))
      : table(contracts.map(({ contract: { kind, id, title } }) => [`${kind.padEnd(10)}  ${id}`, title])),
  );
  return EXIT.certified;
};
