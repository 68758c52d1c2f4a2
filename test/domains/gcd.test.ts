import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gcd } from '../../src/domains/gcd.ts';
import { LONGEST_FRACTION, rationalFault } from '../../src/domains/rational.ts';

function euclid(a: bigint, b: bigint): bigint {
  return b === 0n ? a : euclid(b, a % b);
}

const natural = (bits: number) => fc.bigInt(0n, 2n ** BigInt(bits));

describe('gcd', () => {
  test.each([0n, 1n, 2n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 104n, 10n ** 40n])(
    'with 0 and with itself: %s',
    (n) => {
      expect(gcd(n, 0n)).toBe(n);
      expect(gcd(0n, n)).toBe(n);
      expect(gcd(n, n)).toBe(n);
      expect(gcd(n, n + 1n)).toBe(1n);
      expect(gcd(n * 6n, n * 4n)).toBe(n * 2n);
    },
  );

  test('is that of Euclid for numbers of any lengths with a common factor of any length', () => {
    fc.assert(
      fc.property(natural(900), natural(900), natural(300), (a, b, common) => {
        expect(gcd(a * common, b * common)).toBe(euclid(a * common, b * common));
      }),
      { numRuns: 500 },
    );
  });

  test('and where one is far longer, or a power of two beside another', () => {
    fc.assert(
      fc.property(
        natural(2000),
        natural(60),
        fc.nat(1500),
        fc.nat(1500),
        fc.integer({ min: -2, max: 2 }),
        (a, b, m, n, e) => {
          expect(gcd(a, b)).toBe(euclid(a, b));
          const [x, y] = [2n ** BigInt(m + 2) + BigInt(e), 2n ** BigInt(n + 2) - BigInt(e)];
          expect(gcd(x, y)).toBe(euclid(x, y));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('and for neighbours of Fibonacci numbers, where every quotient is one', () => {
    let [a, b] = [1n, 1n];
    for (let i = 0; i < 2000; i++) {
      [a, b] = [b, a + b];
      expect(gcd(a, b)).toBe(1n);
      expect(gcd(a * 12n, b * 18n)).toBe(euclid(a * 12n, b * 18n));
    }
  });

  test('and for numbers made of any partial quotients', () => {
    const quotient = fc.oneof(fc.bigInt(1n, 3n), natural(30), natural(120)).filter((q) => q > 0n);
    fc.assert(
      fc.property(fc.array(quotient, { maxLength: 80 }), natural(100), (quotients, common) => {
        let [a, b] = [1n, 0n];
        for (const q of quotients) [a, b] = [a * q + b, a];
        expect(gcd(a * common, b * common)).toBe(common);
      }),
      { numRuns: 300 },
    );
  });
});

describe('lowest terms', () => {
  test('p/q is in lowest terms exactly where nothing above 1 divides both', () => {
    fc.assert(
      fc.property(natural(60), natural(60), fc.boolean(), (p, q, negative) => {
        const text = `${negative ? '-' : ''}${p + 1n}/${q + 2n}`;
        expect(rationalFault(text) === undefined).toBe(euclid(p + 1n, q + 2n) === 1n);
      }),
    );
  });

  test('a fraction as long as allowed is examined, a longer one is not', () => {
    const half = '7'.repeat(LONGEST_FRACTION / 2 - 1);
    expect(rationalFault(`${half}/${half}`)).toBe('a fraction is in lowest terms');
    expect(rationalFault(`${half}/${half}00`)).toBe('a fraction has at most 20000 characters');
    expect(rationalFault('7'.repeat(LONGEST_FRACTION * 10))).toBeUndefined();
  });
});
