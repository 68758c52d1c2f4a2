import { closeSync, existsSync, openSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { AssayError } from '../../errors.ts';

/** How long a writer waits for another process's transaction, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

const FULL = 2;

/**
 * Opens the database for writing and makes the file (mode 0600) where it is missing.
 * What it does afterwards is durable at each COMMIT: write-ahead log with `synchronous=FULL`.
 */
export function openForWriting(file: string, busyTimeout = BUSY_TIMEOUT): Database {
  makePrivateFile(file);
  const database = new Sqlite(file, { fileMustExist: true, timeout: busyTimeout });
  try {
    useWriteAheadLog(database, busyTimeout);
    // better-sqlite3 is built to fall back to NORMAL in WAL mode unless it is set on each connection.
    database.pragma('synchronous = FULL');
    // A savepoint keeps the old pages of what it changes. In a file that was half of all writes of a group commit.
    database.pragma('temp_store = MEMORY');
    // 16 MiB of write-ahead log instead of 4: pages that a hundred certificates change are copied back a quarter as often.
    database.pragma('wal_autocheckpoint = 4096');
    harden(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens an existing database for queries only. Not with SQLite's read-only flag: a read-only connection
 * leaves the files of the write-ahead log behind when it closes, this one clears them away.
 */
export function openForReading(file: string, busyTimeout = BUSY_TIMEOUT): Database {
  const database = new Sqlite(file, { fileMustExist: true, timeout: busyTimeout });
  try {
    database.pragma('query_only = ON');
    harden(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws unless this connection syncs at each commit. Called inside a transaction, after its writes. */
export function requireDurable(database: Database): void {
  if (database.pragma('synchronous', { simple: true }) === FULL) return;
  throw new AssayError('STORE_UNAVAILABLE', 'the database would not sync what it commits; nothing was kept', {
    at: database.name,
    next: 'report this with the version of better-sqlite3: it is a fault of the program',
  });
}

function harden(database: Database): void {
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
}

/**
 * Makes the file so that it is private from its first moment. Only where it is missing: closing any other
 * descriptor of a database drops the locks this process holds on it (POSIX fcntl).
 */
export function makePrivateFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Switching to WAL needs the file for itself and does not wait for it, so two first users try in turns. */
function useWriteAheadLog(database: Database, busyTimeout: number): void {
  const deadline = Date.now() + busyTimeout;
  for (;;) {
    try {
      if (database.pragma('journal_mode = WAL', { simple: true }) === 'wal') return;
      throw new AssayError(
        'STORE_UNAVAILABLE',
        'the file system of the data folder cannot hold a write-ahead log',
        {
          at: database.name,
          next: 'use a data folder on a local disk',
        },
      );
    } catch (error) {
      const busy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || Date.now() > deadline) throw error;
      pause(5);
    }
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
