import { AssayError } from '../../src/errors.ts';
import { importerOf } from '../../src/importing/formats.ts';
import type { Imported } from '../../src/importing/imported.ts';
import { prepare } from '../domains/rules.ts';

const MOST_BYTES = 64 * 2 ** 20;

/** Imports a text (its characters as bytes, Latin-1) in pieces of this many bytes. What comes out must be usable as a document. */
export function imported(format: string, text: string, piece = 7, mostBytes = MOST_BYTES): Imported {
  const result = read(format, pieces(text, piece), mostBytes);
  prepare(result.type, result.value);
  return result;
}

export function read(format: string, chunks: Iterable<Uint8Array>, mostBytes = MOST_BYTES): Imported {
  const importer = importerOf(format);
  if (importer === undefined) throw new TypeError('no such format');
  return importer(chunks, mostBytes);
}

/** One buffer is used again and again, as the command does. */
export function* pieces(text: string, piece: number): Generator<Uint8Array> {
  const buffer = Buffer.alloc(piece);
  for (let at = 0; at < text.length; at += piece) {
    yield buffer.subarray(0, buffer.write(text.slice(at, at + piece), 'latin1'));
  }
}

/** The value of a text that must be one. */
export function valueIn(format: string, text: string, piece?: number): unknown {
  return imported(format, text, piece).value;
}

/** What was refused, as `line N: message` or `CODE line N: message`. */
export function refused(format: string, text: string, piece?: number): string {
  try {
    imported(format, text, piece);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const code = error.code === 'IMPORT_MALFORMED' ? '' : `${error.code} `;
    return `${code}${error.at ?? ''}: ${error.message}`;
  }
  return 'accepted';
}
