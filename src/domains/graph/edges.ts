import type { Token } from '../../canonical/pointer.ts';
import { unusable } from '../unusable.ts';

export type Edge = readonly [string, string];

/** @throws AssayError DOCUMENT_SCHEMA at a loop, and at an edge that stands twice, whichever way round */
export function requireSimple(edges: readonly Edge[], ...path: Token[]): void {
  const numbers = new Map<string, number>();
  const number = (label: string): number => {
    const found = numbers.get(label) ?? numbers.size;
    numbers.set(label, found);
    return found;
  };
  const seen = new Set<number>();
  for (const [index, [first, second]] of edges.entries()) {
    if (first === second) throw unusable('an edge joins two different vertices', ...path, index);
    const key = pairNumber(number(first), number(second));
    if (seen.has(key)) throw unusable('this edge stands in the list twice', ...path, index);
    seen.add(key);
  }
}

/** A number of its own for every set of two different numbers. Below 2^53 for those that a list of 64 MiB gives. */
function pairNumber(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high * (high - 1)) / 2 + low;
}
