import { unsupported } from '../decide.ts';
import { type Budget, CALL } from './budget.ts';
import { DIGITS } from './integer.ts';
import {
  degrees,
  type IntegerPolynomial,
  integral,
  type Polynomial,
  type Power,
  packed,
} from './polynomial.ts';
import { equalMultiples } from './polynomial-equality.ts';
import { Monomials } from './polynomial-monomials.ts';
import { sumOfProducts } from './polynomial-product.ts';
import { bigIntegers, type Terms } from './polynomial-terms.ts';
import { parseRational } from './rational.ts';

/** Hexadecimal digits of the longest integer. */
const HEX_DIGITS = DIGITS * 0.83;

/**
 * Whether the degree of `product` in each variable is that of Π polynomial^multiplicity. Where it is, no exponent in the course of
 * the multiplication exceeds those of `product`.
 */
export function hasDegrees(product: Polynomial, powers: readonly Power[]): boolean {
  const sums: bigint[] = [];
  for (const { polynomial, multiplicity } of powers) {
    for (const [v, degree] of degrees(polynomial.exponents).entries()) {
      sums[v] = (sums[v] ?? 0n) + BigInt(degree) * BigInt(multiplicity);
    }
  }
  return degrees(product.exponents).every((degree, v) => BigInt(degree) === (sums[v] ?? 0n));
}

/**
 * Whether unit · Π polynomial^multiplicity is `product`, by multiplying out, one factor after the other: for sparse polynomials the
 * cheapest order. The degrees must be those of the product, and the unit not 0.
 */
export function isExpansion(
  product: Polynomial,
  unit: string,
  powers: readonly Power[],
  budget: Budget,
): boolean {
  const monomials = new Monomials(degrees(product.exponents));
  const prepare = (polynomial: Polynomial): Prepared => {
    const { polynomials, scale } = integral([polynomial], budget);
    return { terms: packed(polynomials[0] as IntegerPolynomial, monomials), scale: scale.value };
  };
  const expected = prepare(product);
  let [left, right] = parseRational(unit);
  left = times(left, expected.scale, budget);
  const monomial = new Float64Array(monomials.words);
  const factors: { terms: Terms; multiplicity: number }[] = [];
  for (const { polynomial, multiplicity } of powers) {
    const { terms, scale } = prepare(polynomial);
    right = times(right, power(scale, multiplicity, budget), budget);
    if (terms.coefficients.length > 1) factors.push({ terms, multiplicity });
    else {
      left = times(left, power(bigIntegers(terms.coefficients)[0] as bigint, multiplicity, budget), budget);
      for (const [k, word] of terms.keys.entries())
        monomial[k] = (monomial[k] as number) + word * multiplicity;
    }
  }
  let expanded: Terms = { keys: monomial, coefficients: Float64Array.of(1) };
  for (const { terms, multiplicity } of factors) {
    for (let i = 0; i < multiplicity; i++) {
      expanded = sumOfProducts([[expanded, terms]], monomials, budget);
    }
  }
  return equalMultiples(expanded, left, expected.terms, right, budget);
}

/** A polynomial times `scale`, over the integers and packed. */
interface Prepared {
  readonly terms: Terms;
  readonly scale: bigint;
}

function power(base: bigint, exponent: number, budget: Budget): bigint {
  if (base === 1n) return 1n;
  if (base === -1n) return exponent % 2 === 0 ? 1n : -1n;
  const digits = hexDigits(base) * exponent;
  if (digits > HEX_DIGITS) unsupported(`numbers of at most ${DIGITS} digits`);
  budget.spend(100 * CALL + 2 * Math.ceil(digits / 16) ** 2);
  return base ** BigInt(exponent);
}

function times(one: bigint, other: bigint, budget: Budget): bigint {
  const [left, right] = [hexDigits(one), hexDigits(other)];
  if (left + right > HEX_DIGITS) unsupported(`numbers of at most ${DIGITS} digits`);
  budget.spend(4 * CALL + Math.ceil(left / 16) * Math.ceil(right / 16) + left + right);
  return one * other;
}

function hexDigits(integer: bigint): number {
  return integer.toString(16).length;
}
