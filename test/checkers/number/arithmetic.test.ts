import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitLength } from '../../../checkers/exact/bit-length.ts';
import { Budget } from '../../../checkers/exact/budget.ts';
import { power } from '../../../checkers/exact/modular-power.ts';
import { isProduct } from '../../../checkers/exact/prime-powers.ts';
import { isStrongProbablePrime } from '../../../checkers/exact/strong-probable-prime.ts';
import { naivePower } from './support/primes.ts';
import * as twin from './support/twin.ts';

describe('the length of an integer in bits', () => {
  it('is that of its binary text', () => {
    const positive = fc.oneof(fc.bigInt(1n, 70n), fc.bigInt(1n, 2n ** 200n));
    fc.assert(
      fc.property(positive, (n) => {
        expect(bitLength(n)).toBe(n.toString(2).length);
      }),
    );
    expect(bitLength(0n)).toBe(0);
    for (let k = 0n; k < 130n; k++) {
      expect(bitLength(2n ** k)).toBe(Number(k) + 1);
      expect(bitLength(2n ** (k + 1n) - 1n)).toBe(Number(k) + 1);
    }
  });
});

describe('a power modulo n', () => {
  it('is what multiplying it out gives', () => {
    const asked = fc
      .bigInt(2n, 400n)
      .chain((n) => fc.tuple(fc.constant(n), fc.bigInt(0n, n - 1n), fc.bigInt(0n, 80n)));
    fc.assert(
      fc.property(asked, ([n, base, exponent]) => {
        expect(power(base, exponent, n, new Budget())).toBe(naivePower(base, exponent, n));
      }),
    );
  });

  it('obeys the laws of powers, however large', () => {
    const large = fc.bigInt(2n, 2n ** 300n);
    fc.assert(
      fc.property(large, large, large, large, (n, x, e, f) => {
        const raise = (exponent: bigint) => power(x % n, exponent, n, new Budget());
        expect(raise(e + f)).toBe((raise(e) * raise(f)) % n);
        expect(raise(2n * e)).toBe(raise(e) ** 2n % n);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a strong probable prime', () => {
  it('is one by the definition', () => {
    for (let n = 3n; n < 200n; n += 2n) {
      for (let base = 2n; base < 40n; base++) {
        expect(isStrongProbablePrime(n, base, new Budget())).toBe(twin.isStrongProbablePrime(n, base));
      }
    }
  });

  it('is no even number for an even base', () => {
    for (let n = 4n; n < 200n; n += 2n) expect(isStrongProbablePrime(n, 2n, new Budget())).toBe(false);
  });
});

describe('a product of powers', () => {
  const powers = fc.array(
    fc.record({ prime: fc.bigInt(2n, 40n), exponent: fc.integer({ min: 1, max: 5 }) }),
    { maxLength: 6 },
  );
  const multiplied = (list: readonly { prime: bigint; exponent: number }[]) =>
    list.reduce((product, { prime, exponent }) => product * prime ** BigInt(exponent), 1n);

  it('is the value and no other', () => {
    fc.assert(
      fc.property(powers, fc.bigInt(-3n, 3n), fc.bigInt(1n, 2n ** 80n), (list, step, other) => {
        const value = multiplied(list);
        expect(isProduct(list, value, new Budget())).toBe(true);
        if (value + step >= 1n) expect(isProduct(list, value + step, new Budget())).toBe(step === 0n);
        expect(isProduct(list, other, new Budget())).toBe(other === value);
      }),
    );
  });

  it('is right for powers of 2 and their neighbours, where bits are counted closest', () => {
    for (let k = 2; k < 130; k++) {
      const value = 2n ** BigInt(k);
      expect(isProduct([{ prime: 2n, exponent: k }], value, new Budget())).toBe(true);
      expect(isProduct([{ prime: value, exponent: 1 }], value, new Budget())).toBe(true);
      expect(isProduct([{ prime: 2n, exponent: k }], value - 1n, new Budget())).toBe(false);
      expect(isProduct([{ prime: 2n, exponent: k }], value + 1n, new Budget())).toBe(false);
      expect(isProduct([{ prime: value + 1n, exponent: 1 }], value + 1n, new Budget())).toBe(true);
      expect(isProduct([{ prime: value - 1n, exponent: 3 }], (value - 1n) ** 3n, new Budget())).toBe(true);
    }
  });
});
