import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';
import { integer } from '../documents/number.ts';
import { members } from '../documents/shape.ts';
import type { Budget } from '../exact/budget.ts';
import { power } from '../exact/modular-power.ts';
import { isProduct } from '../exact/prime-powers.ts';
import { type ListedPower, readPowers } from './powers.ts';

/** That n is prime: the factors of n − 1, and a number of order n − 1 modulo n. */
interface Entry {
  readonly n: bigint;
  /** The canonical text of n. */
  readonly text: string;
  readonly witness: bigint;
  readonly factors: readonly ListedPower[];
  /** JSON pointer of the entry in the request. */
  readonly at: string;
}

/**
 * Reads a list of Pratt certificates; rejected unless every entry is right. The texts of the primes it proves: 2, and the n of
 * each entry (Pratt 1975).
 *
 * No order is asked for, and no list goes round in a circle: the factors of n − 1 are less than n.
 */
export function provenPrimes(value: unknown, at: string, budget: Budget): ReadonlySet<string> {
  const entries = list(value, at).map((entry, index) => readEntry(entry, `${at}/${index}`));
  const listed = new Set(['2']);
  for (const { text, at: here } of entries) {
    if (listed.has(text)) reject('the number has an entry already', `${here}/n`);
    listed.add(text);
  }
  for (const entry of entries) requirePrime(entry, listed, budget);
  return listed;
}

function readEntry(value: unknown, at: string): Entry {
  const entry = members(value, ['n', 'witness', 'factors'], [], at);
  const n = integer(entry.n, `${at}/n`);
  if (n < 3n) reject('an entry is for a number of at least 3', `${at}/n`);
  const witness = integer(entry.witness, `${at}/witness`);
  return { n, text: String(entry.n), witness, factors: readPowers(entry.factors, `${at}/factors`), at };
}

function requirePrime({ n, witness, factors, at }: Entry, listed: ReadonlySet<string>, budget: Budget): void {
  const unlisted = factors.find(({ text }) => !listed.has(text));
  if (unlisted !== undefined) reject('the factor is not 2 and has no entry', `${unlisted.at}/0`);
  const order = n - 1n;
  if (!isProduct(factors, order, budget)) reject('the factors do not give n − 1', `${at}/factors`);
  const base = ((witness % n) + n) % n;
  if (power(base, order, n, budget) !== 1n) {
    reject('the witness to the power n − 1 is not 1 modulo n', `${at}/witness`);
  }
  for (const { prime, at: factor } of factors) {
    if (power(base, order / prime, n, budget) === 1n) {
      reject('the witness is 1 modulo n already to the power n − 1 over this factor', factor);
    }
  }
}
