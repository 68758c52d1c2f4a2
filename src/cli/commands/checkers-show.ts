import { loadAllCheckers, requireChecker } from '../../services/checkers.ts';
import { readPermissions } from '../checkers.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { dataFolder } from '../settings.ts';
import { json, table } from '../terminal.ts';

/** `assay checkers show ID`: what it decides, how, within which limits, and the exact bytes it is. */
export const run: Run<OwnFolders & { readonly data?: string; readonly json?: boolean }> = async (
  [id = ''],
  options,
  { terminal, environment },
) => {
  const program = requireChecker(id, (await loadAllCheckers(options.checkers)).all);
  const permissions = await readPermissions(dataFolder(options.data, environment), options.contracts);
  const permission = permissions?.(program);
  const { manifest, identity, manifestBytes, programs } = program;
  const digests = Object.fromEntries([...programs].map(([path, { digest }]) => [path, digest]));
  if (options.json) {
    terminal.out(
      json({
        identity,
        manifest: manifestBytes.value,
        programs: digests,
        ...(permission === undefined ? {} : { permission }),
      }),
    );
    return EXIT.certified;
  }
  terminal.out(
    table([
      [manifest.id, `${manifest.version}: ${manifest.title}`],
      ['decides', manifest.claim],
      ['replays', manifest.covers.join(', ') || 'no transform: each stays an open obligation'],
      ['method', manifest.method],
      ['arithmetic', manifest.arithmetic],
      ...Object.entries(manifest.limits).map(([name, limit]): [string, string] => [name, String(limit)]),
      ['identity', identity],
      ...Object.entries(digests).map(([path, digest]): [string, string] => [path, digest]),
      ...(permission === undefined ? [] : [['permission', permission] as const]),
    ]),
  );
  return EXIT.certified;
};
