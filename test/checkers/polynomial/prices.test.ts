import { describe, expect, it, vi } from 'vitest';
import { Budget, CALL } from '../../../checkers/exact/budget.ts';
import { integerPolynomial, type Polynomial } from '../../../checkers/exact/polynomial.ts';
import { Combinations } from '../../../checkers/exact/polynomial-combination.ts';
import { equalMultiples } from '../../../checkers/exact/polynomial-equality.ts';
import { isExpansion } from '../../../checkers/exact/polynomial-expansion.ts';
import { differsModulo } from '../../../checkers/exact/polynomial-residue.ts';

/** What is paid for, in steps, in its order. */
function paid(run: (budget: Budget) => unknown): readonly number[] {
  const budget = new Budget();
  const spend = vi.spyOn(budget, 'spend');
  run(budget);
  return spend.mock.calls.map(([steps]) => steps);
}

const polynomial = (...terms: readonly (readonly [string, readonly number[]])[]): Polynomial => ({
  coefficients: terms.map(([coefficient]) => coefficient),
  exponents: terms.map(([, exponents]) => exponents),
});

describe('a comparison modulo a prime is paid for', () => {
  it('by the exponents and the characters of the coefficients, of the polynomial and of each factor', () => {
    const product = polynomial(['-12', [1, 2]], ['5/77', [0, 0]]);
    const [x, y] = [polynomial(['1', [1, 0]]), polynomial(['1', [0, 1]], ['10', [0, 0]])];
    const powers = [x, y].map((factor) => ({ polynomial: factor, multiplicity: 1 }));
    expect(paid((budget) => differsModulo(product, '1', powers, budget))).toEqual([
      ...[200 * 2 * (1 + 2) + 8 * (3 + 4), 200 * (1 + 2) + 8 * 1, 200 * 2 * (1 + 2) + 8 * (1 + 2)],
    ]);
  });

  it('by the coefficient alone where there are no variables', () => {
    const five = polynomial(['5', []]);
    expect(paid((budget) => differsModulo(five, '5', [], budget))).toEqual([200 * 1 + 8 * 1]);
  });
});

describe('an expansion is paid for', () => {
  /** A common denominator of integers. */
  const integral = 1;
  /** Of numbers with so many hexadecimal digits. */
  const times = (one: number, other: number) =>
    4 * CALL + Math.ceil(one / 16) * Math.ceil(other / 16) + one + other;
  const power = (digits: number) => 100 * CALL + 2 * Math.ceil(digits / 16) ** 2;

  it('by the words of what factors of one term come to', () => {
    const c = 16n ** 19n;
    const product = polynomial([`${3n * c ** 4n}`, [3, 1]]);
    const powers = [
      { polynomial: polynomial([`${c}`, [1, 0]]), multiplicity: 3 },
      { polynomial: polynomial([`${c}`, [0, 1]]), multiplicity: 1 },
    ];
    expect(paid((budget) => isExpansion(product, '3', powers, budget))).toEqual([
      ...[integral, times(1, 1)],
      // Its denominator, 1; then 3 · c³, of 58 hexadecimal digits.
      ...[integral, times(1, 1), power(3 * 20), times(1, 58)],
      ...[integral, times(1, 1), power(20), times(58, 20)],
      // 1 times a number of five words, five words times 1.
      1 + (2 * CALL + 1 * 5) + (2 * CALL + 5 * 1),
    ]);
  });
});

describe('a comparison of multiples is paid for', () => {
  it('by the words of the factors, whatever their sign', () => {
    const terms = { keys: Float64Array.of(0), coefficients: Float64Array.of(7) };
    // 16 hexadecimal digits, which fill a word.
    const word = 2n ** 64n - 1n;
    for (const factor of [word, -word]) {
      expect(paid((budget) => equalMultiples(terms, factor, terms, factor, budget))).toEqual([
        1 + 2 * (2 * CALL + 1 * 1),
      ]);
    }
  });
});

describe('a combination is paid for', () => {
  it('by the exponents of what is packed, each polynomial once, and by its products', () => {
    const linear = integerPolynomial(Float64Array.of(1, 1), [
      [0, 0],
      [1, 0],
    ]);
    const variable = integerPolynomial(Float64Array.of(2), [[0, 1]]);
    const zero = integerPolynomial(new Float64Array(0), []);
    const steps = paid((budget) => {
      const combinations = new Combinations([[linear, variable]], [zero], budget);
      combinations.sum([[linear, variable]]);
      for (const known of [linear, zero]) combinations.packed(known);
    });
    // A sum for each of the four monomials, two products.
    expect(steps).toEqual([5 * 2 * (1 + 2), 5 * 1 * (1 + 2), 1000 + 3 * 4, 3 * 2, 0]);
  });
});
