import { unsupported } from '../decide.ts';

/** One step is about a nanosecond where it was measured: in a long product, one 64-bit word times one other. */
const STEPS = 10_000_000_000;

/** Decimal digits of all numbers that a check writes down besides those it was given. */
const ROOM = 67_108_864;

/** What one BigInt operation costs besides its words, for the call and the memory: measured at 60 to 80 ns. */
export const CALL = 80;

/** Machine words that hold an integer of this many decimal digits: 19 digits fit 64 bits. */
export function words(digits: number): number {
  return Math.ceil(digits / 19);
}

/** Work and memory that a check may still use. Each part is paid for from the sizes of its operands, before it starts. */
export class Budget {
  #steps = STEPS;
  #digits = ROOM;

  /** Takes this many steps, a whole number; ends the check as UNSUPPORTED when so many are not left. */
  spend(steps: number): void {
    if (steps > this.#steps) unsupported(`${STEPS} steps of exact arithmetic`);
    this.#steps -= steps;
  }

  /** Takes room for intermediate numbers of this many digits; ends the check as UNSUPPORTED when so much is not left. */
  store(digits: number): void {
    if (digits > this.#digits) unsupported(`${ROOM} digits of intermediate numbers`);
    this.#digits -= digits;
  }
}
