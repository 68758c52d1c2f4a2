import type { Budget } from './budget.ts';
import { clearDenominators, type Scale } from './common-denominator.ts';
import type { Monomials } from './polynomial-monomials.ts';
import { type Exponents, type Integers, parseIntegers, type Terms } from './polynomial-terms.ts';

/** A polynomial over the rationals: the sum of coefficients[k] times the variables to their exponents[k]. */
export interface Polynomial {
  /** Canonical texts of rationals, none of them 0. */
  readonly coefficients: readonly string[];
  readonly exponents: Exponents;
}

/** A polynomial that is not constant, and how often it stands in a product: at least once. */
export interface Power {
  readonly polynomial: Polynomial;
  readonly multiplicity: number;
}

/** A polynomial over the integers. */
export interface IntegerPolynomial {
  readonly coefficients: Integers;
  readonly exponents: Exponents;
  readonly degrees: Degrees;
}

/** The largest exponent of each variable. Zero has no degrees: an empty list. */
export type Degrees = readonly number[];

/** Polynomials after multiplication with one positive integer, which makes all their coefficients integers. */
export interface Integral {
  readonly polynomials: readonly IntegerPolynomial[];
  readonly scale: Scale;
}

/** Multiplies all the polynomials with the least common denominator of their coefficients. */
export function integral(polynomials: readonly Polynomial[], budget: Budget): Integral {
  const { vectors, scales } = clearDenominators([polynomials.flatMap((p) => p.coefficients)], budget);
  const texts = vectors[0] as readonly string[];
  let end = 0;
  const cleared = polynomials.map(({ exponents }) => {
    const start = end;
    end += exponents.length;
    return integerPolynomial(parseIntegers(texts.slice(start, end)), exponents);
  });
  return { polynomials: cleared, scale: scales[0] as Scale };
}

export function integerPolynomial(coefficients: Integers, exponents: Exponents): IntegerPolynomial {
  return { coefficients, exponents, degrees: degrees(exponents) };
}

export function degrees(exponents: Exponents): Degrees {
  const largest = [...(exponents[0] ?? [])];
  for (const monomial of exponents) {
    for (let v = 0; v < largest.length; v++) {
      const exponent = monomial[v] as number;
      if (exponent > (largest[v] as number)) largest[v] = exponent;
    }
  }
  return largest;
}

export function packed({ coefficients, exponents }: IntegerPolynomial, monomials: Monomials): Terms {
  return { keys: monomials.pack(exponents), coefficients };
}
