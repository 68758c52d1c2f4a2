import type { Token } from '../../canonical/pointer.ts';
import { rationalFault } from '../rational.ts';
import { unusable } from '../unusable.ts';

/** The name of a row or column, and a rational for it. */
export type NamedNumber = readonly [name: string, number: string];

/** @throws AssayError DOCUMENT_SCHEMA at a name that stands twice, and at a number that `checkLowestTerms` refuses */
export function checkNamedNumbers(list: readonly NamedNumber[], ...path: Token[]): void {
  const seen = new Set<string>();
  for (const [index, [name, number]] of list.entries()) {
    if (seen.has(name)) throw unusable('this name stands in the list twice', ...path, index, 0);
    seen.add(name);
    checkLowestTerms(number, ...path, index, 1);
  }
}

/** @throws AssayError DOCUMENT_SCHEMA at a fraction that is not in lowest terms or too long to examine */
export function checkLowestTerms(number: string, ...path: Token[]): void {
  const fault = rationalFault(number);
  if (fault !== undefined) throw unusable(fault, ...path);
}
