import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Budget } from '../../../checkers/exact/budget.ts';
import { spanningCoordinates } from '../../../checkers/exact/coordinates.ts';
import type { Field } from '../../../checkers/exact/field.ts';
import { inverses } from '../../../checkers/exact/inverses.ts';
import { LargeField } from '../../../checkers/exact/large-field.ts';
import { MERSENNE_EXPONENTS } from '../../../checkers/exact/mersenne.ts';
import { SmallField } from '../../../checkers/exact/small-field.ts';
import { isPrime } from '../../../checkers/exact/trial-division.ts';
import { rankOf } from './support/twins.ts';

const M31 = 2 ** 31 - 1;

describe.each<[string, Field<number | bigint>, bigint]>([
  ['of 2 elements', new SmallField(2) as Field<number | bigint>, 2n],
  ['of 3 elements', new SmallField(3) as Field<number | bigint>, 3n],
  ['of 65537 elements', new SmallField(65537) as Field<number | bigint>, 65537n],
  ['of 2^31 − 1 elements', new SmallField(M31) as Field<number | bigint>, BigInt(M31)],
  ['of 7 elements, in BigInts', new LargeField(7n) as Field<number | bigint>, 7n],
  ['of 2^127 − 1 elements', new LargeField(2n ** 127n - 1n) as Field<number | bigint>, 2n ** 127n - 1n],
])('the field %s', (_, field, prime) => {
  const mod = (x: bigint) => ((x % prime) + prime) % prime;
  const integer = fc.oneof(
    fc.bigInt(-(2n ** 200n), 2n ** 200n),
    fc.constantFrom(0n, 1n, -1n, prime, prime - 1n, prime / 2n, 2n * prime + 1n),
  );

  it('calculates with residues', () => {
    fc.assert(
      fc.property(integer, integer, integer, (x, y, z) => {
        const [a, b, c] = [field.element(x), field.element(y), field.element(z)];
        expect(BigInt(a)).toBe(mod(x));
        expect(BigInt(field.product(a, b))).toBe(mod(x * y));
        expect(BigInt(field.minusProduct(a, b, c))).toBe(mod(x - y * z));
        if (a !== field.zero) expect(BigInt(field.product(a, field.inverse(a)))).toBe(1n);
      }),
      { numRuns: 500 },
    );
  });

  it('inverts many elements as it inverts each', () => {
    const element = integer.map((x) => field.element(x)).filter((a) => a !== field.zero);
    fc.assert(
      fc.property(fc.array(element, { maxLength: 6 }), (elements) => {
        expect(inverses(elements, field)).toEqual(elements.map((a) => field.inverse(a)));
      }),
    );
  });
});

describe('primes', () => {
  it('below 2^31 are found by trial division', () => {
    const sieve = Array.from({ length: 5000 }, (_, n) => n >= 2);
    for (let p = 2; p < 5000; p++) if (sieve[p]) for (let k = p * p; k < 5000; k += p) sieve[k] = false;
    for (const [n, prime] of sieve.entries()) expect(isPrime(n)).toBe(prime);
    // The primes between 2^31 − 100 and 2^31.
    const last = Array.from({ length: 101 }, (_, i) => 2 ** 31 - 100 + i).filter(isPrime);
    expect(last).toEqual([2147483549, 2147483563, 2147483579, 2147483587, 2147483629, 2147483647]);
  });

  test.each(MERSENNE_EXPONENTS)('2^%i − 1 is one (Lucas, Lehmer)', (exponent) => {
    const [q, prime] = [BigInt(exponent), 2n ** BigInt(exponent) - 1n];
    let s = 4n;
    for (let i = 2; i < exponent; i++) {
      const square = s * s - 2n;
      // 2^q ≡ 1.
      s = (square & prime) + (square >> q);
      if (s >= prime) s -= prime;
    }
    expect(s).toBe(0n);
  });
});

describe('coordinates of vectors', () => {
  const rows = fc.nat(5).chain((length) =>
    fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: length, maxLength: length }), {
      maxLength: 6,
    }),
  );

  it('are as many as the rank, and keep the rank of every subset', () => {
    const field = new SmallField(101);
    fc.assert(
      fc.property(rows, fc.nat(63), (vectors, set) => {
        const elements = vectors.map((vector) => vector.map((x) => field.element(BigInt(x))));
        const reduced = spanningCoordinates(elements, field, new Budget());
        const rank = (list: readonly (readonly number[])[]) =>
          rankOf(
            list.filter((_, i) => (set >> i) % 2 === 1).map((row) => row.map(String)),
            { prime: 101 },
          );
        expect(rank(reduced)).toBe(rank(elements));
        const whole = rankOf(
          elements.map((row) => row.map(String)),
          { prime: 101 },
        );
        for (const row of reduced) expect(row).toHaveLength(whole);
      }),
      { numRuns: 500 },
    );
  });
});
