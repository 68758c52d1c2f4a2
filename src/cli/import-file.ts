import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';
import { AssayError } from '../errors.ts';
import { importDocument } from '../importing/import.ts';
import { DOCUMENT_FILE_LIMITS, unreadable } from './json-file.ts';

const PIECE = 64 * 1024;

/**
 * The complete document that a file of a format holds.
 *
 * @throws AssayError as `importDocument`, at `FILE: line N`; FILE_UNREADABLE.
 */
export function importFile(format: string, path: string, contracts: ContractIndex): CanonicalBytes {
  try {
    return importDocument(format, piecesOf(path), contracts, DOCUMENT_FILE_LIMITS);
  } catch (error) {
    throw error instanceof AssayError && error.code !== 'USAGE' ? error.inFile(path) : error;
  }
}

/** Opened without blocking: a named pipe that nobody writes to must not hang the command. */
function* piecesOf(path: string): Generator<Uint8Array> {
  const file = orUnreadable(() => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    if (!fstatSync(file).isFile()) throw new AssayError('FILE_UNREADABLE', 'is not a regular file');
    const piece = new Uint8Array(PIECE);
    for (;;) {
      const length = orUnreadable(() => readSync(file, piece));
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

function orUnreadable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(undefined, error as NodeJS.ErrnoException);
  }
}
