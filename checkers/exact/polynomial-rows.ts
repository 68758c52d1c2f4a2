import { compareMonomials } from './polynomial-monomials.ts';
import type { Pair } from './polynomial-terms.ts';

/**
 * All products of a term of a first polynomial with a term of its second, over all pairs, in ascending order of their monomials.
 * A row holds the products of one first term, which ascend; a heap holds the rows by their next product (Johnson 1974; Monagan
 * and Pearce, "Sparse polynomial division using a heap", 2011). The memory is that of the rows, however many the products.
 */
export class Rows {
  /** The monomials of both polynomials, by pair. */
  readonly #first: readonly Float64Array[];
  readonly #second: readonly Float64Array[];
  readonly #words: number;
  /** By row: its pair, its term there, and which term of the second polynomial comes next. */
  readonly #pair: Uint32Array;
  readonly #term: Uint32Array;
  readonly #next: Uint32Array;
  /** The monomials of the next products, by row. */
  readonly #keys: Float64Array;
  /** Rows that have a next product; no row comes before the one at half its place. */
  readonly #heap: Uint32Array;
  #size: number;

  constructor(pairs: readonly Pair[], words: number) {
    const lengths = pairs.map(([one, other]) => (other.keys.length === 0 ? 0 : one.keys.length / words));
    const count = lengths.reduce((sum, length) => sum + length, 0);
    this.#first = pairs.map(([one]) => one.keys);
    this.#second = pairs.map(([, other]) => other.keys);
    this.#words = words;
    this.#pair = new Uint32Array(count);
    this.#term = new Uint32Array(count);
    this.#next = new Uint32Array(count);
    this.#keys = new Float64Array(count * words);
    let row = 0;
    for (const [pair, length] of lengths.entries()) {
      for (let term = 0; term < length; term++, row++) {
        this.#pair[row] = pair;
        this.#term[row] = term;
        this.#multiply(row);
      }
    }
    this.#heap = Uint32Array.from({ length: count }, (_, at) => at);
    this.#size = count;
    for (let at = Math.floor(count / 2) - 1; at >= 0; at--) this.#sink(at);
  }

  /** Whether there is a next product. */
  get any(): boolean {
    return this.#size > 0;
  }

  /** The pair of the next product. */
  get pair(): number {
    return this.#pair[this.#top] as number;
  }

  /** Its term in the first polynomial. */
  get first(): number {
    return this.#term[this.#top] as number;
  }

  /** Its term in the second. */
  get second(): number {
    return this.#next[this.#top] as number;
  }

  /** Whether its monomial is the one in this place of `keys`. */
  is(keys: Float64Array, place: number): boolean {
    return compareMonomials(this.#keys, this.#top, keys, place, this.#words) === 0;
  }

  /** Writes its monomial into this place of `keys`. */
  read(keys: Float64Array, place: number): void {
    const [from, to] = [this.#top * this.#words, place * this.#words];
    for (let k = 0; k < this.#words; k++) keys[to + k] = this.#keys[from + k] as number;
  }

  /** Goes on to the product after it. */
  advance(): void {
    const row = this.#top;
    const next = (this.#next[row] as number) + 1;
    this.#next[row] = next;
    if (next * this.#words < (this.#second[this.#pair[row] as number] as Float64Array).length)
      this.#multiply(row);
    else this.#heap[0] = this.#heap[--this.#size] as number;
    this.#sink(0);
  }

  get #top(): number {
    return this.#heap[0] as number;
  }

  /** The monomial of a row's next product. */
  #multiply(row: number): void {
    const words = this.#words;
    const pair = this.#pair[row] as number;
    const [one, other] = [this.#first[pair] as Float64Array, this.#second[pair] as Float64Array];
    const [i, j] = [(this.#term[row] as number) * words, (this.#next[row] as number) * words];
    for (let k = 0; k < words; k++) {
      this.#keys[row * words + k] = (one[i + k] as number) + (other[j + k] as number);
    }
  }

  /** Moves the row at this place of the heap down until no row below comes before it. */
  #sink(from: number): void {
    const row = this.#heap[from] as number;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#size) break;
      if (
        below + 1 < this.#size &&
        this.#before(this.#heap[below + 1] as number, this.#heap[below] as number)
      ) {
        below += 1;
      }
      const other = this.#heap[below] as number;
      if (!this.#before(other, row)) break;
      this.#heap[at] = other;
      at = below;
    }
    this.#heap[at] = row;
  }

  #before(row: number, other: number): boolean {
    return compareMonomials(this.#keys, row, this.#keys, other, this.#words) < 0;
  }
}
