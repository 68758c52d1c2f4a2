import { existsSync } from 'node:fs';
import { isDigest } from '../canonical/digest.ts';
import type { TrustRoot } from '../certificate/trust-root.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { CheckerRegistry } from '../checking/registry.ts';
import { AssayError } from '../errors.ts';
import { currentTrustRoot } from '../services/instance.ts';
import { databaseFile, openFolderReadOnly } from '../store/folder.ts';

/** A checker by id or identity. */
export function findChecker(checkers: CheckerRegistry, name: string): CheckerProgram {
  const program = isDigest(name) ? checkers.byIdentity(name) : checkers.byId(name);
  if (program === undefined) {
    throw new AssayError('CHECKER_UNKNOWN', 'no checker of this id or identity is installed', {
      next: '`assay checkers list` shows what is',
    });
  }
  return program;
}

/** What a data folder says of checkers; `undefined` where there is no data folder. Makes nothing. */
export async function readPermissions(
  folder: string,
): Promise<((program: CheckerProgram) => string) | undefined> {
  if (!existsSync(databaseFile(folder))) return undefined;
  const { store } = await openFolderReadOnly(folder);
  try {
    const trust = await currentTrustRoot(store);
    return (program) => permissionText(program, trust);
  } finally {
    await store.close();
  }
}

function permissionText({ identity }: CheckerProgram, trust: TrustRoot): string {
  if (trust.revocation('checker', identity) !== undefined) return 'revoked';
  const { authorisations, defaults } = trust.content;
  if (!authorisations.some(({ checker, until }) => checker === identity && until === null))
    return 'not authorised';
  return defaults.some(({ checker }) => checker === identity) ? 'authorised, default' : 'authorised';
}
