import { unsupported } from '../decide.ts';
import type { Exponents } from './polynomial-terms.ts';

const LIMIT = 2 ** 53;

/**
 * Writes exponents as whole numbers below 2^53, with mixed radix and the first variable most significant; as one number where they
 * fit, otherwise as several, most significant first. Monomials have the lexicographic order of these words, and the words of a
 * product are the sums of the words of its factors, exactly, as long as no exponent exceeds its degree.
 */
export class Monomials {
  /** How many numbers a monomial takes. */
  readonly words: number;
  /** Where a monomial is one number, it is below this. */
  readonly size: number;
  /** By variable: which word holds its exponent, and times what. */
  readonly #word: Uint32Array;
  readonly #factor: Float64Array;

  /** @param degrees By variable, the largest exponent in whatever is packed or multiplied. UNSUPPORTED from 2^53 on. */
  constructor(degrees: readonly number[]) {
    this.#word = new Uint32Array(degrees.length);
    this.#factor = new Float64Array(degrees.length);
    let size = 1;
    let last = 0;
    for (let v = degrees.length - 1; v >= 0; v--) {
      const degree = degrees[v] as number;
      // A sum of two exponents that had to be rounded is not below 2^53 either.
      if (degree >= LIMIT) unsupported('exponents below 2^53 in every product');
      const radix = degree + 1;
      if (size > 1 && size * radix >= LIMIT) {
        size = 1;
        last += 1;
      }
      this.#word[v] = last;
      this.#factor[v] = size;
      size *= radix;
    }
    this.#word = this.#word.map((word) => last - word);
    this.words = last + 1;
    this.size = size;
  }

  /** All words of all monomials, one monomial after the other. */
  pack(exponents: Exponents): Float64Array {
    const keys = new Float64Array(exponents.length * this.words);
    for (let k = 0; k < exponents.length; k++) {
      const monomial = exponents[k] as readonly number[];
      for (let v = 0; v < monomial.length; v++) {
        const at = k * this.words + (this.#word[v] as number);
        keys[at] = (keys[at] as number) + (monomial[v] as number) * (this.#factor[v] as number);
      }
    }
    return keys;
  }
}

/** Negative, zero or positive as monomial i of `one` stands before, with or after monomial j of `other`. */
export function compareMonomials(
  one: Float64Array,
  i: number,
  other: Float64Array,
  j: number,
  words: number,
): number {
  for (let k = 0; k < words; k++) {
    const difference = (one[i * words + k] as number) - (other[j * words + k] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
