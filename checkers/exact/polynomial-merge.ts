import { unsupported } from '../decide.ts';
import { Rows } from './polynomial-rows.ts';
import type { Pair, Terms } from './polynomial-terms.ts';

/**
 * The sum of the products of all pairs, whose monomials take so many words each; UNSUPPORTED where it has more than `most` terms.
 * No sum may reach an absolute value of 2^53 on the way.
 */
export function mergedSum(pairs: readonly Pair<Float64Array>[], words: number, most: number): Terms {
  const first = pairs.map(([one]) => one.coefficients);
  const second = pairs.map(([, other]) => other.coefficients);
  const rows = new Rows(pairs, words);
  // Pages that are never written to cost nothing; pushing to a list takes five times as long.
  const keys = new Float64Array(most * words);
  const sums = new Float64Array(most);
  let count = 0;
  while (rows.any) {
    requireRoom(count, most);
    rows.read(keys, count);
    let sum = 0;
    do {
      const factor = (first[rows.pair] as Float64Array)[rows.first] as number;
      sum += factor * ((second[rows.pair] as Float64Array)[rows.second] as number);
      rows.advance();
    } while (rows.any && rows.is(keys, count));
    sums[count] = sum;
    if (sum !== 0) count += 1;
  }
  return { keys: keys.slice(0, count * words), coefficients: sums.slice(0, count) };
}

/** The same for integers of any size. */
export function mergedBigSum(pairs: readonly Pair<readonly bigint[]>[], words: number, most: number): Terms {
  const first = pairs.map(([one]) => one.coefficients);
  const second = pairs.map(([, other]) => other.coefficients);
  const rows = new Rows(pairs, words);
  const keys = new Float64Array(most * words);
  const sums: bigint[] = [];
  while (rows.any) {
    requireRoom(sums.length, most);
    rows.read(keys, sums.length);
    let sum = 0n;
    do {
      const factor = (first[rows.pair] as readonly bigint[])[rows.first] as bigint;
      sum += factor * ((second[rows.pair] as readonly bigint[])[rows.second] as bigint);
      rows.advance();
    } while (rows.any && rows.is(keys, sums.length));
    if (sum !== 0n) sums.push(sum);
  }
  return { keys: keys.slice(0, sums.length * words), coefficients: sums };
}

function requireRoom(count: number, most: number): void {
  if (count === most) unsupported(`sums of products with at most ${most} terms`);
}
