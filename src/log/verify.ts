import { equalHashes, HASH_SIZE, nodeHash } from './hashes.ts';

/**
 * Whether the proof shows that the leaf with this hash stands at `index` in the tree of `size` leaves with this root.
 * RFC 9162 §2.1.3.2: the number of hashes follows from index and size, a proof of another length fails. Never throws.
 */
export function verifyInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, ...proof])) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node > 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(hash, root);
}

/**
 * Whether the proof shows that the tree of `from` leaves with root `fromRoot` is the beginning of the tree of `to`
 * leaves with root `toRoot`. RFC 9162 §2.1.4.2. False from size 0: every tree begins with the empty one, so such a
 * "proof" would say nothing. Never throws.
 */
export function verifyConsistency(
  from: number,
  to: number,
  fromRoot: Uint8Array,
  toRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!isSize(from) || !isSize(to) || from === 0 || from > to || !areHashes(proof)) return false;
  if (from === to) return proof.length === 0 && equalHashes(fromRoot, toRoot);

  let [node, last] = [from - 1, to - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // node is 0 here exactly when `from` is a power of two: the old tree is then a subtree of the new one.
  const [start, ...rest] = node === 0 ? [fromRoot, ...proof] : proof;
  if (start === undefined || start.length !== HASH_SIZE) return false;
  let [fromHash, toHash] = [start, start];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      fromHash = nodeHash(hash, fromHash);
      toHash = nodeHash(hash, toHash);
      while (!isOdd(node) && node > 0) [node, last] = [half(node), half(last)];
    } else {
      toHash = nodeHash(toHash, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(fromHash, fromRoot) && equalHashes(toHash, toRoot);
}

function areHashes(proof: readonly Uint8Array[]): boolean {
  return proof.every((hash) => hash.length === HASH_SIZE);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isOdd(value: number): boolean {
  return value % 2 === 1;
}

/** Right shift by one, for numbers beyond 32 bits. */
function half(value: number): number {
  return Math.floor(value / 2);
}
