import type { Exponents } from './polynomial-terms.ts';

/** The coefficients of a polynomial in lists by the exponent of its last variable, zeros between them, one list after the other. */
export interface Table {
  readonly entries: readonly bigint[];
  /** By variable, the lengths of the lists by its exponent: one for every choice of exponents of the variables before it. */
  readonly lengths: readonly (readonly number[])[];
}

/** Lays out a polynomial in the first `variables` of its variables; the others count as 1, and no two terms may differ in them alone. */
export function layOut(exponents: Exponents, coefficients: readonly bigint[], variables: number): Table {
  const entries: bigint[] = [];
  const lengths = Array.from({ length: variables }, (): number[] => []);
  // The terms from `start` to `end` have the same exponents before the variable.
  const lay = (variable: number, start: number, end: number): void => {
    if (variable === variables) {
      entries.push(start < end ? (coefficients[start] as bigint) : 0n);
      return;
    }
    let length = 0;
    for (let at = start; at < end; length++) {
      let next = at;
      while (next < end && exponents[next]?.[variable] === length) next++;
      lay(variable + 1, at, next);
      at = next;
    }
    lengths[variable]?.push(length);
  };
  lay(0, 0, exponents.length);
  return { entries, lengths };
}

/** The values at 0 of the polynomials whose coefficients stand in lists of these lengths. */
export function valuesAtZero(entries: readonly bigint[], lengths: readonly number[]): readonly bigint[] {
  let start = 0;
  return lengths.map((length) => {
    const value = length === 0 ? 0n : (entries[start] as bigint);
    start += length;
    return value;
  });
}

/** The values at x and at -x, for x at least 1: even and odd powers apart, each by Horner's rule. */
export function valuesAtBoth(
  entries: readonly bigint[],
  lengths: readonly number[],
  x: number,
): readonly [readonly bigint[], readonly bigint[]] {
  const positive: bigint[] = [];
  const negative: bigint[] = [];
  let start = 0;
  for (const length of lengths) {
    const even = everySecond(entries, start, length + (length % 2) - 2, x);
    const odd = everySecond(entries, start + 1, length - (length % 2) - 2, x);
    const shifted = x === 1 ? odd : odd * BigInt(x);
    positive.push(even + shifted);
    negative.push(even - shifted);
    start += length;
  }
  return [positive, negative];
}

/** Σ entries[start + k]·x^k over the even k from 0 to `last`, which is even; 0 where it is negative. */
function everySecond(entries: readonly bigint[], start: number, last: number, x: number): bigint {
  if (last < 0) return 0n;
  const square = BigInt(x * x);
  let value = entries[start + last] as bigint;
  for (let k = last - 2; k >= 0; k -= 2) {
    value = (x === 1 ? value : value * square) + (entries[start + k] as bigint);
  }
  return value;
}
