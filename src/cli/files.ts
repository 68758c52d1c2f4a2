import { constants } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { type CanonicalBytes, type Limits, parse } from '../canonical/canonical.ts';
import type { JsonValue } from '../canonical/json.ts';
import { INLINE_LIMITS } from '../canonical/limits.ts';
import { AssayError } from '../errors.ts';

const MEBIBYTE = 1024 * 1024;

/** A document in a file has the limits of one that stands in a handoff. */
export const DOCUMENT_FILE_LIMITS: Limits = INLINE_LIMITS;

/**
 * Reads and parses one JSON file. Its size is looked at before its content, and never more is read.
 *
 * @param name what the user called the file; errors say where they are by it.
 * @throws AssayError `FILE_UNREADABLE`, `DOCUMENT_SIZE`, or what the strict parser refuses.
 */
export async function readJsonFile(path: string, limits: Limits, name = path): Promise<CanonicalBytes> {
  const bytes = await readBoundedFile(path, limits.bytes, name);
  try {
    return parse(bytes, limits);
  } catch (error) {
    throw error instanceof AssayError ? error.inFile(name) : error;
  }
}

/** Opened without blocking: a named pipe that nobody writes to must not hang the command. */
async function readBoundedFile(path: string, limit: number, name: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      throw unreadable(name, error);
    },
  );
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new AssayError('FILE_UNREADABLE', 'is not a regular file', { at: name });
    if (status.size > limit) throw tooLarge(name, limit);
    const bytes = new Uint8Array(status.size);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    throw error instanceof AssayError ? error : unreadable(name, error as NodeJS.ErrnoException);
  } finally {
    await file.close();
  }
}

function tooLarge(name: string, limit: number): AssayError {
  return new AssayError('DOCUMENT_SIZE', `the file is larger than ${limit / MEBIBYTE} MiB`, { at: name });
}

/** The error for a file that the system does not let us read. */
export function unreadable(name: string | undefined, { code }: NodeJS.ErrnoException): AssayError {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EISDIR: 'is a folder, not a file',
    EACCES: 'may not be read by this user',
  };
  return new AssayError(
    'FILE_UNREADABLE',
    reasons[code ?? ''] ?? `cannot be read (${code ?? 'unknown reason'})`,
    { at: name },
  );
}

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
  const { value } = await readJsonFile(file, limits);
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
