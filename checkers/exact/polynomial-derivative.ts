import { type Budget, CALL } from './budget.ts';
import { type IntegerPolynomial, integerPolynomial } from './polynomial.ts';
import { bigIntegers, type Exponents, integersOf, largest, wordsOf } from './polynomial-terms.ts';

/** Decimal digits that an exponent is counted as. */
const DIGITS = 16;

/** The places of the terms that the variable divides: those that the derivative by it keeps, in the same order. */
export function derivedTerms(exponents: Exponents, variable: number): readonly number[] {
  const kept: number[] = [];
  for (const [term, monomial] of exponents.entries()) if (monomial[variable] !== 0) kept.push(term);
  return kept;
}

/** The partial derivative by a variable. */
export function derivative(
  { coefficients, exponents }: IntegerPolynomial,
  variable: number,
  budget: Budget,
): IntegerPolynomial {
  const terms = derivedTerms(exponents, variable);
  const variables = exponents[0]?.length ?? 0;
  const room = wordsOf(largest(coefficients));
  budget.store(DIGITS * terms.length * (variables + room + 1));
  budget.spend(terms.length * (variables + room + 2 * CALL));
  const integers = bigIntegers(coefficients);
  const exponent = (term: number) => exponents[term]?.[variable] as number;
  return integerPolynomial(
    integersOf(terms.map((term) => (integers[term] as bigint) * BigInt(exponent(term)))),
    terms.map((term) => (exponents[term] as readonly number[]).with(variable, exponent(term) - 1)),
  );
}
