import { describe, expect, it, vi } from 'vitest';
import { decide } from '../../../checkers/decide.ts';
import { Budget } from '../../../checkers/exact/budget.ts';
import { LargeField } from '../../../checkers/exact/large-field.ts';
import { requireLattice } from '../../../checkers/matroid/flat_axioms/lattice.ts';
import { flats, flatsOf, lattice, vectors } from './support/values.ts';

/** The steps that are paid for, in their order. */
function paid(check: () => string): readonly number[] {
  const spend = vi.spyOn(Budget.prototype, 'spend');
  try {
    expect(check()).toBe('ACCEPTED');
    return spend.mock.calls.map(([steps]) => steps);
  } finally {
    spend.mockRestore();
  }
}

const times = (count: number, steps: number) => Array<number>(count).fill(steps);

/** Four points of a plane, no three on a line. */
const plane = flats('abcd', [''], ['a', 'b', 'c', 'd'], ['ab', 'ac', 'ad', 'bc', 'bd', 'cd'], ['abcd']);

describe('a lattice of flats is paid for', () => {
  const steps = [
    // Of each point the empty set; then all points, which must not meet.
    ...[...times(4, 4 * 1), 4 * (0 + 4)],
    // Of each line two points, one element each and what ends it; of each point three lines; of each line two chains down.
    ...[...times(6, 4 * (2 + 2)), ...times(4, 4 * (1 + 6)), ...times(6, 4 * (1 + 1 + 1))],
    // Of the plane six lines; no line is in another plane; twelve chains down.
    ...[4 * 6 * 3, 4 * (1 + 6 * 2)],
  ];

  it('by the elements and the chains that are looked at', () => {
    expect(paid(() => lattice(plane))).toEqual(steps);
  });

  it('the same in whatever order a flat lists its elements', () => {
    const space = (pairs: readonly string[]) =>
      flats(
        'abcde',
        [''],
        ['a', 'b', 'c', 'd', 'e'],
        pairs,
        ['abc', 'abd', 'abe', 'acd', 'ace', 'ade', 'bcd', 'bce', 'bde', 'cde'],
        ['abcde'],
      );
    const sorted = paid(() => lattice(space(['ab', 'ac', 'ad', 'ae', 'bc', 'bd', 'be', 'cd', 'ce', 'de'])));
    const turned = paid(() => lattice(space(['ba', 'ca', 'da', 'ea', 'cb', 'db', 'eb', 'dc', 'ec', 'ed'])));
    expect(turned).toEqual(sorted);
  });

  it('as long as steps are left', () => {
    const byRank = [
      [[]],
      [[0], [1], [2], [3]],
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ],
      [[0, 1, 2, 3]],
    ];
    const left = (count: number) => {
      const budget = new Budget();
      budget.spend(10_000_000_000 - count);
      return decide(() => requireLattice(byRank, 4, '/flats', budget)).verdict;
    };
    const all = steps.reduce((sum, part) => sum + part, 0);
    expect(left(all)).toBe('ACCEPTED');
    expect(left(all - 1)).toBe('INCONCLUSIVE');
  });
});

describe('the flats of vectors are paid for', () => {
  it('by the coordinates of the vectors, then by the flats that are visited', () => {
    const points = vectors({ prime: 5 }, [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ]);
    // A product takes 30 steps, an inversion 500, the text of a coordinate 100.
    const column = (others: number) => (4 + 1) * others * 30 + 500;
    const visit = (coordinates: number, size: number) =>
      4 * (coordinates * (2 * 30 + 100) + 3 * 30) + 500 + (4 - size) * (size + 2) * 100;
    expect(paid(() => flatsOf(points, plane))).toEqual([
      ...[column(2), column(1), column(0)],
      ...[visit(3, 0), ...times(4, visit(2, 1))],
    ]);
  });

  it('not by the points of a line, which are only looked up; over Q by denominators before', () => {
    const rows = [
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    const line = flats('abc', [''], ['a', 'b', 'c'], ['abc']);
    const visit = 3 * (2 * (2 * 30 + 100) + 3 * 30) + 500 + 3 * 2 * 100;
    const walk = [4 * 30 + 500, 500, visit];
    expect(paid(() => flatsOf(vectors({ prime: 5 }, rows), line))).toEqual(walk);
    expect(paid(() => flatsOf(vectors('Q', rows), line))).toEqual([...times(3, 1), ...walk]);
  });

  it('by the words of a large prime', () => {
    const { productSteps, inverseSteps } = new LargeField(2n ** 127n - 1n);
    expect(productSteps).toBe(4 * 2 * 2 + 320);
    // At most 1.45 divisions for each of 127 bits.
    expect(inverseSteps).toBe(185 * (8 * 2 + 320));
  });
});
