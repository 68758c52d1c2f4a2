import { AssayError } from '../../errors.ts';
import { CALL, GCD_STEP, requireSteps, words } from '../cost.ts';
import { gcd } from '../gcd.ts';
import { LONGEST_FRACTION } from '../rational.ts';
import { type Cleared, clearDenominators } from './common-denominator.ts';

type Texts = readonly (readonly string[])[];
type Integers = readonly (readonly bigint[])[];

/** Decimal digits that the integers of a product, and those it is made of, may have in all; one of 2^24 digits is written out in 7 s. */
const MOST_DIGITS = 2 ** 25;

/** Sums below 10^15 are exact in floating point, and 25 times as fast. */
const EXACT_DIGITS = 15;

/**
 * Entry (i, j) is the scalar product of rows[i] and columns[j], exactly, in lowest terms.
 *
 * Every row and every column is multiplied by its common denominator, and the product of the integers divided by both.
 *
 * @param rows equally long, of rationals in lowest terms; the columns likewise.
 * @throws AssayError CAPABILITY_LIMIT, before anything is multiplied: more than 2^32 steps, or 2^25 digits. At the end, for a fraction
 *   longer than one may be.
 */
export function productEntries(rows: Texts, columns: Texts): string[][] {
  const left = clearDenominators(rows);
  const right = clearDenominators(columns);
  requireAffordable(left, right);
  const products = multiplied(left, right);
  return products.map((row, i) =>
    row.map((integer, j) => quotient(integer, left.scales[i], right.scales[j])),
  );
}

function requireAffordable(left: Cleared, right: Cleared): void {
  const [longestLeft, longestRight] = [longest(left), longest(right)];
  const made =
    total(longestLeft) * longestRight.length +
    total(longestRight) * longestLeft.length +
    total(left.digits.flat()) +
    total(right.digits.flat());
  if (made > MOST_DIGITS) {
    throw new AssayError('CAPABILITY_LIMIT', 'the product could have more than 2^25 digits', {
      next: 'compute it outside and hand in the result',
    });
  }
  const reducing = left.scaleDigits.map((one) =>
    total(
      right.scaleDigits.map((other) => (one + other === 0 ? 0 : GCD_STEP * words(one + other) ** 2 + CALL)),
    ),
  );
  requireSteps(multiplicationSteps(left, right) + total(reducing));
}

/** For each vector, the digits that its part in a scalar product can have. */
function longest({ digits }: Cleared): number[] {
  return digits.map((vector) => vector.reduce((most, count) => Math.max(most, count), 0));
}

/** Component k of every row meets component k of every column. */
function multiplicationSteps(left: Cleared, right: Cleared): number {
  const inner = left.digits[0]?.length ?? 0;
  const pairs = left.digits.length * right.digits.length * inner;
  if (isSmall(left, right)) return pairs;
  const [ours, theirs] = [wordsByComponent(left, inner), wordsByComponent(right, inner)];
  return total(ours.map((count, k) => count * (theirs[k] ?? 0))) + CALL * pairs;
}

function wordsByComponent({ digits }: Cleared, inner: number): number[] {
  const sums = new Array<number>(inner).fill(0);
  for (const vector of digits)
    for (const [k, count] of vector.entries()) sums[k] = (sums[k] ?? 0) + words(count);
  return sums;
}

function isSmall(left: Cleared, right: Cleared): boolean {
  const inner = left.digits[0]?.length ?? 0;
  const most = (digits: Cleared['digits']) =>
    digits.reduce((all, vector) => vector.reduce((most, count) => Math.max(most, count), all), 0);
  return most(left.digits) + most(right.digits) + String(inner).length <= EXACT_DIGITS;
}

function multiplied(left: Cleared, right: Cleared): Integers {
  return isSmall(left, right)
    ? smallProduct(left.integers(), right.integers())
    : largeProduct(left.integers(), right.integers());
}

function smallProduct(rows: Integers, columns: Integers): Integers {
  const right = columns.map((column) => Float64Array.from(column, Number));
  return rows.map((row) => {
    const left = Float64Array.from(row, Number);
    return right.map((column) => {
      let sum = 0;
      for (let k = 0; k < left.length; k++) sum += (left[k] as number) * (column[k] as number);
      return BigInt(sum);
    });
  });
}

function largeProduct(rows: Integers, columns: Integers): Integers {
  return rows.map((row) =>
    columns.map((column) => row.reduce((sum, entry, k) => sum + entry * (column[k] as bigint), 0n)),
  );
}

/** integer / (one · other) in lowest terms. */
function quotient(integer: bigint, one = 1n, other = 1n): string {
  const scale = one * other;
  if (scale === 1n) return `${integer}`;
  const common = gcd(integer < 0n ? -integer : integer, scale);
  if (common === scale) return `${integer / scale}`;
  const fraction = `${integer / common}/${scale / common}`;
  if (fraction.length <= LONGEST_FRACTION) return fraction;
  throw new AssayError(
    'CAPABILITY_LIMIT',
    `an entry of the product is a fraction of more than ${LONGEST_FRACTION} characters`,
  );
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
