import type { Field } from './field.ts';

/** Half of the bits of an element: a product with one half stays below 2^47. */
const HALF = 2 ** 16;

/** The integers modulo a prime below 2^31, in doubles. All intermediate numbers are integers below 2^48. */
export class SmallField implements Field<number> {
  readonly zero = 0;
  readonly productSteps = 30;
  readonly inverseSteps = 500;
  readonly #prime: number;

  constructor(prime: number) {
    this.#prime = prime;
  }

  element(integer: bigint): number {
    return this.#residue(Number(integer % BigInt(this.#prime)));
  }

  product(a: number, b: number): number {
    const low = b % HALF;
    const high = this.#residue(a * ((b - low) / HALF));
    return this.#residue(high * HALF + a * low);
  }

  minusProduct(a: number, b: number, c: number): number {
    return this.#residue(a - this.product(b, c));
  }

  inverse(a: number): number {
    let [r, s, r1, s1] = [this.#prime, 0, a, 1];
    while (r1 !== 0) {
      const quotient = Math.floor(r / r1);
      [r, s, r1, s1] = [r1, s1, r - quotient * r1, s - quotient * s1];
    }
    return this.#residue(s);
  }

  /**
   * Of an integer below 2^17 · p in absolute value: a quotient that is no integer differs from one by at least 1/p, more than
   * 2^-48 of it, and so is not rounded to one.
   */
  #residue(x: number): number {
    return x - this.#prime * Math.floor(x / this.#prime);
  }
}
