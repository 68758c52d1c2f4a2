import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from './files.ts';

/**
 * The newest signed checkpoint as a file outside the database. A database that lost its end (an old copy put back, its
 * write-ahead log deleted) looks whole from inside; going on from there would sign a second root for a size that
 * bundles already carry.
 */
export function checkpointFile(folder: string): string {
  return join(folder, 'checkpoint');
}

/** Notes a checkpoint that is durable in the database. Not synced: it guards against lost files, not lost power. */
export function noteCheckpoint(folder: string, note: string): void {
  const path = checkpointFile(folder);
  // One name per process: another one may be noting its own checkpoint.
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, note, { mode: 0o644 });
    renameSync(temporary, path);
  } catch {
    // The certificate is kept and acknowledged already. An older file only guards less.
  }
}

/** The checkpoint noted last; undefined where there is none, or one that a power cut left empty. */
export function notedCheckpoint(folder: string): string | undefined {
  const bytes = readIfThere(checkpointFile(folder));
  return bytes === undefined || bytes.length === 0 ? undefined : new TextDecoder().decode(bytes);
}
