import { sha256 } from '../canonical/sha256.ts';

/** A hash of the tree: 32 bytes of SHA-256. */
export const HASH_SIZE = 32;

/** SHA-256(0x00 ‖ entry): the hash of a leaf. RFC 6962 §2.1. */
export function leafHash(entry: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + entry.length);
  input.set(entry, 1);
  return sha256(input);
}

/** SHA-256(0x01 ‖ left ‖ right): the hash of two neighbouring subtrees. RFC 6962 §2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + 2 * HASH_SIZE);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + HASH_SIZE);
  return sha256(input);
}

/** The root of the tree without leaves: SHA-256 of nothing. RFC 6962 §2.1. */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** Whether both are 32 bytes and the same ones. Hashes of the log are public, so the time taken may tell. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === HASH_SIZE && b.length === HASH_SIZE && a.every((byte, index) => byte === b[index]);
}
