import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { near } from '../graph/support/near.ts';
import { compareWithTwin } from '../support/compare.ts';
import type { Typed } from '../support/request.ts';
import { allFlats, areFlatsOf } from './support/twins.ts';
import {
  type FlatsValue,
  flats,
  flatsOf,
  reordered,
  smallVectors,
  type VectorsValue,
  vectors,
} from './support/values.ts';

const AT = '/roles/flats/value/flats_by_rank';

describe('the flats of vectors', () => {
  it('are accepted as going through all subsets finds them, in any order', () => {
    const right = smallVectors().chain((value) => fc.tuple(fc.constant(value), reordered(allFlats(value))));
    fc.assert(
      fc.property(right, ([value, listed]) => {
        expect(flatsOf(value, listed)).toBe('ACCEPTED');
      }),
      { numRuns: 800 },
    );
  });

  it('have the verdict of the twin, nearly right ones and those of other vectors', () => {
    const changed = smallVectors(5).chain((value) => fc.tuple(fc.constant(value), near(allFlats(value))));
    const moved = fc
      .tuple(smallVectors(5), fc.nat(), fc.nat())
      .map(([value, i, j]): [VectorsValue, FlatsValue] => [
        value,
        allFlats({ ...value, points: exchange(value.points, i, j) }),
      ]);
    const altered = fc
      .tuple(smallVectors(5), fc.nat(), fc.constantFrom('0', '1'))
      .map(([value, at, coordinate]): [VectorsValue, FlatsValue] => [
        value,
        allFlats(withCoordinate(value, at, coordinate)),
      ]);
    const regraded = fc
      .tuple(smallVectors(5), fc.nat(), fc.nat(), fc.nat())
      .map(([value, i, j, k]): [VectorsValue, FlatsValue] => [value, moveFlat(allFlats(value), i, j, k)]);
    const met = compareWithTwin(
      'matroid.flats',
      { cases: fc.oneof(changed, moved, altered, regraded), numRuns: 3000 },
      ([value, listed], agree) => {
        const holds = areFlatsOf(value, listed);
        agree(flatsOf(value, listed), holds);
      },
    );
    expect(Math.min(met.ACCEPTED, met.REJECTED)).toBeGreaterThan(400);
  });

  it('do not change when vectors are scaled or mapped, and change with a sign that matters', () => {
    const scaled = fc.tuple(
      smallVectors(5),
      fc.array(fc.constantFrom(1n, -1n, 3n, 10n ** 12n, -(10n ** 60n)), { minLength: 5, maxLength: 5 }),
    );
    fc.assert(
      fc.property(scaled, ([value, factors]) => {
        if (value.field !== 'Q') return;
        const points = value.points.map(({ label, coordinates }, i) => ({
          label,
          coordinates: coordinates.map((text) => times(text, factors[i] ?? 1n)),
        }));
        expect(flatsOf({ ...value, points }, allFlats(value))).toBe('ACCEPTED');
        const dense = points.map(({ label, coordinates }) => ({
          label,
          coordinates: [...coordinates, '0', ...coordinates],
        }));
        expect(
          flatsOf({ ...value, dimension: 2 * value.dimension + 1, points: dense }, allFlats(value)),
        ).toBe('ACCEPTED');
      }),
      { numRuns: 400 },
    );
  });
});

function exchange<Point extends { readonly label: string }>(
  points: readonly Point[],
  i: number,
  j: number,
): Point[] {
  const [a, b] = [points[i % points.length], points[j % points.length]];
  if (a === undefined || b === undefined) return [...points];
  return points.map((point) =>
    point === a ? { ...b, label: a.label } : point === b ? { ...a, label: b.label } : point,
  );
}

function withCoordinate(value: VectorsValue, at: number, coordinate: string): VectorsValue {
  if (value.points.length === 0 || value.dimension === 0) return value;
  const [i, j] = [at % value.points.length, Math.floor(at / 7) % value.dimension];
  const points = value.points.map((point, index) =>
    index === i ? { ...point, coordinates: point.coordinates.with(j, coordinate) } : point,
  );
  return { ...value, points };
}

/** One flat taken to another rank. */
function moveFlat(
  { ground_set, flats_by_rank }: FlatsValue,
  from: number,
  to: number,
  which: number,
): FlatsValue {
  const ranks = flats_by_rank.map((list) => [...list]);
  const source = ranks[from % ranks.length] ?? [];
  const [flat] = source.splice(which % Math.max(1, source.length), 1);
  if (flat !== undefined) ranks[to % ranks.length]?.push(flat);
  return { ground_set, flats_by_rank: ranks };
}

function times(text: string, factor: bigint): string {
  const [numerator, denominator = '1'] = text.split('/');
  const [a, b] = [BigInt(numerator as string) * factor, BigInt(denominator)];
  return a % b === 0n ? `${a / b}` : `${factor === 1n ? text : factor % 6n === 0n ? a / b : reduced(a, b)}`;
}

function reduced(a: bigint, b: bigint): string {
  for (const p of [2n, 3n]) while (a % p === 0n && b % p === 0n) [a, b] = [a / p, b / p];
  return b === 1n ? `${a}` : `${a}/${b}`;
}

const M31 = 2 ** 31 - 1;

describe('named vectors and flats', () => {
  const pair = flats('ab', [''], ['a', 'b'], ['ab']);
  const parallel = flats('ab', [''], ['ab']);
  test.each<[string, VectorsValue, FlatsValue, string]>([
    ['none', vectors('Q', []), flats('', ['']), 'ACCEPTED'],
    ['none, and a flat too many', vectors('Q', []), flats('', [''], ['']), `REJECTED ${AT}`],
    ['none, and no flat', vectors('Q', []), flats(''), `REJECTED ${AT}`],
    ['none, and an empty list', vectors('Q', []), flats('', []), `REJECTED ${AT}`],
    ['a zero vector', vectors('Q', [[0, 0]]), flats('a', ['a']), 'ACCEPTED'],
    ['a zero vector as a point', vectors('Q', [[0, 0]]), flats('a', [''], ['a']), `REJECTED ${AT}`],
    ['vectors of dimension 0', vectors('Q', [[], []]), flats('ab', ['ab']), 'ACCEPTED'],
    ['one vector', vectors('Q', [[5]]), flats('a', [''], ['a']), 'ACCEPTED'],
    ['one vector as a loop', vectors('Q', [[5]]), flats('a', ['a']), `REJECTED ${AT}`],
    [
      'two multiples',
      vectors('Q', [
        [1, '1/2'],
        [-2, -1],
      ]),
      parallel,
      'ACCEPTED',
    ],
    [
      'two multiples as two points',
      vectors('Q', [
        [1, 2],
        [-2, -4],
      ]),
      pair,
      `REJECTED ${AT}`,
    ],
    [
      'two points',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      pair,
      'ACCEPTED',
    ],
    [
      'two points as multiples',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      parallel,
      `REJECTED ${AT}`,
    ],
    [
      'two points, a flat missing',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['a'], ['ab']),
      `REJECTED ${AT}`,
    ],
    [
      'two points and a loop',
      vectors('Q', [
        [1, 2],
        [2, 1],
        [0, 0],
      ]),
      flats('abc', ['c'], ['ac', 'bc'], ['abc']),
      'ACCEPTED',
    ],
    [
      'two points, the loop left out below',
      vectors('Q', [
        [1, 2],
        [2, 1],
        [0, 0],
      ]),
      flats('abc', [''], ['a', 'b'], ['abc']),
      `REJECTED ${AT}/0`,
    ],
    [
      'two points, the loop left out',
      vectors('Q', [
        [1, 2],
        [2, 1],
        [0, 0],
      ]),
      flats('abc', ['c'], ['a', 'b'], ['abc']),
      `REJECTED ${AT}/1`,
    ],
    [
      'two points, one missing at the top',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['a', 'b'], ['a']),
      `REJECTED ${AT}/2`,
    ],
    [
      'two points, an empty list on top',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['a', 'b'], ['ab'], []),
      `REJECTED ${AT}`,
    ],
    [
      'seven points, an empty list on top: as many flats as rank 3 needs at least',
      vectors('Q', [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, 2],
        [1, 3],
        [1, 4],
        [1, 5],
      ]),
      flats('abcdefg', [''], [...'abcdefg'], ['abcdefg'], []),
      `REJECTED ${AT}`,
    ],
    [
      'a coordinate in lowest terms, but not as doubles',
      vectors('Q', [['9007199254740993/9007199254740995']]),
      flats('a', [''], ['a']),
      'ACCEPTED',
    ],
    [
      'two points, first a set that is none',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['ab', 'a', 'b'], ['ab']),
      `REJECTED ${AT}/1/0`,
    ],
    [
      'two points, one twice',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['a', 'b', 'a'], ['ab']),
      `REJECTED ${AT}/1/2`,
    ],
    [
      'two points, a flat with a label twice',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['a', 'bb'], ['ab']),
      `REJECTED ${AT}/1/1`,
    ],
    [
      'two points, a flat too many',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ab', [''], ['a', 'b', 'ab'], ['ab']),
      `REJECTED ${AT}/1/2`,
    ],
    [
      'a ground set with another label',
      vectors('Q', [
        [1, 2],
        [2, 1],
      ]),
      flats('ac', [''], ['a', 'c'], ['ac']),
      'REJECTED /roles/flats/value/ground_set/1',
    ],
    [
      'a ground set with a label less',
      vectors('Q', [[1], [2]]),
      flats('a', [''], ['a']),
      'REJECTED /roles/flats/value/ground_set',
    ],
    [
      'a ground set with a label more',
      vectors('Q', [[1]]),
      flats('ab', [''], ['a', 'b']),
      'REJECTED /roles/flats/value/ground_set',
    ],
    [
      'three vectors dependent modulo 2',
      vectors({ prime: 2 }, [
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 0],
      ]),
      flats('abc', [''], ['a', 'b', 'c'], ['abc']),
      'ACCEPTED',
    ],
    [
      'the same over Q',
      vectors('Q', [
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 0],
      ]),
      flats('abc', [''], ['a', 'b', 'c'], ['abc']),
      `REJECTED ${AT}`,
    ],
    [
      'the same over Q as they are',
      vectors('Q', [
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 0],
      ]),
      flats('abc', [''], ['a', 'b', 'c'], ['ab', 'ac', 'bc'], ['abc']),
      'ACCEPTED',
    ],
    [
      'a coordinate that the prime in use divides',
      vectors('Q', [[M31]]),
      flats('a', [''], ['a']),
      'ACCEPTED',
    ],
    [
      'a coordinate that the next prime divides',
      vectors('Q', [[2n ** 61n - 1n]]),
      flats('a', [''], ['a']),
      'ACCEPTED',
    ],
    [
      'two that differ by such a prime',
      vectors('Q', [
        [1, 0],
        [1, M31],
      ]),
      pair,
      'ACCEPTED',
    ],
    [
      'two that differ by such a prime, as multiples',
      vectors('Q', [
        [1, 0],
        [1, M31],
      ]),
      parallel,
      `REJECTED ${AT}`,
    ],
    [
      'a determinant that is such a prime',
      vectors('Q', [
        [42966, 1],
        [-1, 49981],
      ]),
      pair,
      'ACCEPTED',
    ],
    [
      'a determinant that is such a prime, as multiples',
      vectors('Q', [
        [42966, 1],
        [-1, 49981],
      ]),
      parallel,
      `REJECTED ${AT}`,
    ],
    [
      'such a determinant among smaller ones',
      vectors('Q', [
        [1, 0],
        [0, 1],
        [42966, 1],
        [-1, 49981],
      ]),
      flats('abcd', [''], ['a', 'b', 'c', 'd'], ['abcd']),
      'ACCEPTED',
    ],
    [
      'such a determinant among smaller ones, as multiples',
      vectors('Q', [
        [1, 0],
        [0, 1],
        [42966, 1],
        [-1, 49981],
      ]),
      flats('abcd', [''], ['a', 'b', 'cd'], ['abcd']),
      `REJECTED ${AT}/1`,
    ],
    [
      'such a determinant of rows that nearly cancel',
      vectors('Q', [
        [46341, -46340],
        [41707, -88047],
      ]),
      pair,
      'ACCEPTED',
    ],
    [
      'such a determinant of rows that nearly cancel, as multiples',
      vectors('Q', [
        [46341, -46340],
        [41707, -88047],
      ]),
      parallel,
      `REJECTED ${AT}`,
    ],
    [
      'multiples modulo the largest prime there may be',
      vectors({ prime: M31 }, [
        [1, 2],
        [M31 - 1, M31 - 2],
      ]),
      parallel,
      'ACCEPTED',
    ],
  ])('%s', (_, value, listed, expected) => {
    expect(flatsOf(value, listed)).toBe(expected);
  });
});

describe('the field', () => {
  const one = flats('a', [''], ['a']);
  const over = (field: unknown, coordinate: unknown = '1') =>
    flatsOf({ field, dimension: 1, points: [{ label: 'a', coordinates: [coordinate] }] }, one);

  test.each([2, 3, 5, 65521, 65537, 2147483629, M31])('may be that of %s elements', (prime) => {
    expect(over({ prime })).toBe('ACCEPTED');
    expect(over({ prime }, `${prime - 1}`)).toBe('ACCEPTED');
    for (const coordinate of [`${prime}`, '-1', '1/2', 1, '01', '9007199254740993', '']) {
      expect(over({ prime }, coordinate)).toBe('REJECTED /roles/vectors/value/points/0/coordinates/0');
    }
  });

  // Among them the square of the largest prime below 2^15.5, its product with the next smaller one, and the first prime above 2^31.
  test.each([0, 1, 4, 6, 9, 25, 561, 2 ** 31 - 2, 2147117569, 2146654199, 2 ** 31, 2147483659, 2 ** 53 - 1])(
    'has not %s elements',
    (prime) => {
      expect(over({ prime })).toBe('REJECTED /roles/vectors/value/field/prime');
      // Nor where nothing, or nothing but zero, is taken from it.
      for (const points of [[], [{ label: 'a', coordinates: ['0'] }]]) {
        const loops = flats('a'.repeat(points.length), ['a'.repeat(points.length)]);
        expect(flatsOf({ field: { prime }, dimension: 1, points }, loops)).toBe(
          'REJECTED /roles/vectors/value/field/prime',
        );
      }
    },
  );

  it('has no number p, which would be zero', () => {
    const at = (coordinate: string) => flatsOf(vectors({ prime: 5 }, [[coordinate]]), flats('a', ['a']));
    expect(at('0')).toBe('ACCEPTED');
    expect(at('5')).toBe('REJECTED /roles/vectors/value/points/0/coordinates/0');
  });

  test.each(['R', 'q', '', null, 2, [], ['Q'], {}, { prime: 2, more: 1 }, { p: 2 }])('is not %j', (field) => {
    expect(over(field)).toMatch(/^REJECTED \/roles\/vectors\/value\/field/);
  });

  test.each(['2/4', '1/1', '+1', '-0', '1.5', '', 1, null])('of rationals has no number %j', (coordinate) => {
    expect(over('Q', coordinate)).toBe('REJECTED /roles/vectors/value/points/0/coordinates/0');
  });
});

describe('projective flats (the fifth hand-over case)', () => {
  const read = (name: string) => {
    const { value }: Typed = JSON.parse(
      readFileSync(new URL(`../../../fixtures/flats/${name}.json`, import.meta.url), 'utf8'),
    );
    return value as VectorsValue & FlatsValue;
  };
  const count = (name: string) => read(name).flats_by_rank.map((list) => list.length);

  it('of six lines', () => {
    expect(count('six-flats')).toEqual([1, 6, 7, 1]);
    expect(flatsOf(read('six'), read('six-flats'))).toBe('ACCEPTED');
    expect(flatsOf(read('six-moved'), read('six-flats'))).toBe(`REJECTED ${AT}/2`);
  });

  it('of two times nine lines are the same', () => {
    expect(count('nine-flats')).toEqual([1, 9, 17, 1]);
    for (const name of ['nine-first', 'nine-second'])
      expect(flatsOf(read(name), read('nine-flats'))).toBe('ACCEPTED');
    const { points } = read('nine-first');
    const moved = { ...read('nine-first'), points: exchange(points, 0, 8) };
    expect(flatsOf(moved, read('nine-flats'))).toMatch(/^REJECTED/);
  });

  it('of 64 lines, with each rank-2 flat that is left out, listed twice or shortened', () => {
    const [value, listed] = [read('large'), read('large-flats')];
    expect(count('large-flats')).toEqual([1, 64, 866, 1]);
    expect(flatsOf(value, listed)).toBe('ACCEPTED');
    const [empty, points, planes, all] = listed.flats_by_rank;
    for (let i = 0; i < 866; i += 111) {
      const plane = planes?.[i] ?? [];
      for (const changed of [
        planes?.toSpliced(i, 1),
        planes?.toSpliced(i, 0, plane),
        planes?.with(i, plane.slice(1)),
      ]) {
        expect(flatsOf(value, { ...listed, flats_by_rank: [empty, points, changed, all] })).toMatch(
          /^REJECTED/,
        );
      }
    }
  });
});
