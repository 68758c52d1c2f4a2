import { type Budget, CALL } from './budget.ts';
import { denseBigSum, denseSum } from './polynomial-dense.ts';
import { mergedBigSum, mergedSum } from './polynomial-merge.ts';
import type { Monomials } from './polynomial-monomials.ts';
import {
  bigIntegers,
  doubles,
  type Integers,
  largest,
  type Pair,
  type Terms,
  wordsOf,
} from './polynomial-terms.ts';

/** A bound for all sums with which doubles stay exact. */
const EXACT = 2n ** 53n;

/** Machine words that one sum may have, monomials and coefficients: 64 MiB. */
const ROOM = 2 ** 23;

/** Monomials for which a sum each is always kept, however few the products. */
const FEW = 1024;

/** Steps, measured: a product in doubles; a level of the heap, and a word of a monomial there and in the result; a call. */
const MULTIPLY = 3;
const LEVEL = 20;
const WORD = 2;
const KEEP = 20;
const OVERHEAD = 1000;

/**
 * The sum over all pairs of the product of its two polynomials, packed by `monomials`. Where the possible monomials are not many
 * more than the products there is a sum for each of them, otherwise the products are merged in the order of their monomials.
 * Coefficients are doubles where no sum can reach 2^53, BigInts otherwise. Paid for before it starts.
 */
export function sumOfProducts(pairs: readonly Pair[], monomials: Monomials, budget: Budget): Terms {
  const { words, size } = monomials;
  const sizes = pairs.map(sizesOf);
  const products = total(sizes.map(({ rows, columns }) => rows * columns));
  const bound = sizes.reduce((sum, { rows, first, second }) => sum + BigInt(rows) * first * second, 0n);
  const small = bound < EXACT;
  const room = small ? 1 : wordsOf(bound);
  const dense = words === 1 && size <= 4 * products + FEW && size * (1 + room) <= ROOM;
  const levels = 2 + Math.ceil(Math.log2(1 + total(sizes.map(({ rows }) => rows))));

  budget.spend(
    OVERHEAD + (dense ? MULTIPLY * size : products * (levels * (LEVEL + WORD * words) + KEEP * words)),
  );
  budget.spend(small ? MULTIPLY * products : total(sizes.map(bigSteps)));
  const most = Math.min(products, Math.floor(ROOM / (words + room)));
  if (small) {
    const operands = pairs.map((pair) => shorterFirst(pair, doubles));
    return dense ? denseSum(operands, size) : mergedSum(operands, words, most);
  }
  const operands = pairs.map((pair) => shorterFirst(pair, bigIntegers));
  return dense ? denseBigSum(operands, size) : mergedBigSum(operands, words, most);
}

/** The numbers of terms, fewer first, and the largest absolute values of coefficients in either order. */
interface Sizes {
  readonly rows: number;
  readonly columns: number;
  readonly first: bigint;
  readonly second: bigint;
}

function sizesOf([one, other]: Pair): Sizes {
  const lengths = [one.coefficients.length, other.coefficients.length];
  return {
    rows: Math.min(...lengths),
    columns: Math.max(...lengths),
    first: largest(one.coefficients),
    second: largest(other.coefficients),
  };
}

function bigSteps({ rows, columns, first, second }: Sizes): number {
  return bigProducts(rows * columns, wordsOf(first), wordsOf(second));
}

/** Steps of multiplying so often a number of these words with one of those, and adding the product to another. */
export function bigProducts(count: number, left: number, right: number): number {
  return count * (2 * CALL + left * right + left + right);
}

function shorterFirst<Coefficients extends Integers>(
  [one, other]: Pair,
  convert: (integers: Integers) => Coefficients,
): Pair<Coefficients> {
  const first = { keys: one.keys, coefficients: convert(one.coefficients) };
  const second = { keys: other.keys, coefficients: convert(other.coefficients) };
  return one.keys.length <= other.keys.length ? [first, second] : [second, first];
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
