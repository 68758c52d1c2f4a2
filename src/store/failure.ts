import { accessSync, constants } from 'node:fs';
import { SqliteError } from 'better-sqlite3';
import { AssayError, type ErrorCode } from '../errors.ts';

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next: string;
}

const FULL: Failure = {
  code: 'STORE_FULL',
  message: 'the disk of the data folder is full; what was being written was not kept',
  next: 'free space there, then run the command again',
};
const READ_ONLY: Failure = {
  code: 'STORE_READ_ONLY',
  message: 'the data folder cannot be written; nothing was kept',
  next: 'make it writable for this user, or name another one with --data',
};
const BUSY: Failure = {
  code: 'STORE_BUSY',
  message: 'another process held the store for too long; nothing was kept',
  next: 'wait until it has finished, then run the command again',
};
const CORRUPT: Failure = {
  code: 'STORE_CORRUPT',
  message: 'the database of the data folder is damaged',
  next: 'restore the data folder from a backup; do not delete the database alone, its log would fork',
};
const UNAVAILABLE: Failure = {
  code: 'STORE_UNAVAILABLE',
  message: 'the data folder cannot be used',
  next: 'check that it is a folder on a working disk, and who may open it',
};

/** Primary result codes of SQLite and errno names of Node. An extended code such as SQLITE_BUSY_SNAPSHOT follows its primary one. */
const FAILURES: Readonly<Record<string, Failure>> = {
  SQLITE_FULL: FULL,
  // The shared-memory file of the write-ahead log could not grow.
  SQLITE_IOERR_SHMSIZE: FULL,
  ENOSPC: FULL,
  EDQUOT: FULL,
  SQLITE_READONLY: READ_ONLY,
  SQLITE_PERM: READ_ONLY,
  EROFS: READ_ONLY,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_PROTOCOL: BUSY,
  SQLITE_CORRUPT: CORRUPT,
  SQLITE_NOTADB: CORRUPT,
  SQLITE_FORMAT: CORRUPT,
  // Our statements are fixed and tested, so this is a file format or a table that is not as we made it.
  SQLITE_ERROR: CORRUPT,
  SQLITE_CANTOPEN: UNAVAILABLE,
  SQLITE_IOERR: UNAVAILABLE,
  ENOTDIR: UNAVAILABLE,
  EEXIST: UNAVAILABLE,
  EISDIR: UNAVAILABLE,
  ENOENT: UNAVAILABLE,
  EIO: UNAVAILABLE,
};

/** An engine's or the file system's error in our words, with the folder (or the file in it); any other error as it is. */
export function asStoreFailure(error: unknown, folder: string): unknown {
  if (error instanceof AssayError && error.code === 'STORE_CORRUPT' && error.at === undefined) {
    return error.within(folder);
  }
  const failure = failureOf(error, folder);
  if (failure === undefined) return error;
  return new AssayError(failure.code, failure.message, { at: folder, next: failure.next, cause: error });
}

/** Runs `work`; what SQLite or the file system throws there is thrown in our words. */
export function inFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStoreFailure(error, folder);
  }
}

/** The store contradicts itself: bytes that lost their digest, a row that must be there and is not. */
export function corrupt(message: string, at?: string): AssayError {
  return new AssayError('STORE_CORRUPT', message, { at, next: CORRUPT.next });
}

function failureOf(error: unknown, folder: string): Failure | undefined {
  if (error instanceof AssayError || !(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  // Without the files of its write-ahead log, which it cannot make there, SQLite says no more than this.
  if (code.startsWith('SQLITE_CANTOPEN') && !isWritable(folder)) return READ_ONLY;
  const known = FAILURES[code];
  if (known !== undefined || !(error instanceof SqliteError)) return known;
  return FAILURES[code.split('_').slice(0, 2).join('_')];
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
