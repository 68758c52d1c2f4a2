import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';

/** Whether this is a list of literals of these variables, as `readLiterals` takes it. */
export function areLiterals(value: unknown, variables: number): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => isLiteral(item) && Math.abs(item) <= variables);
}

/**
 * Reads literals as in DIMACS: JSON integers other than 0, none of a variable greater than `variables`; rejected otherwise.
 * A literal may stand in the list twice, and beside its negation.
 */
export function readLiterals(value: unknown, variables: number, at: string): readonly number[] {
  if (areLiterals(value, variables)) return value;
  const wrong = list(value, at).findIndex((item) => !areLiterals([item], variables));
  return reject('a literal is an integer other than 0, of a variable of the formula', `${at}/${wrong}`);
}

function isLiteral(item: unknown): item is number {
  return Number.isSafeInteger(item) && item !== 0;
}
