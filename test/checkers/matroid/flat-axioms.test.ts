import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { near } from '../graph/support/near.ts';
import { compareWithTwin } from '../support/compare.ts';
import { changed, matroids } from './support/matroids.ts';
import { allFlats, areFlats, isLattice } from './support/twins.ts';
import { type FlatsValue, flats, lattice, letter, reordered, smallVectors } from './support/values.ts';

const AT = '/roles/flats/value/flats_by_rank';

/** Sets of bits as flats. */
function written(n: number, byRank: readonly (readonly number[])[]): FlatsValue {
  const word = (set: number) =>
    Array.from({ length: n }, (_, i) => i)
      .filter((i) => (set >> i) % 2 === 1)
      .map(letter)
      .join('');
  return flats(word(2 ** n - 1), ...byRank.map((sets) => sets.map(word)));
}

/** All ways to give each set of up to n elements a rank from 0 to `ranks` − 1, or none. */
function* families(n: number, ranks: number): Generator<number[][]> {
  const [sets, choices] = [2 ** n, ranks + 1];
  for (let code = 0; code < choices ** sets; code++) {
    const byRank: number[][] = Array.from({ length: ranks }, () => []);
    for (let [set, rest] = [0, code]; set < sets; set++, rest = Math.floor(rest / choices))
      byRank[rest % choices]?.push(set);
    yield byRank;
  }
}

describe('a lattice of flats', () => {
  it('is one by the axioms, for all families on up to two elements, and on three with a bottom and a top', () => {
    let accepted = 0;
    const compare = (n: number, byRank: readonly (readonly number[])[]) => {
      const holds = isLattice(byRank, 2 ** n - 1);
      if (holds) accepted++;
      if ((lattice(written(n, byRank)) === 'ACCEPTED') !== holds)
        throw new Error(JSON.stringify({ n, byRank, holds }));
    };
    for (const n of [0, 1, 2])
      for (const ranks of [1, 2, 3, 4]) for (const family of families(n, ranks)) compare(n, family);
    for (const bottom of [0, 1, 6]) {
      for (const ranks of [1, 2])
        for (const between of families(3, ranks)) compare(3, [[bottom], ...between, [7]]);
    }
    // 1, 2 and 5 matroids on none, one and two labelled elements; on three, 5 of rank 2 or 3 without loops and 1 with the first as one.
    expect(accepted).toBe(14);
  });

  it('is accepted for the flats of vectors and of matroids of many kinds, in any order', () => {
    fc.assert(
      fc.property(fc.oneof(smallVectors().map(allFlats), matroids, matroids).chain(reordered), (listed) => {
        expect(lattice(listed)).toBe('ACCEPTED');
      }),
      { numRuns: 800 },
    );
  });

  it('has the verdict of the twin, nearly right ones', () => {
    const near2 = smallVectors().chain((value) =>
      near(allFlats(value)).chain((listed) => fc.oneof(fc.constant(listed), near(listed))),
    );
    const met = compareWithTwin('matroid.flat_axioms', { cases: near2, numRuns: 3000 }, (listed, agree) => {
      const holds = areFlats(listed);
      agree(lattice(listed), holds);
    });
    expect(Math.min(met.ACCEPTED, met.REJECTED)).toBeGreaterThan(400);
  });

  it('has the verdict of the twin, those of matroids of many kinds and what lies a change or two from them', () => {
    const cases = matroids.chain((value) => {
      const one = changed(value);
      return fc.oneof(reordered(value), one, one.chain(changed));
    });
    const met = compareWithTwin('matroid.flat_axioms', { cases, numRuns: 4000 }, (listed, agree) => {
      agree(lattice(listed), areFlats(listed));
    });
    expect(Math.min(met.ACCEPTED, met.REJECTED)).toBeGreaterThan(1000);
  });

  it('has the verdict of the twin, sets of four or five elements put in or taken out', () => {
    const start = fc.constantFrom(
      flats('abcd', [''], ['a', 'b', 'c', 'd'], ['ab', 'ac', 'ad', 'bc', 'bd', 'cd'], ['abcd']),
      flats('abcd', [''], ['ab', 'cd'], ['abc', 'abd', 'acd', 'bcd'], ['abcd']),
      flats('abcde', [''], ['a', 'b', 'c', 'de'], ['abc', 'ade', 'bde', 'cde'], ['abcde']),
      flats('abcde', ['e'], ['ae', 'be', 'ce', 'de'], ['abe', 'cde', 'ace', 'bde', 'ade', 'bce'], ['abcde']),
    );
    const altered = start.chain((value) =>
      fc
        .array(fc.tuple(fc.nat(), fc.nat(31)), { minLength: 1, maxLength: 4 })
        .map((changes) => toggled(value, changes)),
    );
    fc.assert(
      fc.property(altered, (listed) => {
        expect(lattice(listed) === 'ACCEPTED').toBe(areFlats(listed));
      }),
      { numRuns: 4000 },
    );
  });
});

/** Each change puts a set into a list, or takes it out. */
function toggled(
  { ground_set, flats_by_rank }: FlatsValue,
  changes: readonly (readonly [number, number])[],
): FlatsValue {
  const ranks = flats_by_rank.map((list) => new Set(list.map((flat) => flat.join(''))));
  for (const [rank, set] of changes) {
    const word = ground_set.filter((_, i) => (set >> i) % 2 === 1).join('');
    const list = ranks[rank % ranks.length];
    if (!list?.delete(word)) list?.add(word);
  }
  return flats(ground_set.join(''), ...ranks.map((list) => [...list]));
}

describe('named families', () => {
  const uniform = (...lists: string[][]) => flats('abcd', [''], ['a', 'b', 'c', 'd'], ...lists);
  test.each<[string, FlatsValue, string]>([
    ['nothing', flats('', ['']), 'ACCEPTED'],
    ['nothing, twice', flats('', [''], ['']), `REJECTED ${AT}/1/0`],
    ['no list', flats('ab'), `REJECTED ${AT}`],
    ['an empty list', flats('', []), `REJECTED ${AT}/0`],
    ['loops only', flats('ab', ['ab']), 'ACCEPTED'],
    ['loops only, one left out', flats('ab', ['a']), `REJECTED ${AT}/0`],
    ['a loop and a point', flats('ab', ['a'], ['ab']), 'ACCEPTED'],
    ['two flats of rank 0', flats('ab', ['', 'a'], ['ab']), `REJECTED ${AT}/0`],
    ['an empty list on top', flats('a', [''], ['a'], []), `REJECTED ${AT}/2`],
    ['two flats on top', flats('ab', [''], ['ab', 'a']), `REJECTED ${AT}/1`],
    ['an empty list in between', flats('a', [''], [], ['a']), `REJECTED ${AT}/0/0`],
    ['the ground set at two ranks', flats('a', [''], ['a'], ['a']), `REJECTED ${AT}/2/0`],
    ['the empty set at two ranks', flats('a', [''], [''], ['a']), `REJECTED ${AT}/1/0`],
    ['a flat twice', flats('ab', [''], ['a', 'b', 'a'], ['ab']), `REJECTED ${AT}/0/0`],
    ['the rank-2 uniform matroid', flats('abc', [''], ['a', 'b', 'c'], ['abc']), 'ACCEPTED'],
    ['points that leave one out', flats('abc', [''], ['a', 'b'], ['abc']), `REJECTED ${AT}/0/0`],
    ['points that meet', flats('abc', [''], ['ab', 'bc'], ['abc']), `REJECTED ${AT}/0/0`],
    ['a point without the loop', flats('abc', ['c'], ['ac', 'b'], ['abc']), `REJECTED ${AT}/1/1`],
    ['lines that meet twice', uniform(['abc', 'abd', 'cd'], ['abcd']), `REJECTED ${AT}/1/0`],
    ['a line missing', uniform(['abc', 'ad', 'bd'], ['abcd']), `REJECTED ${AT}/1/2`],
    ['three points on a line', uniform(['abc', 'ad', 'bd', 'cd'], ['abcd']), 'ACCEPTED'],
    [
      'a line at the rank of planes',
      flats(
        'abcd',
        [''],
        ['a', 'b', 'c', 'd'],
        ['ab', 'ac', 'ad', 'bc', 'bd'],
        ['cd', 'abc', 'abd'],
        ['abcd'],
      ),
      `REJECTED ${AT}/1/2`,
    ],
    // Every set holds one of the rank below, and those above each partition the rest; but abc ∩ acd = ac is none of them.
    [
      'planes that cut points in two',
      flats('abcd', [''], ['ab', 'cd'], ['abc', 'abd', 'acd', 'bcd'], ['abcd']),
      `REJECTED ${AT}/2/0`,
    ],
    // The Vámos matroid, which no vectors over any field have.
    ['a matroid without vectors', vamos(), 'ACCEPTED'],
  ])('%s', (_, listed, expected) => {
    expect(lattice(listed)).toBe(expected);
    expect(areFlats(listed)).toBe(expected === 'ACCEPTED');
  });

  test.each<[string, unknown, string]>([
    ['a flat with a label twice', flats('ab', [''], ['aa', 'b'], ['ab']), `${AT}/1/0`],
    ['a flat with an unknown label', flats('ab', [''], ['a', 'c'], ['ab']), `${AT}/1/1/0`],
    [
      'a label that is a number',
      { ground_set: [1], flats_by_rank: [[[]], [[1]]] },
      '/roles/flats/value/ground_set/0',
    ],
    ['a label twice', flats('aa', [''], ['a'], ['aa']), '/roles/flats/value/ground_set/1'],
    [
      'a label twice, after NFC',
      { ground_set: ['é', 'e\u0301'], flats_by_rank: [[[]]] },
      '/roles/flats/value/ground_set/1',
    ],
    ['a list that is none', { ground_set: [], flats_by_rank: [{}] }, `${AT}/0`],
    ['a flat that is none', { ground_set: ['a'], flats_by_rank: [['a']] }, `${AT}/0/0`],
    ['a member more', { ...flats('', ['']), rank: 0 }, '/roles/flats/value'],
    ['no ground set', { flats_by_rank: [[[]]] }, '/roles/flats/value'],
    ['null', null, '/roles/flats/value'],
  ])('%s', (_, listed, expected) => {
    expect(lattice(listed)).toBe(`REJECTED ${expected}`);
  });
});

function vamos(): FlatsValue {
  const words = (k: number, from = 'abcdefgh'): string[] =>
    k === 0
      ? ['']
      : [...from].flatMap((first, i) => words(k - 1, from.slice(i + 1)).map((rest) => first + rest));
  // Pairs ab, cd, ef, gh: five of the six unions of two of them are planes of four points.
  const planes = ['abcd', 'abef', 'abgh', 'cdef', 'cdgh'];
  const triples = words(3).filter(
    (triple) => !planes.some((plane) => [...triple].every((x) => plane.includes(x))),
  );
  return flats('abcdefgh', [''], words(1), words(2), [...planes, ...triples], ['abcdefgh']);
}
