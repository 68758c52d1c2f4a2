import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';

/**
 * Literals as in DIMACS: JSON integers other than 0, none of a variable greater than `variables`; rejected otherwise.
 * A literal may stand in the list twice, and beside its negation.
 */
export function literals(value: unknown, variables: number, at: string): readonly number[] {
  const found = list(value, at);
  for (const [index, literal] of found.entries()) {
    if (typeof literal !== 'number' || !Number.isSafeInteger(literal) || literal === 0)
      reject('a literal is an integer other than 0', `${at}/${index}`);
    if (Math.abs(literal) > variables) reject('the formula does not have this variable', `${at}/${index}`);
  }
  return found as readonly number[];
}
