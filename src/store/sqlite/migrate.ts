import type { Database } from 'better-sqlite3';
import { AssayError } from '../../errors.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Marks the file as ours (`PRAGMA application_id`): the ASCII codes of "Assy". */
export const APPLICATION_ID = 0x41737379;

/**
 * Brings the database to the version of this program (`PRAGMA user_version`), all steps in one
 * transaction under the write lock; a second process waits and then finds nothing to do.
 * Throws `STORE_NEWER` for a database of a later program, `STORE_CORRUPT` for one that is not ours or
 * whose rows would refer to nothing afterwards.
 */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(database, migrations.length) === migrations.length) return;
  // Off, because dropping a table that is rebuilt deletes its rows, which would fail or, with a cascade,
  // take the child rows along. It cannot be switched inside a transaction.
  database.pragma('foreign_keys = OFF');
  try {
    database.transaction(() => run(database, migrations)).immediate();
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

/**
 * For readers: whether the tables are there; false where first use was cut off before it made them.
 *
 * @throws AssayError STORE_UNAVAILABLE for a database that {@link migrate} would have to change
 */
export function hasTables(database: Database): boolean {
  const version = versionOf(database, MIGRATIONS.length);
  if (version === 0 || version === MIGRATIONS.length) return version !== 0;
  throw new AssayError('STORE_UNAVAILABLE', 'the store was written by an earlier version of Assay', {
    at: database.name,
    next: 'run a command that writes to it once (assay certify, assay checkers authorise): that brings it up to date',
  });
}

function run(database: Database, migrations: readonly string[]): void {
  const version = versionOf(database, migrations.length);
  if (version === migrations.length) return;
  for (const sql of migrations.slice(version)) database.exec(sql);
  if (database.prepare('PRAGMA foreign_key_check').all().length > 0) {
    throw new AssayError('STORE_CORRUPT', 'rows of the store refer to others that are not there', {
      at: database.name,
      next: 'nothing was changed; restore the data folder from a backup',
    });
  }
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${migrations.length}`);
}

function versionOf(database: Database, known: number): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  const application = Number(database.pragma('application_id', { simple: true }));
  const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  const fresh = version === 0 && application === 0 && tables === 0;
  if (!fresh && (application !== APPLICATION_ID || version < 1)) {
    throw new AssayError('STORE_CORRUPT', 'the database is not one of Assay', {
      at: database.name,
      next: 'name another data folder with --data, or restore this one from a backup',
    });
  }
  if (version > known) {
    throw new AssayError('STORE_NEWER', 'the store was written by a later version of Assay', {
      at: database.name,
      next: 'use that version or a later one; nothing was changed',
    });
  }
  return version;
}
