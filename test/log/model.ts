import { createHash } from 'node:crypto';
import { leafHash } from '../../src/log/hashes.ts';
import { type HashReader, hashesToAppend } from '../../src/log/tree.ts';

// RFC 6962 §2.1 word by word, over a list of leaves: slow, recursive, and with a hash function of its own.

function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

function largestPowerBelow(n: number): number {
  return n <= 2 ? 1 : 2 * largestPowerBelow(Math.ceil(n / 2));
}

export function mth(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return sha256(Uint8Array.of(0), first);
  const k = largestPowerBelow(leaves.length);
  return sha256(Uint8Array.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}

export function path(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const k = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m < k ? [...path(m, left), mth(right)] : [...path(m - k, right), mth(left)];
}

export function proof(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  return subproof(m, leaves, true);
}

function subproof(m: number, leaves: readonly Uint8Array[], known: boolean): Uint8Array[] {
  if (m === leaves.length) return known ? [] : [mth(leaves)];
  const k = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m <= k ? [...subproof(m, left, known), mth(right)] : [...subproof(m - k, right, false), mth(left)];
}

/** Leaves whose content is their index. */
export function leavesOf(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => new TextEncoder().encode(`leaf ${index}`));
}

/** A store filled by appending; it refuses to be read where nothing was stored. */
export function storeOf(leaves: readonly Uint8Array[]): HashReader {
  const stored = new Map<string, Uint8Array>();
  const read: HashReader = (level, position) => {
    const hash = stored.get(`${level}/${position}`);
    if (hash === undefined) throw new Error(`nothing stored at ${level}/${position}`);
    return hash;
  };
  for (const [index, leaf] of leaves.entries()) {
    for (const { level, position, hash } of hashesToAppend(index, leafHash(leaf), read)) {
      if (stored.has(`${level}/${position}`)) throw new Error(`stored twice at ${level}/${position}`);
      stored.set(`${level}/${position}`, hash);
    }
  }
  return read;
}
