import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckerProgram } from '../program.ts';

/** The program files of one run, in a folder of its own that nobody else may look into. */
export interface PrivateCopy {
  readonly folder: string;
  /** Of the program that is started. */
  readonly main: string;
  readonly remove: () => void;
}

/**
 * Writes the very bytes that were hashed when the checker was loaded: what runs is what the identity names, whatever has
 * become of the files since. One copy for each run, since a program runs as the user it is copied by and could change it.
 *
 * Synchronous on purpose: a file that a process starting meanwhile inherits open for writing cannot be executed (ETXTBSY),
 * and processes are started by this thread alone.
 *
 * @throws an error of the file system.
 */
export function makePrivateCopy({ programs }: Pick<CheckerProgram, 'programs'>): PrivateCopy {
  const folder = mkdtempSync(join(tmpdir(), 'assay-checker-'));
  const remove = () => removeFolder(folder);
  try {
    const files = [...programs].map(([path, { bytes }]) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { flag: 'wx', mode: 0o500 });
      return file;
    });
    const [main = ''] = files;
    chmodSync(folder, 0o500);
    return { folder, main, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** What cannot be removed is left: it holds only copies, and the run is over. */
function removeFolder(folder: string): void {
  try {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}
