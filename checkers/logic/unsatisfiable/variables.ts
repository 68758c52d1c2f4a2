import { unsupported } from '../../decide.ts';
import { grown } from './growing.ts';

/** Variables below this stand in a table: 16 MiB at most. */
const SMALL = 2 ** 22;

/** Larger variables there may be: their table is a hash map, which a hostile choice of keys makes slow. */
const LARGE = 2 ** 16;

/**
 * Numbers variables from 1 in the order in which they appear, so that what is kept for each needs no more room than there
 * are variables, whatever their names. A literal of the variable with number n becomes 2n, its negation 2n + 1.
 */
export class Variables {
  #count = 0;
  #small = new Int32Array(1024);
  readonly #large = new Map<number, number>();

  /** The literal of a DIMACS literal, not 0. UNSUPPORTED for too many large variables. */
  literal(dimacs: number): number {
    return dimacs < 0 ? 2 * this.#number(-dimacs) + 1 : 2 * this.#number(dimacs);
  }

  #number(variable: number): number {
    if (variable >= SMALL) return this.#numberOfLarge(variable);
    if (variable >= this.#small.length) this.#small = grown(this.#small, variable + 1);
    const known = this.#small[variable] as number;
    if (known > 0) return known;
    this.#small[variable] = ++this.#count;
    return this.#count;
  }

  #numberOfLarge(variable: number): number {
    const known = this.#large.get(variable);
    if (known !== undefined) return known;
    if (this.#large.size === LARGE) unsupported(`at most ${LARGE} variables from ${SMALL}`);
    this.#large.set(variable, ++this.#count);
    return this.#count;
  }
}

/** The negation of a literal as `Variables` numbers them. */
export function negation(literal: number): number {
  return literal ^ 1;
}
