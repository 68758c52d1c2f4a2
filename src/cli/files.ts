import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { JsonValue } from '../canonical/json.ts';
import { AssayError } from '../errors.ts';
import { DOCUMENT_FILE_LIMITS, readJsonFile, unreadable } from './json-file.ts';

/** Reads the files a handoff names, which lie in its folder. */
export function readBeside(handoffPath: string): (file: string) => Promise<CanonicalBytes> {
  return async (file) => readJsonFile(await resolveInside(handoffPath, file), DOCUMENT_FILE_LIMITS, file);
}

/**
 * Where a file named in a handoff lies, followed through links: always inside the handoff's own folder.
 *
 * @throws AssayError `FILE_OUTSIDE_FOLDER` or `FILE_UNREADABLE`.
 */
async function resolveInside(handoffPath: string, file: string): Promise<string> {
  const outside = new AssayError('FILE_OUTSIDE_FOLDER', 'the file lies outside the folder of the handoff', {
    at: file,
    next: 'put the file beside the handoff and name it by a relative path',
  });
  if (isAbsolute(file) || file.includes('\0')) throw outside;
  const folder = await realpath(dirname(resolve(handoffPath))).catch((error) => {
    throw unreadable(handoffPath, error);
  });
  const lexical = resolve(folder, file);
  if (!isInside(folder, lexical)) throw outside;
  const path = await realpath(lexical).catch((error) => {
    throw unreadable(file, error);
  });
  if (!isInside(folder, path)) throw outside;
  return path;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Reads a file and what `prepare` makes of it; its errors name the file. */
export async function readDocumentFile<T>(
  file: string,
  prepare: (value: JsonValue) => T,
  limits = DOCUMENT_FILE_LIMITS,
): Promise<T> {
  const { value } = readJsonFile(file, limits);
  try {
    return prepare(value);
  } catch (error) {
    throw error instanceof AssayError ? error.inFile(file) : error;
  }
}

/**
 * Writes a file whole or not at all: what stood there before stays until the new content is durable.
 *
 * @param next what to do where that fails.
 * @throws AssayError `OUTPUT_UNWRITABLE`.
 */
export async function writeFileWhole(
  path: string,
  bytes: Uint8Array,
  next = 'make room or name another file',
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw new AssayError('OUTPUT_UNWRITABLE', `the file cannot be written (${code ?? 'unknown reason'})`, {
      at: path,
      next,
    });
  }
}
