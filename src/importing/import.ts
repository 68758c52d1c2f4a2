import { type CanonicalBytes, canonicalise, type Limits } from '../canonical/canonical.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';
import { AssayError } from '../errors.ts';
import { FORMAT_NAMES, importerOf } from './formats.ts';

/**
 * The complete document that a file of a format holds. Whether it keeps every rule of its type is asked where every document is
 * (`prepareDocument`).
 *
 * @param chunks The bytes of the file in order, in pieces of any size; a piece may be reused once the next is asked for.
 * @param limits Of the document; reading ends before more than that is held.
 * @throws AssayError IMPORT_MALFORMED at `line N`, DOCUMENT_SIZE; USAGE where there is no such format.
 */
export function importDocument(
  format: string,
  chunks: Iterable<Uint8Array>,
  contracts: ContractIndex,
  limits: Limits,
): CanonicalBytes {
  const importer = importerOf(format);
  if (importer === undefined) {
    throw new AssayError('USAGE', 'files of this format are not read', {
      next: `the formats are ${FORMAT_NAMES.join(', ')}`,
    });
  }
  const { type, value } = importer(chunks, limits.bytes);
  return canonicalise({ ...contracts.valueType(type).reference, value }, limits);
}
