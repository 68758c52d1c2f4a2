import type { Budget } from './budget.ts';
import { type IntegerPolynomial, packed } from './polynomial.ts';
import { Monomials } from './polynomial-monomials.ts';
import { sumOfProducts } from './polynomial-product.ts';
import type { Terms } from './polynomial-terms.ts';

/** Steps, measured: an exponent's part in the packing. */
const EXPONENT = 5;

/** Polynomials to be multiplied, neither of them zero: a coefficient of a combination, and what it multiplies. */
export type Summand = readonly [IntegerPolynomial, IntegerPolynomial];

/** Sums of products of polynomials that are packed alike, each of them once. */
export class Combinations {
  readonly #monomials: Monomials;
  readonly #packed = new Map<IntegerPolynomial, Terms>();
  readonly #budget: Budget;

  /** @param summands All that will be added up. @param targets What else will be packed. */
  constructor(summands: readonly Summand[], targets: readonly IntegerPolynomial[], budget: Budget) {
    this.#budget = budget;
    this.#monomials = new Monomials(largestDegrees(summands, targets));
  }

  /** The sum of the products of these summands. */
  sum(summands: readonly Summand[]): Terms {
    const pairs = summands.map(([one, other]) => [this.packed(one), this.packed(other)] as const);
    return sumOfProducts(pairs, this.#monomials, this.#budget);
  }

  packed(polynomial: IntegerPolynomial): Terms {
    const known = this.#packed.get(polynomial);
    if (known !== undefined) return known;
    const { exponents, degrees } = polynomial;
    this.#budget.spend(EXPONENT * exponents.length * (1 + degrees.length));
    const terms = packed(polynomial, this.#monomials);
    this.#packed.set(polynomial, terms);
    return terms;
  }
}

/** By variable, the largest exponent in any product and in the targets. */
function largestDegrees(summands: readonly Summand[], targets: readonly IntegerPolynomial[]): number[] {
  const largest: number[] = [];
  const include = (degree: number, v: number) => {
    largest[v] = Math.max(largest[v] ?? 0, degree);
  };
  for (const { degrees } of targets) degrees.forEach(include);
  for (const [one, other] of summands) {
    one.degrees.forEach((degree, v) => {
      include(degree + (other.degrees[v] as number), v);
    });
  }
  return largest;
}
