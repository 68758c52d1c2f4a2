import { AssayError } from '../errors.ts';

/** Steps that a producer may take. A step is the product of two words of 64 bits, about a nanosecond. */
export const MOST_STEPS = 2 ** 32;

/** What handling one pair of BigInts costs, whatever their length, in steps: measured. */
export const CALL = 60;

/** A step of the greatest common divisor costs this many of the multiplication: measured. */
export const GCD_STEP = 20;

const DIGITS_IN_WORD = 19.26;

/** Words of 64 bits that an integer of this many decimal digits takes. */
export function words(digits: number): number {
  return Math.ceil(digits / DIGITS_IN_WORD);
}

/** @throws AssayError CAPABILITY_LIMIT where that many steps are too many */
export function requireSteps(steps: number): void {
  if (steps <= MOST_STEPS) return;
  throw new AssayError('CAPABILITY_LIMIT', 'this would take more than 2^32 steps of arithmetic', {
    next: 'compute it outside and hand in the result',
  });
}
