import { type Digest, digestOf } from './digest.ts';
import type { JsonValue } from './json.ts';
import { type Limits, limitsOf } from './limits.ts';
import { recognise } from './recognise.ts';
import { refusal, tooLarge } from './refusal.ts';
import { checkRules } from './rules.ts';
import { serialise } from './serialise.ts';
import { strictParse } from './strict.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';
import { readValue } from './value.ts';

export type { Limits } from './limits.ts';

/** Known to this module only: what stands between everyone else and the constructor, casts included. */
const RECOGNISED: unique symbol = Symbol('recognised');

/**
 * Bytes that are the canonical form (RFC 8785) of a value within the document rules. `parse` and `canonicalise` are
 * the only ways to get one, and both end in the recogniser, so whoever holds one need not check again. Equal digests
 * mean equal bytes, and from equal bytes the value is built alike, its members in the same order.
 */
export class CanonicalBytes {
  readonly #bytes: Uint8Array;
  #value: JsonValue | undefined;
  #digest: Digest | undefined;

  constructor(proof: typeof RECOGNISED, bytes: Uint8Array) {
    if (proof !== RECOGNISED) throw new TypeError('canonical bytes come from parse or canonicalise');
    this.#bytes = bytes;
  }

  /** The canonical bytes themselves, not a copy: read only. A view; its buffer is a byte longer. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The value, built when first asked for and shared: read only. */
  get value(): JsonValue {
    this.#value ??= readValue(this.#bytes);
    return this.#value;
  }

  get digest(): Digest {
    this.#digest ??= digestOf(this.#bytes);
    return this.#digest;
  }

  /** How many bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  get text(): string {
    return decodeUtf8(this.#bytes);
  }
}

/**
 * The canonical form of a JSON text in UTF-8. A text that is canonical already is recognised in one pass; any
 * other goes through the strict parser. Later changes of `bytes` change nothing.
 *
 * Throws AssayError: DOCUMENT_SIZE before anything else, then the first fault in the order of the text:
 * DOCUMENT_MALFORMED, DOCUMENT_DUPLICATE_KEY, DOCUMENT_NUMBER, DOCUMENT_SURROGATE, DOCUMENT_DEPTH.
 */
export function parse(bytes: Uint8Array, limits?: Partial<Limits>): CanonicalBytes {
  const limit = limitsOf(limits);
  if (bytes.length > limit.bytes) throw tooLarge(limit.bytes);
  const canonical = recognise(bytes, limit.depth);
  if (canonical !== undefined) return new CanonicalBytes(RECOGNISED, canonical);
  return write(strictParse(bytes, limit.depth), limit);
}

/**
 * The canonical form of a value in memory, under the same rules: what is no JSON is refused (undefined, functions, holes
 * in arrays, instances of classes), never left out or converted. A cycle is refused as too deep.
 *
 * Throws AssayError with the same codes as `parse`, each with a JSON pointer.
 */
export function canonicalise(value: JsonValue, limits?: Partial<Limits>): CanonicalBytes {
  const limit = limitsOf(limits);
  checkRules(value, limit);
  return write(value, limit);
}

/** Getters and proxies may answer otherwise than they did to the check: then what was written is not recognised. */
function write(value: JsonValue, limit: Limits): CanonicalBytes {
  const bytes = encodeUtf8(serialise(value));
  if (bytes.length > limit.bytes) throw tooLarge(limit.bytes);
  const canonical = recognise(bytes, limit.depth);
  if (canonical === undefined) throw refusal('UNSTABLE');
  return new CanonicalBytes(RECOGNISED, canonical);
}
