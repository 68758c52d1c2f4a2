import { unsupported } from '../decide.ts';
import type { Budget } from '../exact/budget.ts';
import { DIGITS, isInteger } from '../exact/integer.ts';
import { isRational } from '../exact/rational.ts';

/** Whether this is the text of an integer in canonical form; UNSUPPORTED above `DIGITS` characters. */
export function isIntegerText(value: unknown): value is string {
  return isShort(value) && isInteger(value);
}

/** Whether this is the text of a rational in lowest terms; UNSUPPORTED above `DIGITS` characters. */
export function isRationalText(value: unknown, budget: Budget): value is string {
  return isShort(value) && isRational(value, budget);
}

function isShort(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (value.length > DIGITS) unsupported(`numbers of at most ${DIGITS} characters`);
  return true;
}
