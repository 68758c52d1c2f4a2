import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafHash } from '../../src/log/hashes.ts';
import { consistencyProof, inclusionProof, rootHash } from '../../src/log/tree.ts';
import { verifyConsistency, verifyInclusion } from '../../src/log/verify.ts';
import { leavesOf, storeOf } from './model.ts';

const LEAVES = leavesOf(128);
const READ = storeOf(LEAVES);
const ROOTS = Array.from({ length: 129 }, (_, size) => rootHash(size, READ));
const rootAt = (size: number): Uint8Array => ROOTS[size] ?? new Uint8Array();
const leafAt = (index: number): Uint8Array => leafHash(LEAVES[index] ?? new Uint8Array());

function flipBit(hash: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(hash);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** Every proof one edit away: a bit flipped, a hash dropped, doubled, added, cut short, or two exchanged. */
function edits(proof: readonly Uint8Array[], bit: number): Uint8Array[][] {
  const edited: Uint8Array[][] = [
    [...proof, new Uint8Array(32)],
    [new Uint8Array(32), ...proof],
  ];
  for (const [at, hash] of proof.entries()) {
    edited.push(proof.with(at, flipBit(hash, bit)));
    edited.push(proof.toSpliced(at, 1));
    edited.push(proof.toSpliced(at, 0, hash));
    edited.push(proof.with(at, hash.subarray(0, 31)));
    edited.push(proof.with(at, new Uint8Array([...hash, 0])));
    const next = proof[at + 1];
    if (next !== undefined) edited.push(proof.with(at, next).with(at + 1, hash));
  }
  return edited;
}

const bits = fc.nat(255);
const places = fc
  .tuple(fc.integer({ min: 1, max: 128 }), fc.nat(127))
  .map(([size, n]) => [size, n % size] as const);

describe('inclusion', () => {
  test('any edit of the proof, the leaf or the root is refused', () => {
    fc.assert(
      fc.property(places, bits, ([size, index], bit) => {
        const [leaf, root] = [leafAt(index), rootAt(size)];
        const proof = inclusionProof(index, size, READ);
        for (const edited of edits(proof, bit)) {
          expect(verifyInclusion(index, size, leaf, edited, root)).toBe(false);
        }
        expect(verifyInclusion(index, size, flipBit(leaf, bit), proof, root)).toBe(false);
        expect(verifyInclusion(index, size, leaf, proof, flipBit(root, bit))).toBe(false);
        expect(verifyInclusion(index, size, leaf, proof, root.subarray(0, 31))).toBe(false);
        expect(verifyInclusion(index, size, leaf.subarray(0, 31), proof, root)).toBe(false);
      }),
    );
  });

  test('the same proof at another index is refused', () => {
    for (const size of [1, 2, 3, 7, 8, 20, 65, 128]) {
      for (let index = 0; index < size; index += 1) {
        const proof = inclusionProof(index, size, READ);
        for (let other = -1; other <= size + 1; other += 1) {
          if (other === index) continue;
          expect(verifyInclusion(other, size, leafAt(index), proof, rootAt(size))).toBe(false);
        }
      }
    }
  });

  test('the same proof with the root of another size is refused', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 128 }), ([size, index], other) => {
        fc.pre(other !== size);
        const proof = inclusionProof(index, size, READ);
        expect(verifyInclusion(index, other, leafAt(index), proof, rootAt(other))).toBe(false);
        expect(verifyInclusion(index, size, leafAt(index), proof, rootAt(other))).toBe(false);
      }),
    );
  });

  // RFC 9162 binds a size only as far as the proof's shape shows it: the checkpoint signs size and root together.
  test('a claimed size that needs a longer or shorter proof is refused', () => {
    const proof = inclusionProof(3, 8, READ);
    expect(verifyInclusion(3, 8, leafAt(3), proof, rootAt(8))).toBe(true);
    for (const size of [0, 1, 3, 4, 9, 16, 2 ** 53, -8, 8.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(verifyInclusion(3, size, leafAt(3), proof, rootAt(8))).toBe(false);
    }
  });

  test('a proof longer than index and size ask for is refused, though its hashes lead to the root', () => {
    expect(verifyInclusion(1, 2, leafAt(1), inclusionProof(1, 2, READ), rootAt(2))).toBe(true);
    expect(verifyInclusion(0, 1, leafAt(1), inclusionProof(1, 2, READ), rootAt(2))).toBe(false);
  });

  test('an inner node does not pass for a leaf', () => {
    const [first, second] = inclusionProof(0, 4, READ);
    if (first === undefined || second === undefined) throw new Error('the proof has two hashes');
    const inner = READ(1, 0);
    const entry = new Uint8Array([...leafAt(0), ...leafAt(1)]);
    expect(verifyInclusion(0, 2, inner, [second], rootAt(4))).toBe(true);
    expect(leafHash(entry)).not.toEqual(inner);
    expect(verifyInclusion(0, 4, leafHash(entry), [second], rootAt(4))).toBe(false);
  });
});

describe('consistency', () => {
  test('any edit of the proof or of a root is refused', () => {
    fc.assert(
      fc.property(places, bits, ([to, n], bit) => {
        const from = n + 1;
        const [fromRoot, toRoot] = [rootAt(from), rootAt(to)];
        const proof = consistencyProof(from, to, READ);
        for (const edited of edits(proof, bit)) {
          expect(verifyConsistency(from, to, fromRoot, toRoot, edited)).toBe(false);
        }
        expect(verifyConsistency(from, to, flipBit(fromRoot, bit), toRoot, proof)).toBe(false);
        expect(verifyConsistency(from, to, fromRoot, flipBit(toRoot, bit), proof)).toBe(false);
        expect(verifyConsistency(from, to, fromRoot, toRoot.subarray(0, 31), proof)).toBe(false);
        expect(verifyConsistency(from, to, fromRoot.subarray(0, 31), toRoot, proof)).toBe(false);
      }),
    );
  });

  test('a proof is good only for its two trees', () => {
    fc.assert(
      fc.property(places, places, ([to, n], [otherTo, m]) => {
        const [from, otherFrom] = [n + 1, m + 1];
        fc.pre(from !== otherFrom || to !== otherTo);
        fc.pre(from < to && otherFrom < otherTo);
        const proof = consistencyProof(from, to, READ);
        expect(verifyConsistency(otherFrom, otherTo, rootAt(otherFrom), rootAt(otherTo), proof)).toBe(false);
      }),
    );
  });

  test('nothing is consistent with the empty tree', () => {
    expect(verifyConsistency(0, 0, rootAt(0), rootAt(0), [])).toBe(false);
    expect(verifyConsistency(0, 5, rootAt(0), rootAt(5), [])).toBe(false);
    expect(verifyConsistency(0, 5, rootAt(0), rootAt(5), [rootAt(5)])).toBe(false);
  });

  test('equal trees need an empty proof and equal roots', () => {
    expect(verifyConsistency(8, 8, rootAt(8), rootAt(8), [])).toBe(true);
    expect(verifyConsistency(8, 8, rootAt(8), rootAt(8), [rootAt(8)])).toBe(false);
    expect(verifyConsistency(8, 8, rootAt(8), rootAt(9), [])).toBe(false);
  });

  test('a proof longer than the sizes ask for is refused, though its hashes lead to both roots', () => {
    const proof = consistencyProof(7, 8, READ);
    expect(verifyConsistency(7, 8, rootAt(7), rootAt(8), proof)).toBe(true);
    expect(verifyConsistency(3, 4, rootAt(7), rootAt(8), proof)).toBe(false);
  });

  test('a tree never grows smaller', () => {
    const proof = consistencyProof(5, 9, READ);
    expect(verifyConsistency(9, 5, rootAt(9), rootAt(5), proof)).toBe(false);
  });
});

const VECTORS = new URL('../../../shared/vectors/merkle/vectors.json', import.meta.url);

interface Vector {
  readonly path: string;
  readonly wantErr: boolean;
  readonly proof: readonly string[] | null;
}
interface Inclusion extends Vector {
  readonly leafIdx: number;
  readonly leafHash: string | null;
  readonly root: string | null;
}
interface Consistency extends Vector {
  readonly size1: number;
  readonly size2: number;
  readonly root1: string | null;
  readonly root2: string | null;
}

describe.skipIf(!existsSync(VECTORS))('the vectors of transparency-dev/merkle', () => {
  const read = (): {
    inclusion: (Inclusion & { treeSize: number })[];
    consistency: Consistency[];
    subtreeinclusion: (Inclusion & { start: number; end: number })[];
  } => JSON.parse(readFileSync(VECTORS, 'utf8'));
  const bytes = (text: string | null): Uint8Array => Uint8Array.from(Buffer.from(text ?? '', 'base64'));
  const hashes = ({ proof }: Vector): Uint8Array[] => (proof ?? []).map(bytes);

  test('inclusion: 6 accepted, 92 refused', () => {
    const { inclusion } = read();
    expect(inclusion.filter((vector) => !vector.wantErr)).toHaveLength(6);
    expect(inclusion).toHaveLength(98);
    for (const vector of inclusion) {
      const { leafIdx, treeSize, leafHash: leaf, root } = vector;
      const accepted = verifyInclusion(leafIdx, treeSize, bytes(leaf), hashes(vector), bytes(root));
      expect(accepted, vector.path).toBe(!vector.wantErr);
    }
  });

  // One of the six has roots of 12 bytes and no proof to hash them into: refused here, as no tree has such a root.
  test('consistency: 6 accepted but one, 92 refused', () => {
    const { consistency } = read();
    expect(consistency.filter((vector) => !vector.wantErr)).toHaveLength(6);
    expect(consistency).toHaveLength(98);
    const accepted = consistency.filter((vector) => {
      const { size1, size2, root1, root2 } = vector;
      return verifyConsistency(size1, size2, bytes(root1), bytes(root2), hashes(vector));
    });
    const expected = consistency.filter(({ wantErr, root1 }) => !wantErr && bytes(root1).length === 32);
    expect(accepted).toEqual(expected);
    expect(accepted).toHaveLength(5);
  });

  // The leaves of an aligned range are a tree of their own.
  test('inclusion in a subtree: 12 accepted, 192 refused', () => {
    const { subtreeinclusion } = read();
    expect(subtreeinclusion.filter((vector) => !vector.wantErr)).toHaveLength(12);
    expect(subtreeinclusion).toHaveLength(204);
    for (const vector of subtreeinclusion) {
      const { leafIdx, start, end, leafHash: leaf, root } = vector;
      const aligned = start === 0 || start % 2 ** Math.ceil(Math.log2(end - start)) === 0;
      const inSubtree = verifyInclusion(
        leafIdx - start,
        end - start,
        bytes(leaf),
        hashes(vector),
        bytes(root),
      );
      expect(aligned && inSubtree, vector.path).toBe(!vector.wantErr);
    }
  });
});
