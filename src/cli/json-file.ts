import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type CanonicalBytes, type Limits, parse } from '../canonical/canonical.ts';
import { INLINE_LIMITS } from '../canonical/limits.ts';
import { AssayError } from '../errors.ts';

const MEBIBYTE = 1024 * 1024;

/** A document in a file has the limits of one that stands in a handoff. */
export const DOCUMENT_FILE_LIMITS: Limits = INLINE_LIMITS;

/**
 * Reads and parses one JSON file. Its size is looked at before its content, and never more is read.
 * Without node:fs/promises, whose first use takes 5 ms of an offline check.
 *
 * @param name what the user called the file; errors say where they are by it.
 * @throws AssayError `FILE_UNREADABLE`, `DOCUMENT_SIZE`, or what the strict parser refuses.
 */
export function readJsonFile(path: string, limits: Limits, name = path): CanonicalBytes {
  const bytes = readBoundedFile(path, limits.bytes, name);
  try {
    return parse(bytes, limits);
  } catch (error) {
    throw error instanceof AssayError ? error.inFile(name) : error;
  }
}

/** Opened without blocking: a named pipe that nobody writes to must not hang the command. */
function readBoundedFile(path: string, limit: number, name: string): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = fstatSync(file);
    if (!status.isFile()) throw new AssayError('FILE_UNREADABLE', 'is not a regular file', { at: name });
    if (status.size > limit) throw tooLarge(name, limit);
    const bytes = new Uint8Array(status.size);
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(file, bytes, filled, bytes.length - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    throw error instanceof AssayError ? error : unreadable(name, error as NodeJS.ErrnoException);
  } finally {
    if (file !== undefined) closeSync(file);
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
