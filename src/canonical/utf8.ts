import { buffer } from './platform.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of UTF-8 bytes, a byte order mark kept as a character. Throws TypeError where they are not valid. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * The UTF-8 bytes of a text; what is no character (a lone surrogate) becomes U+FFFD. For 300 characters Buffer takes 0.3 µs and
 * TextEncoder 2.3; for long texts both take the same time.
 */
export function encodeUtf8(text: string): Uint8Array {
  return buffer === undefined ? encoder.encode(text) : buffer.from(text, 'utf8');
}

/**
 * How many bytes (2 to 4) the UTF-8 sequence at `at` has that stands for one code point above U+007F; 0 where there
 * is no such sequence: an overlong form, a surrogate, a code point above U+10FFFF, a stray or a missing byte
 * (Unicode 17.0, table 3-7).
 */
export function sequenceLength(bytes: Uint8Array, at: number): 0 | 2 | 3 | 4 {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  if (first < 0xe0) return isContinuation(second) ? 2 : 0;
  if (first < 0xf0) {
    const lowest = first === 0xe0 ? 0xa0 : 0x80;
    const highest = first === 0xed ? 0x9f : 0xbf;
    return second >= lowest && second <= highest && isContinuation(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  const lowest = first === 0xf0 ? 0x90 : 0x80;
  const highest = first === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest || !isContinuation(bytes[at + 2] ?? 0)) return 0;
  return isContinuation(bytes[at + 3] ?? 0) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

/** How many bytes stand before the first fault; all of them where there is none. */
export function validLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}
