import type { JsonValue } from '../../canonical/json.ts';
import type { Token } from '../../canonical/pointer.ts';
import { requireDistinct } from '../label.ts';
import { rationalFault } from '../rational.ts';
import { unusable } from '../unusable.ts';

/** A coefficient, which is a rational and not 0, and an exponent for each variable. */
export type Term = readonly [coefficient: string, exponents: readonly number[]];

/** A value of `polynomial@1`: the sum of its terms. */
export type Polynomial = {
  readonly variables: readonly string[];
  readonly terms: readonly Term[];
};

/** A value of `polynomial.vector@1`. */
export type Vector = {
  readonly variables: readonly string[];
  readonly components: readonly (readonly Term[])[];
};

/** @throws AssayError DOCUMENT_SCHEMA as `checkTerms`, LABEL_AMBIGUOUS */
export function checkPolynomial(value: JsonValue): void {
  const { variables, terms } = value as Polynomial;
  requireDistinct(variables, 'variables');
  checkTerms(terms, variables.length, 'terms');
}

/** @throws AssayError DOCUMENT_SCHEMA as `checkTerms`, LABEL_AMBIGUOUS */
export function checkVector(value: JsonValue): void {
  const { variables, components } = value as Vector;
  requireDistinct(variables, 'variables');
  for (const [i, terms] of components.entries()) checkTerms(terms, variables.length, 'components', i);
}

/** @throws AssayError DOCUMENT_SCHEMA as `checkTerms`, LABEL_AMBIGUOUS */
export function checkVectors(value: JsonValue): void {
  const { variables, vectors } = value as {
    readonly variables: readonly string[];
    readonly vectors: readonly Vector['components'][];
  };
  requireDistinct(variables, 'variables');
  for (const [k, components] of vectors.entries()) {
    for (const [i, terms] of components.entries()) checkTerms(terms, variables.length, 'vectors', k, i);
  }
}

/**
 * @throws AssayError DOCUMENT_SCHEMA at a term with more or fewer exponents than variables, a coefficient that is not in lowest
 *   terms or too long to examine, and a term whose exponents an earlier one of the polynomial has
 */
export function checkTerms(terms: readonly Term[], variables: number, ...path: Token[]): void {
  const seen = new Set<string>();
  for (const [index, [coefficient, exponents]] of terms.entries()) {
    if (exponents.length !== variables) {
      const fault = exponents.length < variables ? 'shorter' : 'longer';
      throw unusable(`this array is ${fault} than \`variables\``, ...path, index, 1);
    }
    const fault = rationalFault(coefficient);
    if (fault !== undefined) throw unusable(fault, ...path, index, 0);
    const monomial = exponents.join();
    if (seen.has(monomial)) throw unusable('an earlier term has the same exponents', ...path, index);
    seen.add(monomial);
  }
}
