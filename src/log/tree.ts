import { AssayError } from '../errors.ts';
import { emptyRoot, nodeHash } from './hashes.ts';

/**
 * Gives the stored hash of a complete subtree: the one over the leaves `position · 2^level` up to, not including,
 * `(position + 1) · 2^level`. Level 0 holds the leaf hashes. The hashes of tlog-tiles have the same coordinates.
 */
export type HashReader = (level: number, position: number) => Uint8Array;

export interface StoredHash {
  readonly level: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

// Sizes and positions go up to 2^53 − 1, so they are halved and doubled as numbers: shifts would cut them to 32 bits.

/**
 * The hashes to store when a leaf is appended to a tree of `size` leaves: the leaf's own, then one for every subtree
 * it completes, from the lowest level up. Reads only hashes of subtrees that were complete before.
 */
export function hashesToAppend(size: number, leaf: Uint8Array, read: HashReader): StoredHash[] {
  requireSize(size);
  requireSize(size + 1);
  const stored = [{ level: 0, position: size, hash: leaf }];
  let [level, position, hash] = [0, size, leaf];
  while (position % 2 === 1) {
    hash = nodeHash(read(level, position - 1), hash);
    level += 1;
    position = (position - 1) / 2;
    stored.push({ level, position, hash });
  }
  return stored;
}

/** The root of the tree over the first `size` leaves: MTH of RFC 6962 §2.1. */
export function rootHash(size: number, read: HashReader): Uint8Array {
  requireSize(size);
  return size === 0 ? emptyRoot() : subtreeHash(0, size, read);
}

/**
 * The proof that leaf `index` stands in the tree of `size` leaves: PATH of RFC 6962 §2.1.1, the leaf's sibling first.
 *
 * @throws AssayError USAGE when the tree has no such leaf
 */
export function inclusionProof(index: number, size: number, read: HashReader): Uint8Array[] {
  requireSize(size);
  requireSize(index);
  if (index >= size) throw new AssayError('USAGE', 'the tree has no leaf at this index');
  const proof: Uint8Array[] = [];
  let [start, width] = [0, size];
  while (width > 1) {
    const left = leftWidth(width);
    if (index < start + left) {
      proof.push(subtreeHash(start + left, width - left, read));
      width = left;
    } else {
      proof.push(subtreeHash(start, left, read));
      start += left;
      width -= left;
    }
  }
  return proof.reverse();
}

/**
 * The proof that the tree of `from` leaves is the beginning of the tree of `to` leaves: PROOF of RFC 6962 §2.1.2.
 *
 * @throws AssayError USAGE unless 0 < from ≤ to: nothing is consistent with the empty tree, as every tree would be
 */
export function consistencyProof(from: number, to: number, read: HashReader): Uint8Array[] {
  requireSize(from);
  requireSize(to);
  if (from === 0) throw new AssayError('USAGE', 'there is no consistency proof from the empty tree');
  if (from > to)
    throw new AssayError('USAGE', 'a consistency proof goes from a smaller tree to a larger one');
  const proof: Uint8Array[] = [];
  let [start, width] = [0, to];
  while (from < start + width) {
    const left = leftWidth(width);
    if (from <= start + left) {
      proof.push(subtreeHash(start + left, width - left, read));
      width = left;
    } else {
      proof.push(subtreeHash(start, left, read));
      start += left;
      width -= left;
    }
  }
  // A subtree that starts at leaf 0 is the old tree itself: the verifier has its root already.
  if (start > 0) proof.push(subtreeHash(start, width, read));
  return proof.reverse();
}

/** The hash over `width` leaves from `start` on, where these are a subtree of some RFC 6962 tree. */
function subtreeHash(start: number, width: number, read: HashReader): Uint8Array {
  let [level, full] = [0, 1];
  while (full < width) {
    level += 1;
    full *= 2;
  }
  if (full === width) return read(level, start / width);
  const left = full / 2;
  return nodeHash(read(level - 1, start / left), subtreeHash(start + left, width - left, read));
}

/** The largest power of two below `width`, which is at least 2. */
function leftWidth(width: number): number {
  let left = 1;
  while (left * 2 < width) left *= 2;
  return left;
}

function requireSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new AssayError('USAGE', 'tree sizes and indexes are whole numbers from 0 to 2^53 − 1');
  }
}
