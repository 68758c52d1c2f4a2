import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { AssayError } from '../errors.ts';
import { inFolder } from './failure.ts';
import { makeFolder } from './folder.ts';
import { makePrivateFile } from './sqlite/connection.ts';

/** Empty; a service locks it. Nothing else here may open it: closing it would drop the lock of this process (POSIX fcntl). */
const FILE = 'service.lock';

/**
 * Makes a data folder this service's, and gives what lets it go; makes the folder where it is missing. Whatever ends this
 * process ends its hold: it is an exclusive transaction on a database of its own, whose lock the operating system takes back
 * (Node.js has no lock of files, SQLite has). The database of the folder is not locked by it: commands go on using that.
 *
 * @throws AssayError STORE_BUSY at once where another service holds the folder, in this process or another one; the other
 *   STORE_ codes where the file cannot be used
 */
export function holdFolder(path: string): () => void {
  const folder = resolve(path);
  return inFolder(folder, () => {
    makeFolder(folder);
    const file = join(folder, FILE);
    makePrivateFile(file);
    const lock = new Sqlite(file, { fileMustExist: true, timeout: 0 });
    try {
      // No journal beside it: nothing is ever written.
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw isBusy(error) ? held(folder) : error;
    }
    // And whoever may call this keeps the connection from being closed as garbage.
    return () => void lock.close();
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function held(folder: string): AssayError {
  return new AssayError('STORE_BUSY', 'another service serves this data folder', {
    at: folder,
    next: 'use that one, end it, or name another folder with --data',
  });
}
