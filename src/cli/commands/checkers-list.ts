import { loadAllCheckers } from '../../services/checkers.ts';
import { readPermissions } from '../checkers.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { dataFolder } from '../settings.ts';
import { json, table } from '../terminal.ts';

/** `assay checkers list`: what is installed, and what the data folder, if there is one, authorises. */
export const run: Run<OwnFolders & { readonly data?: string; readonly json?: boolean }> = async (
  _operands,
  options,
  { terminal, environment },
) => {
  const { all: checkers } = await loadAllCheckers(options.checkers);
  const permission = await readPermissions(dataFolder(options.data, environment), options.contracts);
  const rows = checkers.list().map((program) => ({
    id: program.manifest.id,
    version: program.manifest.version,
    claim: program.manifest.claim,
    identity: program.identity,
    ...(permission === undefined ? {} : { permission: permission(program) }),
  }));
  terminal.out(
    options.json
      ? json(rows)
      : table(
          rows.map(({ id, version, claim, identity, permission: may }) => [
            `${id} ${version}`,
            [`decides ${claim}`, may, identity].filter((part) => part !== undefined).join('; '),
          ]),
        ),
  );
  return EXIT.certified;
};
