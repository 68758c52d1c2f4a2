import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { near } from '../graph/support/near.ts';
import { compareWithTwin } from '../support/compare.ts';
import { factorsOf, prattEntries, prime, texts } from './support/primes.ts';
import { isPrime, isProvedPrime } from './support/twin.ts';

const SMALL = Array.from({ length: 120 }, (_, n) => BigInt(n));

describe('a Pratt certificate', () => {
  it('proves every prime, for each number of order n − 1 and for no other', () => {
    for (const n of SMALL.slice(3)) {
      const factors = texts(factorsOf(n - 1n));
      const needed = factors.flatMap(([p]) => prattEntries(BigInt(p)));
      const entries = [...new Map(needed.map((entry) => [entry.n, entry])).values()];
      for (let witness = 0n; witness < n; witness++) {
        const primes = [{ n: `${n}`, witness: `${witness}`, factors }, ...entries];
        const accepted = prime(n, primes) === 'ACCEPTED';
        expect(accepted).toBe(isPrime(n) && isRoot(witness, n));
      }
    }
  });

  it('is accepted for large primes, in any order of its entries', () => {
    for (const n of [2n ** 31n - 1n, 2n ** 61n - 1n, 2n ** 89n - 1n]) {
      const entries = prattEntries(n);
      expect(prime(n, entries)).toBe('ACCEPTED');
      expect(prime(n, entries.toReversed())).toBe('ACCEPTED');
      expect(prime(n + 2n, entries)).toBe('REJECTED /roles/certificate/value/primes');
    }
  });

  it('has the verdict of the twin, true ones and nearly true ones', () => {
    const n = fc.constantFrom(...SMALL.filter(isPrime));
    const certified = fc
      .tuple(n, fc.array(n, { maxLength: 2 }))
      .chain(([n, others]) =>
        fc.shuffledSubarray([...prattEntries(n, ...others)]).map((primes) => ({ n, primes })),
      );
    const changed = certified.chain(({ n, primes }) =>
      fc.tuple(near(primes), fc.constantFrom(n, n, n, n + 1n, -n, 2n)).map(([primes, n]) => ({ n, primes })),
    );
    const stepped = certified.chain(({ n, primes }) => stepOne(primes).map((primes) => ({ n, primes })));
    const met = compareWithTwin(
      'number.prime',
      { cases: fc.oneof(certified, changed, stepped), numRuns: 3000 },
      ({ n, primes }, agree) => {
        const holds = isProvedPrime(n, primes);
        agree(prime(n, primes), holds);
      },
    );
    expect(Math.min(met.ACCEPTED, met.REJECTED)).toBeGreaterThan(300);
  });
});

/** Whether the powers of w modulo n are n − 1 different numbers. */
function isRoot(w: bigint, n: bigint): boolean {
  const powers = new Set<bigint>();
  for (let [i, x] = [1n, w % n]; i < n; i++, x = (x * w) % n) powers.add(x);
  return powers.size === Number(n - 1n) && !powers.has(0n);
}

/** One of the integers in a list of entries a step up or down, or with another sign. */
function stepOne<Value>(primes: Value): fc.Arbitrary<Value> {
  const text = JSON.stringify(primes);
  const places = [...text.matchAll(/"(\d+)"|(\d+)\]/g)];
  if (places.length === 0) return fc.constant(primes);
  return fc.tuple(fc.constantFrom(...places), fc.constantFrom(1n, -1n, 0n)).map(([match, step]) => {
    const old = match[1] ?? match[2] ?? '';
    const changed = step === 0n && match[1] !== undefined ? `-${old}` : `${BigInt(old) + step}`;
    const from = match.index + (match[1] === undefined ? 0 : 1);
    return JSON.parse(text.slice(0, from) + changed + text.slice(from + old.length)) as Value;
  });
}

const THREE = { n: '3', witness: '2', factors: [['2', 1]] };
const FIVE = { n: '5', witness: '2', factors: [['2', 2]] };
const SEVEN = {
  n: '7',
  witness: '3',
  factors: [
    ['2', 1],
    ['3', 1],
  ],
};
const AT = '/roles/certificate/value/primes';

describe('named certificates', () => {
  test.each<[string, number | string, unknown, string]>([
    ['2 without an entry', 2, [], 'ACCEPTED'],
    ['2 with a right entry for another number', 2, [THREE], 'ACCEPTED'],
    [
      '2 with a wrong entry that nothing needs',
      2,
      [{ ...THREE, witness: '1' }],
      `REJECTED ${AT}/0/factors/0`,
    ],
    ['2 with an entry of its own', 2, [{ n: '2', witness: '1', factors: [] }], `REJECTED ${AT}/0/n`],
    ['1', 1, [THREE], `REJECTED ${AT}`],
    ['1 with an entry', 1, [{ n: '1', witness: '0', factors: [] }], `REJECTED ${AT}/0/n`],
    ['0', 0, [], `REJECTED ${AT}`],
    ['−2', -2, [], `REJECTED ${AT}`],
    ['−3', -3, [THREE], `REJECTED ${AT}`],
    ['3', 3, [THREE], 'ACCEPTED'],
    ['3 without an entry', 3, [], `REJECTED ${AT}`],
    ['3 by an entry for another number', 3, [FIVE], `REJECTED ${AT}`],
    ['7 with an entry too many', 7, [SEVEN, THREE, FIVE], 'ACCEPTED'],
    [
      '7 with a wrong entry too many',
      7,
      [SEVEN, THREE, { ...FIVE, witness: '4' }],
      `REJECTED ${AT}/2/factors/0`,
    ],
    ['7 without the entry for 3', 7, [SEVEN], `REJECTED ${AT}/0/factors/1/0`],
    ['7 by a square', 7, [{ ...SEVEN, witness: '2' }, THREE], `REJECTED ${AT}/0/factors/0`],
    ['7 by a cube', 7, [{ ...SEVEN, witness: '6' }, THREE], `REJECTED ${AT}/0/factors/1`],
    ['7 by 0', 7, [{ ...SEVEN, witness: '0' }, THREE], `REJECTED ${AT}/0/witness`],
    ['7 by 7', 7, [{ ...SEVEN, witness: '7' }, THREE], `REJECTED ${AT}/0/witness`],
    ['7 by a witness of more than n', 7, [{ ...SEVEN, witness: '10' }, THREE], 'ACCEPTED'],
    ['7 by a negative witness', 7, [{ ...SEVEN, witness: '-4' }, THREE], 'ACCEPTED'],
    [
      '7 with its factors in another order',
      7,
      [
        {
          ...SEVEN,
          factors: [
            ['3', 1],
            ['2', 1],
          ],
        },
        THREE,
      ],
      'ACCEPTED',
    ],
    [
      '7 with a composite factor',
      7,
      [{ ...SEVEN, factors: [['6', 1]] }, THREE],
      `REJECTED ${AT}/0/factors/0/0`,
    ],
    ['7 with itself as a factor', 7, [{ ...SEVEN, factors: [['7', 1]] }], `REJECTED ${AT}/0/factors`],
    [
      '7 with 1 as a factor',
      7,
      [
        {
          ...SEVEN,
          factors: [
            ['2', 1],
            ['3', 1],
            ['1', 1],
          ],
        },
        THREE,
      ],
      `REJECTED ${AT}/0/factors/2/0`,
    ],
    [
      '7 with −1 and −6',
      7,
      [
        {
          ...SEVEN,
          factors: [
            ['-1', 1],
            ['-6', 1],
          ],
        },
        THREE,
      ],
      `REJECTED ${AT}/0/factors/0/0`,
    ],
    [
      '5 with a factor split',
      5,
      [
        {
          ...FIVE,
          factors: [
            ['2', 1],
            ['2', 1],
          ],
        },
      ],
      `REJECTED ${AT}/0/factors/1/0`,
    ],
    [
      '7 with a factor to the power 0',
      7,
      [
        {
          ...SEVEN,
          factors: [
            ['2', 1],
            ['3', 1],
            ['5', 0],
          ],
        },
        THREE,
        FIVE,
      ],
      `REJECTED ${AT}/0/factors/2/1`,
    ],
    ['7 with an entry twice', 7, [SEVEN, THREE, SEVEN], `REJECTED ${AT}/2/n`],
    ['5 with a power of 2 too few', 5, [{ ...FIVE, factors: [['2', 1]] }], `REJECTED ${AT}/0/factors`],
    ['5 with a power of 2 too many', 5, [{ ...FIVE, factors: [['2', 3]] }], `REJECTED ${AT}/0/factors`],
    ['9', 9, [{ n: '9', witness: '2', factors: [['2', 3]] }], `REJECTED ${AT}/0/witness`],
    [
      'a Carmichael number',
      561,
      [
        {
          n: '561',
          witness: '2',
          factors: [
            ['2', 4],
            ['5', 1],
            ['7', 1],
          ],
        },
        THREE,
        FIVE,
        SEVEN,
      ],
      `REJECTED ${AT}/0/factors/0`,
    ],
    [
      'two that need each other',
      7,
      [
        {
          ...SEVEN,
          factors: [
            ['2', 1],
            ['13', 1],
          ],
        },
        {
          n: '13',
          witness: '2',
          factors: [
            ['2', 1],
            ['7', 1],
          ],
        },
      ],
      `REJECTED ${AT}/0/factors`,
    ],
    ['a number written in another way', '07', [SEVEN, THREE], 'REJECTED /roles/n/value/value'],
  ])('%s', (_, n, primes, expected) => {
    expect(prime(n, primes)).toBe(expected);
  });
});
