import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The database in a data folder. */
export function databaseFile(folder: string): string {
  return join(folder, 'assay.sqlite');
}

/**
 * Writes a file so that after a crash or a power cut it has its old content or all of the new. The temporary file
 * beside it has one fixed name: callers hold the store's write lock.
 */
export function replaceDurably(path: string, content: string | Uint8Array, mode: number): void {
  const temporary = `${path}.tmp`;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** The file's bytes; undefined where there is none. */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes what was created, renamed or removed in the folder durable. */
export function syncFolder(path: string): void {
  // Windows cannot sync a folder, and needs no such call.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
