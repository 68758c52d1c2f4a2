import type { Budget } from './budget.ts';
import { degrees, type IntegerPolynomial } from './polynomial.ts';
import { Monomials } from './polynomial-monomials.ts';
import { sumOfProducts } from './polynomial-product.ts';
import type { Terms } from './polynomial-terms.ts';

/** Steps, measured: an exponent's part in the degrees and in the packing. */
const EXPONENT = 5;

/** Polynomials to be multiplied: one coefficient of a combination, and what it multiplies. */
export type Summand = readonly [IntegerPolynomial, IntegerPolynomial];

/** The sum of the products of all summands, and the polynomial it is to be compared with, packed alike. */
export function combination(
  summands: readonly Summand[],
  target: IntegerPolynomial,
  budget: Budget,
): readonly [sum: Terms, target: Terms] {
  const used = summands.filter((summand) => summand.every(({ exponents }) => exponents.length > 0));
  for (const { exponents } of [target, ...used.flat()]) {
    budget.spend(EXPONENT * exponents.length * (1 + (exponents[0]?.length ?? 0)));
  }
  const monomials = new Monomials(largestDegrees(used, target));
  const packed = ({ coefficients, exponents }: IntegerPolynomial): Terms => ({
    keys: monomials.pack(exponents),
    coefficients,
  });
  const pairs = used.map(([one, other]) => [packed(one), packed(other)] as const);
  return [sumOfProducts(pairs, monomials, budget), packed(target)];
}

/** By variable, the largest exponent in any product and in the target. */
function largestDegrees(summands: readonly Summand[], target: IntegerPolynomial): readonly number[] {
  const largest = [...degrees(target.exponents)];
  for (const [one, other] of summands) {
    const second = degrees(other.exponents);
    for (const [v, degree] of degrees(one.exponents).entries()) {
      largest[v] = Math.max(largest[v] ?? 0, degree + (second[v] as number));
    }
  }
  return largest;
}
