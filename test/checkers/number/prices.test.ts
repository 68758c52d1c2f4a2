import { describe, expect, it } from 'vitest';
import { Budget } from '../../../checkers/exact/budget.ts';
import { power } from '../../../checkers/exact/modular-power.ts';
import { isProduct } from '../../../checkers/exact/prime-powers.ts';
import { isStrongProbablePrime } from '../../../checkers/exact/strong-probable-prime.ts';

/** The steps that the work takes from a budget, part by part. */
function parts(work: (budget: Budget) => void): readonly number[] {
  const spent: number[] = [];
  const budget = new Budget();
  budget.spend = (steps) => spent.push(steps);
  work(budget);
  return spent;
}

const CALL = 80;

describe('the work is paid for before it starts:', () => {
  it('a power, by the bits of its exponent and the words of base and modulus', () => {
    const of = (base: bigint, exponent: bigint, modulus: bigint) =>
      parts((budget) => power(base, exponent, modulus, budget));
    const word = 2n ** 64n;
    expect(of(2n, 1024n, word - 1n)).toEqual([11 * 4 * (1 + 1 + 2 * CALL)]);
    expect(of(2n, 1024n, word)).toEqual([11 * 4 * (4 + 2 + 2 * CALL)]);
    expect(of(word - 1n, 1n, word ** 2n)).toEqual([4 * (9 + 3 + 2 * CALL)]);
    expect(of(word, 1n, word ** 2n)).toEqual([4 * (9 + 6 + 2 * CALL)]);
    expect(of(0n, 0n, 2n)).toEqual([4 * (1 + 2 * CALL)]);
  });

  it('a strong probable prime, by its power and each square after it', () => {
    const of = (n: bigint, base: bigint) =>
      parts((budget) => {
        isStrongProbablePrime(n, base, budget);
      });
    const power = (bits: number) => bits * 4 * (1 + 1 + 2 * CALL);
    // 24 = 2^3 · 3, and 2^3, 2^6, 2^12 are neither 1 nor −1 modulo 25; 2^6 is −1 modulo 13, 2^7 is 1 modulo 127.
    expect(of(25n, 2n)).toEqual([power(2), power(2), power(2)]);
    expect(of(13n, 2n)).toEqual([power(2), power(2)]);
    expect(of(127n, 2n)).toEqual([power(6)]);
  });

  it('a product of powers, by the bits of each exponent, then by the bits of all', () => {
    const of = (value: bigint, ...powers: readonly (readonly [bigint, number])[]) =>
      parts((budget) =>
        isProduct(
          powers.map(([prime, exponent]) => ({ prime, exponent })),
          value,
          budget,
        ),
      );
    const prime = 2n ** 64n - 59n;
    expect(of(2n ** 10n * 3n ** 5n, [2n, 10], [3n, 5])).toEqual([2 * 4 * CALL, 2 * 3 * CALL, 1]);
    expect(of(prime ** 3n, [prime, 3])).toEqual([2 * 2 * CALL, Math.ceil(3 ** 2 / 2)]);
    expect(of(prime ** 9n, [prime, 8], [prime, 1])).toEqual([2 * 4 * CALL, 2 * CALL, Math.ceil(9 ** 2 / 2)]);
    // Nothing is paid for a power that has too many bits.
    expect(of(12n, [2n, 2], [3n, 4])).toEqual([2 * 2 * CALL]);
    expect(of(12n, [2n, 3], [5n, 3])).toEqual([2 * 2 * CALL]);
    // 7 has three bits, so that 7² has at least five: one more than 12 has.
    expect(of(12n, [7n, 1], [7n, 1])).toEqual([2 * CALL]);
  });
});
