import { describe, expect, it } from 'vitest';
import { check as checkFlats } from '../../../checkers/matroid/flats/check.ts';
import { type FlatsValue, flatsOf, flatsRequest, lattice, type VectorsValue } from './support/values.ts';

const STEPS = {
  verdict: 'INCONCLUSIVE',
  reason: 'UNSUPPORTED',
  bound: '10000000000 steps of exact arithmetic',
};

function names(n: number): string[] {
  return Array.from({ length: n }, (_, i) => `${i}`);
}

/** The flats of n vectors in general position: all sets of fewer than r, and the whole. */
function uniform(r: number, n: number): FlatsValue {
  const sets = (size: number, from: number): string[][] => {
    if (size === 0) return [[]];
    return Array.from({ length: Math.max(0, n - from) }, (_, k) => from + k).flatMap((first) =>
      sets(size - 1, first + 1).map((rest) => [`${first}`, ...rest]),
    );
  };
  const proper = Array.from({ length: r }, (_, rank) => sets(rank, 0));
  return { ground_set: names(n), flats_by_rank: [...proper, [names(n)]] };
}

/** Powers of 0 to n − 1, each coordinate times the scale. */
function moments(r: number, n: number, scale = 1n): VectorsValue {
  const points = names(n).map((label, i) => ({
    label,
    coordinates: Array.from({ length: r }, (_, k) => `${scale * BigInt(i) ** BigInt(k)}`),
  }));
  return { field: 'Q', dimension: r, points };
}

describe('many flats', () => {
  it('of 150 points in a plane, or of 30 in a space: 11,327 and 4,526', () => {
    for (const [r, n] of [
      [3, 150],
      [4, 30],
    ] as const) {
      const listed = uniform(r, n);
      expect(flatsOf(moments(r, n), listed)).toBe('ACCEPTED');
      expect(lattice(listed)).toBe('ACCEPTED');
      const last = listed.flats_by_rank.with(r - 1, listed.flats_by_rank[r - 1]?.slice(1) ?? []);
      expect(flatsOf(moments(r, n), { ...listed, flats_by_rank: last })).toMatch(/^REJECTED/);
      expect(lattice({ ...listed, flats_by_rank: last })).toMatch(/^REJECTED/);
    }
  });

  it('of 30,000 points on a line', () => {
    const listed = uniform(2, 30_000);
    expect(flatsOf(moments(2, 30_000), listed)).toBe('ACCEPTED');
    expect(lattice(listed)).toBe('ACCEPTED');
  });

  it('of 2,000 vectors in 10 dimensions are not even looked for when the first of each rank are listed', () => {
    const value = { ...moments(10, 2000), field: { prime: 2147483647 } };
    const points = value.points.map(({ label, coordinates }) => ({
      label,
      coordinates: coordinates.map((x) => `${BigInt(x) % 2147483647n}`),
    }));
    const ranks = Array.from({ length: 9 }, (_, k) =>
      names(2000)
        .slice(0, 2000 - k)
        .map((label) => [label]),
    );
    const listed = { ground_set: names(2000), flats_by_rank: [[[]], ...ranks, [names(2000)]] };
    expect(checkFlats(flatsRequest({ ...value, points }, listed))).toEqual(STEPS);
    expect(lattice(listed)).toMatch(/^REJECTED/);
  });
});

describe('many ranks', () => {
  it('need many flats: those of a matroid of rank r are at least 2^r', () => {
    const ranks = (count: number) => ({
      ground_set: [],
      flats_by_rank: Array.from({ length: count }, () => [[]]),
    });
    for (const count of [2, 54, 2000, 50_000]) {
      expect(flatsOf({ field: 'Q', dimension: 0, points: [] }, ranks(count))).toBe(
        'REJECTED /roles/flats/value/flats_by_rank',
      );
      expect(lattice(ranks(count))).toBe('REJECTED /roles/flats/value/flats_by_rank/1/0');
    }
  });

  it('are few where they are right: all subsets of twelve', () => {
    const free = uniform(12, 12);
    const unit = names(12).map((label, i) => ({
      label,
      coordinates: names(12).map((_, k) => (i === k ? '1' : '0')),
    }));
    expect(free.flats_by_rank.flat()).toHaveLength(4096);
    expect(flatsOf({ field: { prime: 2 }, dimension: 12, points: unit }, free)).toBe('ACCEPTED');
    expect(lattice(free)).toBe('ACCEPTED');
  });
});

describe('large numbers', () => {
  it('of 40 digits are nothing special, those whose minors may have 3,375 digits are too large', () => {
    const listed = uniform(3, 64);
    expect(flatsOf(moments(3, 64, 10n ** 40n), listed)).toBe('ACCEPTED');
    const asked = checkFlats(flatsRequest(moments(3, 64, 10n ** 1200n), listed));
    expect(asked).toEqual({ ...STEPS, bound: 'minors of less than 11213 bits' });
    expect(checkFlats(flatsRequest(moments(4, 40, 10n ** 700n), uniform(4, 40)))).toEqual(STEPS);
  });

  it('of 11,212 bits in the only minor are the most there may be', () => {
    const one = (bits: bigint) => ({
      field: 'Q' as const,
      dimension: 1,
      points: [{ label: '0', coordinates: [`${2n ** bits - 1n}`] }],
    });
    expect(flatsOf(one(11_212n), uniform(1, 1))).toBe('ACCEPTED');
    expect(checkFlats(flatsRequest(one(11_213n), uniform(1, 1)))).toMatchObject({
      bound: 'minors of less than 11213 bits',
    });
  });

  it('of 5,605 bits in each of two rows are not too large together, though their digits round up', () => {
    const x = `${2n ** 5605n - 1n}`;
    const points = [
      { label: '0', coordinates: [x, '0'] },
      { label: '1', coordinates: ['0', x] },
    ];
    expect(flatsOf({ field: 'Q', dimension: 2, points }, uniform(2, 2))).toBe('ACCEPTED');
  });

  it('of 30 rows count in as many as the rank has, and one, however many coordinates there are', () => {
    const points = moments(2, 30, 10n ** 130n).points.map(({ label, coordinates }) => ({
      label,
      coordinates: [...coordinates, ...Array<string>(40).fill('0')],
    }));
    expect(flatsOf({ field: 'Q', dimension: 42, points }, uniform(2, 30))).toBe('ACCEPTED');
  });

  it('may be denominators', () => {
    const listed = uniform(2, 30);
    const points = names(30).map((label, i) => ({
      label,
      coordinates: [`1/${10n ** 60n + BigInt(i)}`, '1'],
    }));
    expect(flatsOf({ field: 'Q', dimension: 2, points }, listed)).toBe('ACCEPTED');
  });

  it('of coordinates do not matter beyond the rank: 2,000 coordinates, all but two zero', () => {
    const points = names(30).map((label, i) => ({
      label,
      coordinates: Array.from({ length: 2000 }, (_, k) => (k === 700 ? '1' : k === 1999 ? `${i}` : '0')),
    }));
    expect(flatsOf({ field: 'Q', dimension: 2000, points }, uniform(2, 30))).toBe('ACCEPTED');
  });

  it('are no dimension without points', () => {
    const at = (dimension: number) => flatsOf({ field: 'Q', dimension, points: [] }, uniform(0, 0));
    expect(at(2 ** 53 - 1)).toBe('ACCEPTED');
    for (const dimension of [-1, 0.5, 2 ** 53])
      expect(at(dimension)).toBe('REJECTED /roles/vectors/value/dimension');
  });
});

describe('a label', () => {
  const verdicts = (...labels: readonly string[]) => {
    const points = labels.map((label) => ({ label, coordinates: [] }));
    const listed = { ground_set: labels, flats_by_rank: [[labels]] };
    return [flatsOf({ field: 'Q', dimension: 0, points }, listed), lattice(listed)];
  };

  it.each(['x', '\u{1d54f}'])('has at most 256 code points: %s', (letter) => {
    expect(verdicts(letter.repeat(256))).toEqual(['ACCEPTED', 'ACCEPTED']);
    expect(verdicts(letter.repeat(257))).toEqual([
      'REJECTED /roles/vectors/value/points/0',
      'REJECTED /roles/flats/value/ground_set/0',
    ]);
  });

  it.each(['', 'a\u0000', '\u007f'])('is not %j', (label) => {
    expect(verdicts(label)).toEqual([
      'REJECTED /roles/vectors/value/points/0',
      'REJECTED /roles/flats/value/ground_set/0',
    ]);
  });

  it.each([
    ['a', 'a'],
    ['\u00e9', 'e\u0301'],
  ])('is not another one: %j and %j', (one, other) => {
    expect(verdicts(one, other)).toEqual([
      'REJECTED /roles/vectors/value/points/1',
      'REJECTED /roles/flats/value/ground_set/1',
    ]);
  });
});

describe('a coordinate', () => {
  const listed = { ground_set: ['other'], flats_by_rank: [[[]], [['other']]] };
  const verdict = (field: VectorsValue['field'], ...coordinates: readonly string[]) =>
    flatsOf({ field, dimension: coordinates.length, points: [{ label: '0', coordinates }] }, listed);
  const read = 'REJECTED /roles/flats/value/ground_set/0';

  it('has at most a million characters', () => {
    const longest = '1'.repeat(1_000_000);
    expect(verdict('Q', longest)).toBe(read);
    expect(verdict('Q', `${longest}1`)).toBe('INCONCLUSIVE');
    expect(verdict({ prime: 7 }, longest)).toBe('REJECTED /roles/vectors/value/points/0/coordinates/0');
    expect(verdict({ prime: 7 }, `${longest}1`)).toBe('INCONCLUSIVE');
  });

  it('is compared with its denominator as long as steps are left', () => {
    const fraction = (zeros: number) => `1${'0'.repeat(zeros - 1)}1/1${'0'.repeat(zeros)}`;
    expect(verdict('Q', fraction(20_000))).toBe(read);
    expect(verdict('Q', fraction(50_000))).toBe('INCONCLUSIVE');
    expect(verdict('Q', ...Array<string>(6).fill(fraction(20_000)))).toBe('INCONCLUSIVE');
  });
});
