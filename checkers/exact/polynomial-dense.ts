import type { Integers, Pair, Terms } from './polynomial-terms.ts';

/**
 * The sum of the products of all pairs, whose monomials are single numbers below `size`: a sum for each of these numbers.
 * No sum may reach an absolute value of 2^53 on the way.
 */
export function denseSum(pairs: readonly Pair<Float64Array>[], size: number): Terms {
  const sums = new Float64Array(size);
  for (const [one, other] of pairs) {
    for (let i = 0; i < one.keys.length; i++) {
      const [key, factor] = [one.keys[i] as number, one.coefficients[i] as number];
      for (let j = 0; j < other.keys.length; j++) {
        const at = key + (other.keys[j] as number);
        sums[at] = (sums[at] as number) + factor * (other.coefficients[j] as number);
      }
    }
  }
  return withoutZeros(sums, (keys) => keys.map((key) => sums[key] as number));
}

/** The same for integers of any size. */
export function denseBigSum(pairs: readonly Pair<readonly bigint[]>[], size: number): Terms {
  const sums = new Array<bigint>(size).fill(0n);
  for (const [one, other] of pairs) {
    for (const [i, factor] of one.coefficients.entries()) {
      const key = one.keys[i] as number;
      for (let j = 0; j < other.keys.length; j++) {
        const at = key + (other.keys[j] as number);
        sums[at] = (sums[at] as bigint) + factor * (other.coefficients[j] as bigint);
      }
    }
  }
  return withoutZeros(sums, (keys) => Array.from(keys, (key) => sums[key] as bigint));
}

function withoutZeros(sums: Integers, at: (keys: Float64Array) => Integers): Terms {
  const keys: number[] = [];
  for (let key = 0; key < sums.length; key++) if (sums[key]) keys.push(key);
  const packed = Float64Array.from(keys);
  return { keys: packed, coefficients: at(packed) };
}
