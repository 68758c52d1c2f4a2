import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafHash, nodeHash } from '../../src/log/hashes.ts';
import {
  consistencyProof,
  type HashReader,
  hashesToAppend,
  inclusionProof,
  rootHash,
} from '../../src/log/tree.ts';
import { verifyConsistency, verifyInclusion } from '../../src/log/verify.ts';
import { leavesOf, mth, path, proof, storeOf } from './model.ts';

const LEAVES = leavesOf(300);
const READ = storeOf(LEAVES);
const MAX = Number.MAX_SAFE_INTEGER;

const leafAt = (index: number): Uint8Array => leafHash(LEAVES[index] ?? new Uint8Array());

describe('the tree against RFC 6962 word by word', () => {
  test('roots of all sizes to 70', () => {
    for (let size = 0; size <= 70; size += 1) {
      expect(rootHash(size, READ)).toEqual(mth(LEAVES.slice(0, size)));
    }
  });

  test('every inclusion proof of all sizes to 70, and it verifies', () => {
    for (let size = 1; size <= 70; size += 1) {
      const root = rootHash(size, READ);
      for (let index = 0; index < size; index += 1) {
        const hashes = inclusionProof(index, size, READ);
        expect(hashes).toEqual(path(index, LEAVES.slice(0, size)));
        expect(verifyInclusion(index, size, leafAt(index), hashes, root)).toBe(true);
      }
    }
  });

  test('every consistency proof of all sizes to 70, and it verifies', () => {
    for (let to = 1; to <= 70; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const hashes = consistencyProof(from, to, READ);
        expect(hashes).toEqual(proof(from, LEAVES.slice(0, to)));
        expect(verifyConsistency(from, to, rootHash(from, READ), rootHash(to, READ), hashes)).toBe(true);
      }
    }
  });

  test('bigger trees at random', () => {
    const pair = fc
      .tuple(fc.integer({ min: 71, max: 300 }), fc.nat(299))
      .map(([size, n]) => [size, n % size] as const);
    fc.assert(
      fc.property(pair, ([size, index]) => {
        const leaves = LEAVES.slice(0, size);
        expect(rootHash(size, READ)).toEqual(mth(leaves));
        expect(inclusionProof(index, size, READ)).toEqual(path(index, leaves));
        expect(consistencyProof(index + 1, size, READ)).toEqual(proof(index + 1, leaves));
      }),
      { numRuns: 60 },
    );
  });
});

describe('trees beyond 32 bits', () => {
  const [plain, marked] = [leafHash(Uint8Array.of(0)), leafHash(Uint8Array.of(1))];

  /** A tree of equal leaves but one, as large as numbers go: any subtree's hash is found in 53 steps. */
  function readWithMark(index: number): HashReader {
    const uniform = [plain];
    for (let level = 1; level <= 53; level += 1) {
      const below = uniform[level - 1] ?? plain;
      uniform.push(nodeHash(below, below));
    }
    const read: HashReader = (level, position) => {
      const holdsMark = Math.floor(index / 2 ** level) === position;
      if (!holdsMark) return uniform[level] ?? plain;
      if (level === 0) return marked;
      return nodeHash(read(level - 1, position * 2), read(level - 1, position * 2 + 1));
    };
    return read;
  }

  const sizes = fc.oneof(
    fc.integer({ min: 1, max: MAX }),
    fc
      .nat(53)
      .chain((bits) => fc.integer({ min: -2, max: 2 }).map((d) => Math.min(Math.max(2 ** bits + d, 1), MAX))),
  );
  const places = fc
    .tuple(sizes, fc.integer({ min: 0, max: MAX }))
    .map(([size, n]) => [size, n % size] as const);

  test('inclusion proofs verify, and only at their index and size', () => {
    fc.assert(
      fc.property(places, ([size, index]) => {
        const read = readWithMark(index);
        const [hashes, root] = [inclusionProof(index, size, read), rootHash(size, read)];
        expect(verifyInclusion(index, size, marked, hashes, root)).toBe(true);
        expect(verifyInclusion(index, size, plain, hashes, root)).toBe(false);
        for (const other of [index - 1, index + 1, index % 2 ** 32, index + 2 ** 32]) {
          if (other !== index) expect(verifyInclusion(other, size, marked, hashes, root)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('consistency proofs verify, and not for another beginning', () => {
    fc.assert(
      fc.property(places, ([to, n]) => {
        const from = n + 1;
        const read = readWithMark(n);
        const hashes = consistencyProof(from, to, read);
        const [fromRoot, toRoot] = [rootHash(from, read), rootHash(to, read)];
        expect(verifyConsistency(from, to, fromRoot, toRoot, hashes)).toBe(true);
        const changed = rootHash(from, readWithMark(MAX));
        expect(verifyConsistency(from, to, changed, toRoot, hashes)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test('appending completes subtrees of every level', () => {
    const read = readWithMark(MAX - 1);
    const stored = hashesToAppend(2 ** 52 - 1, plain, read);
    expect(stored.map(({ level }) => level)).toEqual(Array.from({ length: 53 }, (_, level) => level));
    expect(stored.at(-1)).toEqual({ level: 52, position: 0, hash: rootHash(2 ** 52, read) });
  });
});

describe('what cannot be asked for', () => {
  const usage = expect.objectContaining({ code: 'USAGE' });
  test.each([
    [0, 0],
    [5, 5],
    [6, 5],
    [-1, 5],
    [0.5, 5],
    [0, 2 ** 53],
    [Number.NaN, 5],
  ])('no inclusion proof of leaf %d in a tree of %d', (index, size) => {
    expect(() => inclusionProof(index, size, READ)).toThrow(usage);
  });

  test.each([
    [0, 0],
    [0, 5],
    [6, 5],
    [-1, 5],
    [1.5, 5],
    [1, 2 ** 53],
  ])('no consistency proof from %d to %d', (from, to) => {
    expect(() => consistencyProof(from, to, READ)).toThrow(usage);
  });

  test('no leaf beyond 2^53 − 1', () => {
    expect(() => hashesToAppend(MAX, leafAt(0), READ)).toThrow(usage);
  });
});
