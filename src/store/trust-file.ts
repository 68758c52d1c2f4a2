import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { digestOf } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';
import { readIfThere, replaceDurably } from './files.ts';
import type { Statements } from './sqlite/statements.ts';

/** The newest trust root as a file of its own, for checks that need no store. */
export function trustFile(folder: string): string {
  return join(folder, 'assay-trust.json');
}

/**
 * Writes the newest trust root to its file where it is missing or an older version. Never the other way round: the
 * write lock is held meanwhile, and content that this store did not publish is left alone and refused.
 *
 * @throws AssayError STORE_CORRUPT when the file holds something else
 */
export function refreshTrustFile(folder: string, database: Database, statements: Statements): void {
  const path = trustFile(folder);
  const isNewest = () => {
    const present = readIfThere(path);
    return present !== undefined && digestOf(present) === statements.newestTrustRoot.get()?.envelopeDigest;
  };
  if (isNewest()) return;
  database.transaction(() => replaceOlder(path, statements)).immediate();
}

function replaceOlder(path: string, statements: Statements): void {
  const versions = statements.trustRoots.all();
  const newest = versions.at(-1);
  if (newest === undefined || digestOf(newest.envelope) !== newest.envelopeDigest) {
    throw new AssayError('STORE_CORRUPT', 'the trust root in the database is missing or damaged', {
      at: path,
      next: 'restore the data folder from a backup',
    });
  }
  const present = readIfThere(path);
  if (present !== undefined) {
    const digest = digestOf(present);
    if (digest === newest.envelopeDigest) return;
    if (!versions.some((version) => version.envelopeDigest === digest)) {
      throw new AssayError(
        'STORE_CORRUPT',
        'the trust root beside the database is none that this store published',
        {
          at: path,
          next: 'if the database came from a backup, restore a newer one; if the file was edited, delete it and it is written again',
        },
      );
    }
  }
  replaceDurably(path, newest.envelope, 0o644);
}
