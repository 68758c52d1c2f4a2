import { decodeBase64, encodeBase64 } from './base64.ts';
import { HASH_SIZE } from './hashes.ts';

/** A tree size or an index as the log formats write it: decimal, no leading zero, at most 2^53 − 1. */
export function readDecimal(text: string): number | undefined {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A hash as the log formats write it: 32 bytes in standard base64 with padding, so each has one text only. */
export function readHash(text: string): Uint8Array | undefined {
  const hash = readStandard(text);
  return hash?.length === HASH_SIZE ? hash : undefined;
}

/** Bytes in standard base64 with padding and in no other spelling. */
export function readStandard(text: string): Uint8Array | undefined {
  const bytes = decodeBase64(text);
  return bytes !== undefined && encodeBase64(bytes) === text ? bytes : undefined;
}
