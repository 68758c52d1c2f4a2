import type { Token } from '../canonical/pointer.ts';
import { rationalFault } from './rational.ts';
import { unusable } from './unusable.ts';

/** @throws AssayError DOCUMENT_SCHEMA where an array is not as long as the member `dimension` says; `path` leads to it */
export function requireLength(
  list: readonly unknown[],
  length: number,
  dimension: string,
  ...path: Token[]
): void {
  if (list.length === length) return;
  throw unusable(
    `this array is ${list.length < length ? 'shorter' : 'longer'} than \`${dimension}\` says`,
    ...path,
  );
}

/** @throws AssayError DOCUMENT_SCHEMA at a rational that is not in lowest terms or too long to examine */
export function requireLowestTerms(entries: readonly string[], ...path: Token[]): void {
  for (const [index, entry] of entries.entries()) {
    const fault = rationalFault(entry);
    if (fault !== undefined) throw unusable(fault, ...path, index);
  }
}
