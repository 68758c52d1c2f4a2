import type { JsonValue } from '../canonical/json.ts';

/** What a file holds, as the type and the value of a document. Whether the value keeps every rule of its type is still to be asked. */
export interface Imported {
  readonly type: string;
  readonly value: JsonValue;
}

/**
 * Reads a file of one format.
 *
 * @param chunks The bytes of the file in order, in pieces of any size; a piece may be reused once the next is asked for.
 * @param mostBytes What the document may take; reading ends before more than that is held.
 * @throws AssayError IMPORT_MALFORMED at `line N` (the first line is 1), DOCUMENT_SIZE.
 */
export type Importer = (chunks: Iterable<Uint8Array>, mostBytes: number) => Imported;
