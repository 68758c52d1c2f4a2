import { describe, expect, it } from 'vitest';
import { factorization, factorsOf, open, prattEntries, prime } from './support/primes.ts';

const STEPS = {
  verdict: 'INCONCLUSIVE',
  reason: 'UNSUPPORTED',
  bound: '10000000000 steps of exact arithmetic',
};
const AT = '/roles/factors/value/factors';

function product(n: bigint | string, ...factors: readonly (readonly [bigint | string, number])[]) {
  return factorization(n, { unit: '1', factors: factors.map(([p, e]) => [`${p}`, e]) });
}

describe('powers that are never computed', () => {
  const MOST = Number.MAX_SAFE_INTEGER;

  it('are refused for the size they would have', () => {
    for (const factors of [
      [['2', MOST]],
      [
        ['2', 3],
        ['3', MOST],
      ],
      [['2', 1_000_000]],
      [['9'.repeat(1_000_000), MOST]],
      [
        [2n ** 32n + 15n, 2 ** 26],
        ['2', 1],
      ],
    ] as const) {
      expect(open(product(12n, ...factors))).toBe(`REJECTED ${AT}`);
    }
    const entry = { n: '7', witness: '3', factors: [['2', MOST]] };
    expect(prime(7, [entry])).toBe('REJECTED /roles/certificate/value/primes/0/factors');
  });

  it('are refused together, when each alone would be small enough', () => {
    const n = 2n ** 4000n + 1n;
    const factors = Array.from({ length: 2000 }, (_, i) => [BigInt(2 * i + 3), 1000] as const);
    expect(open(product(n, ...factors))).toBe(`REJECTED ${AT}`);
  });
});

describe('numbers of a million digits', () => {
  it('may be powers of 2', () => {
    const n = (2n ** 3_321_927n).toString();
    expect(n.length).toBe(1_000_000);
    expect(product(n, ['2', 3_321_927])).toEqual({ verdict: 'ACCEPTED' });
    expect(product(`1${n}`, ['2', 3_321_927])).toMatchObject({
      bound: 'numbers of at most 1000000 characters',
    });
  });

  it('are found composite or not at all', () => {
    const n = `1${'0'.repeat(999_998)}1`;
    expect(product(n, [n, 1])).toEqual(STEPS);
    expect(prime(n, [])).toBe('REJECTED /roles/certificate/value/primes');
    // Its own entry: n − 1 = 2^999999 · 5^999999.
    const entry = {
      n,
      witness: '3',
      factors: [
        ['2', 999_999],
        ['5', 999_999],
      ],
    };
    expect(prime(n, [entry, ...prattEntries(5n)])).toBe('INCONCLUSIVE');
  });

  it('are multiplied out once, not twice: what is spent is spent', () => {
    const wrong = {
      n: `${2n ** 3_321_926n + 1n}`,
      witness: '3',
      factors: [['2', 3_321_925]],
    };
    const value = { unit: '1', factors: [['2', 3_321_927]] };
    const n = 2n ** 3_321_927n;
    expect(factorization(n, value)).toEqual({ verdict: 'ACCEPTED' });
    expect(
      open(
        factorization(12n, {
          ...value,
          factors: [
            ['2', 2],
            ['3', 1],
          ],
          primes: [wrong],
        }),
      ),
    ).toBe('REJECTED /roles/factors/value/primes/0/factors');
    expect(factorization(n, { ...value, primes: [wrong] })).toEqual(STEPS);
  });

  it('are the longest that a primality is asked of', () => {
    const n = `1${'0'.repeat(999_999)}`;
    expect(prime(n, [])).toBe('REJECTED /roles/certificate/value/primes');
    expect(prime(`${n}0`, [])).toBe('INCONCLUSIVE');
  });
});

describe('a factor', () => {
  it('of 1,281 digits is tested to all bases, one of 4,000 to the first, one of 13,395 to none', () => {
    const composite = 2n ** 13288n - 1n;
    expect(open(product(composite, [composite, 1]))).toBe(`REJECTED ${AT}/0/0`);
    const primes = [2n ** 4253n - 1n, 2n ** 44_497n - 1n] as const;
    expect(open(product(primes[0], [primes[0], 1]))).toEqual([`${primes[0]}`]);
    expect(product(primes[1], [primes[1], 1])).toEqual(STEPS);
  });

  it('is left open with 1,023 others and not with more, and the answer is short enough', () => {
    const odd: bigint[] = [];
    for (let p = 3n; odd.length < 1025; p += 2n) if (factorsOf(p)[0]?.[0] === p) odd.push(p);
    const n = (count: number) => odd.slice(0, count).reduce((all, p) => all * p, 1n);
    const ask = (count: number) => product(n(count), ...odd.slice(0, count).map((p) => [p, 1] as const));
    const answer = ask(1024);
    expect(open(answer)).toHaveLength(1024);
    // The tests of 1,024 numbers of 285 digits would take all steps there are.
    expect(JSON.stringify(answer).length + 1024 * 285).toBeLessThan(2 ** 19);
    expect(ask(1025)).toEqual({ ...STEPS, bound: 'at most 1024 factors without an entry' });
  });
});

describe('a list of entries', () => {
  it('may be deep', () => {
    // From a prime p to the next prime k·p + 1.
    const entries = [...prattEntries(89n)];
    let p = 89n;
    for (let depth = 0; depth < 60; depth++) {
      let k = 2n;
      while (!isPrime(k * p + 1n)) k += 2n;
      const n = k * p + 1n;
      const factors = new Map(factorsOf(k));
      factors.set(p, 1 + (factors.get(p) ?? 0));
      entries.push({
        n: `${n}`,
        witness: `${rootOf(n, [...factors.keys()])}`,
        factors: [...factors].map(([q, e]) => [`${q}`, e]),
      });
      for (const entry of prattEntries(...factorsOf(k).map(([q]) => q))) {
        if (!entries.some(({ n }) => n === entry.n)) entries.push(entry);
      }
      p = n;
    }
    expect(p.toString().length).toBeGreaterThan(60);
    expect(prime(p, entries)).toBe('ACCEPTED');
    expect(prime(p, entries.toReversed())).toBe('ACCEPTED');
    expect(prime(p, entries.slice(1))).toMatch(/^REJECTED/);
  });

  it('may be long', () => {
    const primes: bigint[] = [];
    for (let p = 3n; p < 30_000n; p += 2n) if (factorsOf(p)[0]?.[0] === p) primes.push(p);
    expect(prime(29_989n, prattEntries(...primes))).toBe('ACCEPTED');
  });

  it('of large numbers is not examined to its end', () => {
    // None is wrong at first sight: 2^k·3 + 1 with a witness of any kind.
    const entries = Array.from({ length: 40 }, (_, i) => ({
      n: `${3n * 2n ** BigInt(8000 + i) + 1n}`,
      witness: '1',
      factors: [
        ['2', 8000 + i],
        ['3', 1],
      ],
    }));
    const witness = (n: bigint) => `${n - 1n}`;
    const own = entries.map((entry) => ({ ...entry, witness: witness(BigInt(entry.n)) }));
    expect(prime(3, [...prattEntries(3n), ...own])).toMatch(/^REJECTED/);
    const n = 3n * 2n ** 40_000n + 1n;
    expect(
      prime(n, [
        {
          n: `${n}`,
          witness: '5',
          factors: [
            ['2', 40_000],
            ['3', 1],
          ],
        },
        ...prattEntries(3n),
      ]),
    ).toBe('INCONCLUSIVE');
  });
});

function isPrime(n: bigint): boolean {
  return [2n, 3n, 5n, 7n, 11n, 13n].every((base) =>
    n % base === 0n ? n === base : power(base, n - 1n, n) === 1n,
  );
}

function rootOf(n: bigint, primes: readonly bigint[]): bigint {
  let w = 2n;
  while (!primes.every((p) => power(w, (n - 1n) / p, n) !== 1n)) w++;
  return w;
}

function power(base: bigint, exponent: bigint, n: bigint): bigint {
  let [result, square] = [1n, base % n];
  for (let rest = exponent; rest > 0n; rest /= 2n, square = (square * square) % n) {
    if (rest % 2n === 1n) result = (result * square) % n;
  }
  return result;
}
