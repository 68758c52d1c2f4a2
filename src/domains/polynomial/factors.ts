import type { JsonValue } from '../../canonical/json.ts';
import { requireDistinct } from '../label.ts';
import { rationalFault } from '../rational.ts';
import { unusable } from '../unusable.ts';
import { checkTerms, type Term } from './polynomial.ts';

/** @throws AssayError DOCUMENT_SCHEMA as `checkTerms`, and at a unit that is not in lowest terms; LABEL_AMBIGUOUS */
export function checkFactors(value: JsonValue): void {
  const { variables, unit, factors } = value as {
    readonly variables: readonly string[];
    readonly unit: string;
    readonly factors: readonly { readonly multiplicity: number; readonly terms: readonly Term[] }[];
  };
  requireDistinct(variables, 'variables');
  const fault = rationalFault(unit);
  if (fault !== undefined) throw unusable(fault, 'unit');
  for (const [i, { terms }] of factors.entries()) {
    checkTerms(terms, variables.length, 'factors', i, 'terms');
  }
}
