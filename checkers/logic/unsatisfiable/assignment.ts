import { grown } from './growing.ts';
import { negation } from './variables.ts';

/** The literals that are true while a step is checked, in the order in which they became true. */
export class Assignment {
  /** By literal, 1 where it is true: one byte each, so that it stays in the cache. */
  #true = new Uint8Array(1024);
  #trail = new Int32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  isTrue(literal: number): boolean {
    return this.#true[literal] === 1;
  }

  /** Makes a literal true that is neither true nor false. */
  add(literal: number): void {
    if (literal + 1 >= this.#true.length) {
      const larger = new Uint8Array(2 * literal + 2);
      larger.set(this.#true);
      this.#true = larger;
    }
    this.#true[literal] = 1;
    this.#trail = grown(this.#trail, this.#size + 1);
    this.#trail[this.#size++] = literal;
  }

  /** Takes back all but the first `size` literals. */
  shrink(size: number): void {
    while (this.#size > size) this.#true[this.#trail[--this.#size] as number] = 0;
  }

  /**
   * How many of the literals from `start` to `end`, all different, are not false: 0, 1, or 2 for two or more. A single one
   * becomes true.
   */
  propagate(literals: Int32Array, start: number, end: number): number {
    const isTrue = this.#true;
    let open = 0;
    for (let i = start; i < end; i++) {
      const literal = literals[i] as number;
      if (isTrue[negation(literal)] === 1) continue;
      if (open !== 0) return 2;
      open = literal;
    }
    if (open === 0) return 0;
    if (isTrue[open] !== 1) this.add(open);
    return 1;
  }
}
