import { unsupported } from '../decide.ts';
import { visitProducts } from './polynomial-heap.ts';
import { compareMonomials } from './polynomial-monomials.ts';
import type { Pair, Terms } from './polynomial-terms.ts';

/**
 * The sum of the products of all pairs, whose monomials take so many words each; UNSUPPORTED where it has more than `most` terms.
 * No sum may reach an absolute value of 2^53 on the way.
 */
export function mergedSum(pairs: readonly Pair<Float64Array>[], words: number, most: number): Terms {
  const first = pairs.map(([one]) => one.coefficients);
  const second = pairs.map(([, other]) => other.coefficients);
  // Pages that are never written to cost nothing; pushing to a list takes five times as long.
  const keys = new Float64Array(most * words);
  const sums = new Float64Array(most);
  let count = 0;
  // While this is 0, the next monomial takes the place of the one before.
  let sum = 0;
  visitProducts(pairs, words, (pair, i, j, products, row) => {
    if (sum !== 0 && compareMonomials(products, row, keys, count, words) !== 0) {
      sums[count++] = sum;
      sum = 0;
    }
    if (sum === 0) write(products, row, keys, count, words, most);
    sum += ((first[pair] as Float64Array)[i] as number) * ((second[pair] as Float64Array)[j] as number);
  });
  if (sum !== 0) sums[count++] = sum;
  return { keys: keys.slice(0, count * words), coefficients: sums.slice(0, count) };
}

/** The same for integers of any size. */
export function mergedBigSum(pairs: readonly Pair<readonly bigint[]>[], words: number, most: number): Terms {
  const first = pairs.map(([one]) => one.coefficients);
  const second = pairs.map(([, other]) => other.coefficients);
  const keys = new Float64Array(most * words);
  const sums: bigint[] = [];
  let sum = 0n;
  visitProducts(pairs, words, (pair, i, j, products, row) => {
    if (sum !== 0n && compareMonomials(products, row, keys, sums.length, words) !== 0) {
      sums.push(sum);
      sum = 0n;
    }
    if (sum === 0n) write(products, row, keys, sums.length, words, most);
    sum +=
      ((first[pair] as readonly bigint[])[i] as bigint) * ((second[pair] as readonly bigint[])[j] as bigint);
  });
  if (sum !== 0n) sums.push(sum);
  return { keys: keys.slice(0, sums.length * words), coefficients: sums };
}

function write(
  products: Float64Array,
  row: number,
  keys: Float64Array,
  place: number,
  words: number,
  most: number,
): void {
  if (place === most) unsupported(`sums of products with at most ${most} terms`);
  for (let k = 0; k < words; k++) keys[place * words + k] = products[row * words + k] as number;
}
