import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { near } from '../graph/support/near.ts';
import { compareWithTwin } from '../support/compare.ts';
import { type Factors, factorization, factorsOf, open, prattEntries, texts } from './support/primes.ts';
import { openFactors } from './support/twin.ts';

/** The factorisation, with entries for these of its factors. */
function factored(n: bigint, proved: (p: bigint) => boolean = () => false): Factors {
  const powers = factorsOf(n < 0n ? -n : n);
  const entries = prattEntries(...powers.map(([p]) => p).filter(proved));
  return {
    unit: n < 0n ? '-1' : '1',
    factors: texts(powers),
    ...(entries.length > 0 && { primes: entries }),
  };
}

function verdict(n: bigint | number, value: unknown): string | readonly unknown[] {
  return open(factorization(n, value));
}

describe('a factorisation', () => {
  it('of every small number leaves open the primes other than 2, and with their entries nothing', () => {
    for (let n = -300n; n <= 300n; n++) {
      if (n === 0n) continue;
      const { factors } = factored(n);
      expect(verdict(n, factored(n))).toEqual(factors.map(([p]) => p).filter((p) => p !== '2'));
      expect(
        factorization(
          n,
          factored(n, () => true),
        ),
      ).toEqual({ verdict: 'ACCEPTED' });
    }
  });

  it('does not take a composite number for a factor, whatever it is the product of', () => {
    for (let n = 4n; n <= 2000n; n++) {
      const composite = factorsOf(n)[0]?.[0] !== n;
      const answer = verdict(n, { unit: '1', factors: [[`${n}`, 1]] });
      expect(answer).toEqual(composite ? 'REJECTED /roles/factors/value/factors/0/0' : [`${n}`]);
    }
  });

  it('has the verdict of the twin, true ones and nearly true ones', () => {
    const number = fc.bigInt(-900n, 900n).filter((n) => n !== 0n);
    const certified = fc
      .tuple(number, fc.nat(3))
      .map(([n, k]) => ({ n, value: factored(n, (p) => p % 4n <= BigInt(k)) }));
    const changed = certified.chain(({ n, value }) =>
      fc.tuple(near(value), fc.constantFrom(n, n, n, -n, n + 1n)).map(([value, n]) => ({ n, value })),
    );
    const raised = certified.chain(({ n, value }) =>
      fc.nat().map((at) => ({
        n,
        value: {
          ...value,
          factors: value.factors.map(([p, e], i) => [p, i === at % value.factors.length ? e + 1 : e]),
        },
      })),
    );
    const merged = certified.map(({ n, value }) => {
      const [[p, e] = ['1', 1], [q, f] = ['1', 1], ...rest] = value.factors;
      return {
        n,
        value: {
          ...value,
          factors: e === 1 && f === 1 ? [[`${BigInt(p) * BigInt(q)}`, 1], ...rest] : value.factors,
        },
      };
    });
    const cases = fc.oneof(certified, changed, raised, merged);
    const met = compareWithTwin('number.factorization', { cases, numRuns: 3000 }, ({ n, value }, agree) => {
      const expected = openFactors(n, value);
      const answer = verdict(n, value);
      agree(typeof answer === 'string' ? answer : 'ACCEPTED', expected !== undefined);
      if (expected !== undefined) expect(answer).toEqual(expected);
    });
    expect(Math.min(met.ACCEPTED, met.REJECTED)).toBeGreaterThan(300);
  });
});

const AT = '/roles/factors/value';
const THREE = { n: '3', witness: '2', factors: [['2', 1]] };

describe('named factorisations', () => {
  const six = {
    unit: '1',
    factors: [
      ['2', 1],
      ['3', 1],
    ],
  };
  test.each<[string, number, unknown, unknown]>([
    ['6', 6, six, ['3']],
    ['6 with its factors exchanged', 6, { ...six, factors: six.factors.toReversed() }, ['3']],
    ['6, 3 proved', 6, { ...six, primes: [THREE] }, []],
    ['6, with no entries listed', 6, { ...six, primes: [] }, ['3']],
    ['6, and an entry for what is no factor', 6, { ...six, primes: prattEntries(5n) }, ['3']],
    [
      '6, and a wrong entry for what is no factor',
      6,
      { ...six, primes: [{ ...THREE, n: '5' }] },
      `REJECTED ${AT}/primes/0/factors`,
    ],
    [
      '6, and a witness that is a square',
      6,
      { ...six, primes: [{ ...THREE, witness: '4' }] },
      `REJECTED ${AT}/primes/0/factors/0`,
    ],
    [
      '6, and an entry for 2',
      6,
      { ...six, primes: [{ n: '2', witness: '1', factors: [] }] },
      `REJECTED ${AT}/primes/0/n`,
    ],
    ['6, and null for entries', 6, { ...six, primes: null }, `REJECTED ${AT}/primes`],
    ['−6', -6, { ...six, unit: '-1' }, ['3']],
    ['−6 with the unit 1', -6, six, `REJECTED ${AT}/unit`],
    ['6 with the unit −1', 6, { ...six, unit: '-1' }, `REJECTED ${AT}/unit`],
    ['6 with the unit −6', -6, { unit: '-6', factors: [] }, `REJECTED ${AT}/unit`],
    [
      '6 with the unit −1 and the number −1',
      6,
      {
        unit: '-1',
        factors: [
          ['-1', 1],
          ['2', 1],
          ['3', 1],
        ],
      },
      `REJECTED ${AT}/factors/0/0`,
    ],
    [
      '6 with a negative pair',
      6,
      {
        unit: '1',
        factors: [
          ['-2', 1],
          ['-3', 1],
        ],
      },
      `REJECTED ${AT}/factors/0/0`,
    ],
    [
      '6 with 1 as a factor',
      6,
      {
        unit: '1',
        factors: [
          ['2', 1],
          ['1', 1],
          ['3', 1],
        ],
      },
      `REJECTED ${AT}/factors/1/0`,
    ],
    ['6 as itself', 6, { unit: '1', factors: [['6', 1]] }, `REJECTED ${AT}/factors/0/0`],
    [
      '6 with a factor to the power 0',
      6,
      {
        unit: '1',
        factors: [
          ['2', 1],
          ['3', 1],
          ['5', 0],
        ],
      },
      `REJECTED ${AT}/factors/2/1`,
    ],
    [
      '4 with its factor twice',
      4,
      {
        unit: '1',
        factors: [
          ['2', 1],
          ['2', 1],
        ],
      },
      `REJECTED ${AT}/factors/1/0`,
    ],
    ['4', 4, { unit: '1', factors: [['2', 2]] }, []],
    ['1', 1, { unit: '1', factors: [] }, []],
    ['−1', -1, { unit: '-1', factors: [] }, []],
    ['1 with a factor', 1, { unit: '1', factors: [['2', 1]] }, `REJECTED ${AT}/factors`],
    ['1 with the unit −1', 1, { unit: '-1', factors: [] }, `REJECTED ${AT}/unit`],
    ['2 without factors', 2, { unit: '1', factors: [] }, `REJECTED ${AT}/factors`],
    ['0', 0, { unit: '1', factors: [] }, 'REJECTED /roles/n/value/value'],
    ['0 with a factor 0', 0, { unit: '1', factors: [['0', 1]] }, `REJECTED ${AT}/factors/0/0`],
    ['9 with a composite factor', 9, { unit: '1', factors: [['9', 1]] }, `REJECTED ${AT}/factors/0/0`],
    [
      '12 with the exponents exchanged',
      12,
      {
        unit: '1',
        factors: [
          ['2', 1],
          ['3', 2],
        ],
      },
      `REJECTED ${AT}/factors`,
    ],
    [
      '6 over the rationals',
      6,
      {
        unit: '1',
        factors: [
          ['2', 1],
          ['3', 1],
          ['5', -1],
        ],
      },
      `REJECTED ${AT}/factors/2/1`,
    ],
  ])('%s', (_, n, value, expected) => {
    expect(verdict(n, value)).toEqual(expected);
  });
});

describe('composite numbers that pass for primes', () => {
  const alone = (n: bigint) => verdict(n, { unit: '1', factors: [[`${n}`, 1]] });
  const composite = `REJECTED ${AT}/factors/0/0`;

  // The least composite numbers that are strong probable primes to the first 1, 2, 3, 4, 5, 6, 7, 8 and 11 primes (OEIS A014233).
  test.each([
    2047n,
    1373653n,
    25326001n,
    3215031751n,
    2152302898747n,
    3474749660383n,
    341550071728321n,
    3825123056546413051n,
  ])('%s to some bases: the others prove it composite', (n) => {
    expect(alone(n)).toBe(composite);
  });

  test.each([561n, 1105n, 8911n, 825265n, 321197185n])('%s, a Carmichael number', (n) => {
    expect(alone(n)).toBe(composite);
  });

  it('to all twelve are left open, like primes, and no entry proves them', () => {
    const [p, q] = [399165290221n, 798330580441n];
    expect(alone(p * q)).toEqual([`${p * q}`]);
    expect(alone(p)).toEqual([`${p}`]);
    // q = 2p − 1, so pq − 1 = (p − 1)(2p + 1).
    const powers = new Map(factorsOf(p - 1n));
    for (const [r, e] of factorsOf(2n * p + 1n)) powers.set(r, e + (powers.get(r) ?? 0));
    const entry = { n: `${p * q}`, witness: '2', factors: texts([...powers]) };
    const primes = [entry, ...prattEntries(...powers.keys())];
    const value = { unit: '1', factors: [[`${p * q}`, 1]], primes };
    expect(verdict(p * q, value)).toContain(`REJECTED ${AT}/primes/0/`);
  });

  it('are not even numbers', () => {
    for (const n of [4n, 6n, 10n ** 20n, 2n ** 89n, 2n * 3825123056546413057n])
      expect(alone(n)).toBe(composite);
  });
});
