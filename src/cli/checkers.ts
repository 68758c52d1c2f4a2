import { existsSync } from 'node:fs';
import type { CheckerProgram } from '../checking/program.ts';
import { loadContracts } from '../contracts/load.ts';
import { BUILT_IN_CONTRACTS } from '../installation.ts';
import { currentTrustRoot } from '../services/instance.ts';
import { type CheckerPermission, permissionOf } from '../services/permission.ts';
import { databaseFile } from '../store/files.ts';
import { openFolderReadOnly } from '../store/folder.ts';

/**
 * What a data folder says of checkers; `undefined` where there is no data folder. Makes nothing.
 *
 * @param own folders of contracts, beside those of this installation.
 */
export async function readPermissions(
  folder: string,
  own: readonly string[] = [],
): Promise<((program: CheckerProgram) => string) | undefined> {
  if (!existsSync(databaseFile(folder))) return undefined;
  const contracts = await loadContracts([BUILT_IN_CONTRACTS, ...own]);
  const { store } = await openFolderReadOnly(folder);
  try {
    const trust = await currentTrustRoot(store);
    return (program) => permissionText(permissionOf(program, contracts, trust, store.tenant));
  } finally {
    await store.close();
  }
}

function permissionText({ hasClaim, authorised, default: isDefault, revoked }: CheckerPermission): string {
  if (revoked) return 'revoked';
  if (!hasClaim) return 'its claim is not among the contracts';
  if (!authorised) return 'not authorised';
  return isDefault ? 'authorised, default' : 'authorised';
}
