import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';
import { isRationalText } from '../documents/numbers.ts';
import { items } from '../documents/shape.ts';
import type { Budget } from '../exact/budget.ts';
import { type Fraction, fraction } from '../exact/fraction.ts';

/** Reads the number that a canonical text of a rational stands for; rejected when it is anything else. */
export function readNumber(value: unknown, at: string, budget: Budget): Fraction {
  return fraction(readNumberText(value, at, budget), budget);
}

/** Reads a canonical text of a rational; rejected when it is anything else. */
export function readNumberText(value: unknown, at: string, budget: Budget): string {
  return isRationalText(value, budget) ? value : reject('a rational in canonical form is required', at);
}

/** Reads a pair of a name and something else: the index of what it names, and the other. Rejected at a name not in `names`. */
export function readPair(
  pair: unknown,
  names: ReadonlyMap<string, number>,
  at: string,
): readonly [index: number, other: unknown] {
  const [name, other] = items(pair, 2, at);
  const index = typeof name === 'string' ? names.get(name) : undefined;
  return [index ?? reject('the program does not have this name', `${at}/0`), other];
}

/**
 * Reads numbers by the index of what they name, from pairs of a name and a rational; rejected at a name that is not in `names`
 * and at one that stands there twice. Where a name is not listed there is no number, which means zero.
 */
export function readNumbers(
  value: unknown,
  names: ReadonlyMap<string, number>,
  at: string,
  budget: Budget,
): ReadonlyMap<number, Fraction> {
  const numbers = new Map<number, Fraction>();
  for (const [position, pair] of list(value, at).entries()) {
    const [index, number] = readPair(pair, names, `${at}/${position}`);
    if (numbers.has(index)) reject('a name stands in the list twice', `${at}/${position}/0`);
    numbers.set(index, readNumber(number, `${at}/${position}/1`, budget));
  }
  return numbers;
}
