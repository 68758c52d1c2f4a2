import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';
import { integer } from '../documents/number.ts';
import { count, items } from '../documents/shape.ts';
import type { PrimePower } from '../exact/prime-powers.ts';

/** A pair [prime, exponent] of a list. */
export interface ListedPower extends PrimePower {
  /** The canonical text of the prime. */
  readonly text: string;
  /** JSON pointer of the pair in the request. */
  readonly at: string;
}

/** Reads pairs [prime, exponent]: rejected unless the primes are different numbers from 2 and the exponents at least 1. */
export function readPowers(value: unknown, at: string): readonly ListedPower[] {
  const seen = new Set<string>();
  return list(value, at).map((pair, index) => {
    const here = `${at}/${index}`;
    const [first, second] = items(pair, 2, here);
    const prime = integer(first, `${here}/0`);
    const exponent = count(second, `${here}/1`);
    const text = String(first);
    if (prime < 2n) reject('a factor is at least 2', `${here}/0`);
    if (exponent === 0) reject('an exponent is at least 1', `${here}/1`);
    if (seen.has(text)) reject('the factor stands in the list twice', `${here}/0`);
    seen.add(text);
    return { prime, exponent, text, at: here };
  });
}
