import { bitLength } from './bit-length.ts';
import { CALL } from './budget.ts';
import type { Field } from './field.ts';

/** The integers modulo a prime of any size, in BigInts. */
export class LargeField implements Field<bigint> {
  readonly zero = 0n;
  readonly productSteps: number;
  readonly inverseSteps: number;
  readonly #prime: bigint;

  constructor(prime: bigint) {
    const bits = bitLength(prime);
    const words = Math.ceil(bits / 64);
    this.#prime = prime;
    this.productSteps = 4 * words * words + 4 * CALL;
    // Euclid's algorithm takes at most 1.45 divisions for each bit, each with three operations on long numbers beside it: measured.
    this.inverseSteps = Math.ceil(1.45 * bits) * (8 * words + 4 * CALL);
  }

  element(integer: bigint): bigint {
    const residue = integer % this.#prime;
    return residue < 0n ? residue + this.#prime : residue;
  }

  product(a: bigint, b: bigint): bigint {
    return (a * b) % this.#prime;
  }

  minusProduct(a: bigint, b: bigint, c: bigint): bigint {
    return this.element(a - b * c);
  }

  inverse(a: bigint): bigint {
    let [r, s, r1, s1] = [this.#prime, 0n, a, 1n];
    while (r1 !== 0n) {
      const quotient = r / r1;
      [r, s, r1, s1] = [r1, s1, r - quotient * r1, s - quotient * s1];
    }
    return this.element(s);
  }
}
