import { reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { members } from '../../documents/shape.ts';
import { type ListedPower, readPowers } from '../powers.ts';

/** A unit, powers of numbers put forward as primes, and Pratt certificates for any of them. */
export interface Factors {
  /** Whether the unit is −1. */
  readonly negative: boolean;
  readonly powers: readonly ListedPower[];
  /** Not yet examined. */
  readonly primes: unknown;
  /** JSON pointer of the value in the request. */
  readonly at: string;
}

/** Reads a document of type `number.factors@1`, but for its Pratt certificates; rejected when it is anything else. */
export function readFactors(text: string, role: string): Factors {
  const { value } = readDocument(text, ['number.factors@1'], role);
  const at = `${role}/value`;
  const { unit, factors, primes } = members(value, ['unit', 'factors'], ['primes'], at);
  if (unit !== '1' && unit !== '-1') reject('the unit is "1" or "-1"', `${at}/unit`);
  const powers = readPowers(factors, `${at}/factors`);
  return { negative: unit === '-1', powers, primes: primes === undefined ? [] : primes, at };
}
