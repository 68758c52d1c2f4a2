import { compareMonomials } from './polynomial-monomials.ts';
import type { Pair } from './polynomial-terms.ts';

/** Is handed one product: its pair, its two terms there, and its monomial, which stands in place `row` of `keys`. */
export type Visit = (pair: number, first: number, second: number, keys: Float64Array, row: number) => void;

/**
 * Visits all products of a term of a first polynomial with a term of its second, over all pairs, in ascending order of their
 * monomials. A row holds the products of one first term, which ascend; a heap holds the rows by their next product (Johnson 1974;
 * Monagan and Pearce, "Sparse polynomial division using a heap", 2011). The memory is that of the rows, however many the products.
 * One function and local variables: in a realm where nothing has been optimised yet, methods take twice as long.
 */
export function visitProducts(pairs: readonly Pair[], words: number, visit: Visit): void {
  const firsts = pairs.map(([one]) => one.keys);
  const seconds = pairs.map(([, other]) => other.keys);
  const [pair, term] = rowsOf(pairs, words);
  const next = new Uint32Array(pair.length);
  const keys = new Float64Array(pair.length * words);

  const multiply = (row: number): void => {
    const first = firsts[pair[row] as number] as Float64Array;
    const second = seconds[pair[row] as number] as Float64Array;
    const [i, j] = [(term[row] as number) * words, (next[row] as number) * words];
    for (let k = 0; k < words; k++) {
      keys[row * words + k] = (first[i + k] as number) + (second[j + k] as number);
    }
  };

  for (let row = 0; row < pair.length; row++) multiply(row);
  // No row of the heap comes before the one at half its place; sorted rows are a heap.
  const heap = Uint32Array.from(pair.keys()).sort((one, other) =>
    compareMonomials(keys, one, keys, other, words),
  );
  let size = heap.length;
  while (size > 0) {
    let row = heap[0] as number;
    visit(pair[row] as number, term[row] as number, next[row] as number, keys, row);
    const place = (next[row] as number) + 1;
    next[row] = place;
    if (place * words < (seconds[pair[row] as number] as Float64Array).length) multiply(row);
    else row = heap[--size] as number;
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      let least = heap[below] as number;
      if (below + 1 < size) {
        const other = heap[below + 1] as number;
        if (compareMonomials(keys, other, keys, least, words) < 0) {
          least = other;
          below += 1;
        }
      }
      if (compareMonomials(keys, least, keys, row, words) >= 0) break;
      heap[at] = least;
      at = below;
    }
    heap[at] = row;
  }
}

/** By row, its pair and its term there. A pair whose second polynomial is zero has none. */
function rowsOf(pairs: readonly Pair[], words: number): [pair: Uint32Array, term: Uint32Array] {
  const lengths = pairs.map(([one, other]) => (other.keys.length === 0 ? 0 : one.keys.length / words));
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const [pair, term] = [new Uint32Array(count), new Uint32Array(count)];
  let row = 0;
  for (const [index, length] of lengths.entries()) {
    for (let i = 0; i < length; i++, row++) {
      pair[row] = index;
      term[row] = i;
    }
  }
  return [pair, term];
}
