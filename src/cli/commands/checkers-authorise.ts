import { loadRules } from '../../domains/load-rules.ts';
import { AssayError } from '../../errors.ts';
import { authorise, builtInPermissions, permissionFor } from '../../services/authorise.ts';
import { loadAllCheckers, requireChecker } from '../../services/checkers.ts';
import { openInstance } from '../../services/open.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { dataFolder } from '../settings.ts';
import { json, table } from '../terminal.ts';

interface Options extends OwnFolders {
  readonly builtin?: boolean;
  readonly default?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** `assay checkers authorise ID|--builtin [--default]`: signs the next trust root and logs it. */
export const run: Run<Options> = async ([id], options, { terminal, environment }) => {
  if ((id === undefined) === (options.builtin !== true)) {
    throw new AssayError('USAGE', 'name one checker, or all that come with this version by --builtin', {
      next: '`assay checkers list` shows them',
    });
  }
  const [rules, checkers] = await Promise.all([
    loadRules(options.contracts),
    loadAllCheckers(options.checkers),
  ]);
  const makeDefault = options.default ?? false;
  const permissions =
    id === undefined
      ? builtInPermissions(checkers.builtIn, rules.contracts, makeDefault)
      : [permissionFor(requireChecker(id, checkers.all), rules.contracts, makeDefault)];
  const instance = await openInstance({ data: dataFolder(options.data, environment), workers: 1, rules });
  try {
    const published = await authorise(permissions, instance);
    const version = published?.version ?? (await instance.store.trustRoot()).version;
    const report = { changed: published !== null, version, log_index: published?.logIndex ?? null };
    terminal.out(
      options.json
        ? json(report)
        : table([
            [
              published === null ? 'unchanged' : 'authorised',
              `trust root version ${version}${published === null ? ' says so already' : ` stands at entry ${published.logIndex} of the log`}`,
            ],
          ]),
    );
    return EXIT.certified;
  } finally {
    await instance.close();
  }
};
