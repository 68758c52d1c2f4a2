import type { Pair, Terms } from './polynomial-terms.ts';

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
  const seen: number[] = [];
  for (let key = 0; key < size; key++) if (sums[key] !== 0) seen.push(key);
  const keys = Float64Array.from(seen);
  return { keys, coefficients: keys.map((key) => sums[key] as number) };
}

/** The same for integers of any size. */
export function denseBigSum(pairs: readonly Pair<readonly bigint[]>[], size: number): Terms {
  const sums = new Array<bigint | undefined>(size);
  const seen: number[] = [];
  for (const [one, other] of pairs) {
    for (let i = 0; i < one.keys.length; i++) {
      const [key, factor] = [one.keys[i] as number, one.coefficients[i] as bigint];
      for (let j = 0; j < other.keys.length; j++) {
        const at = key + (other.keys[j] as number);
        const product = factor * (other.coefficients[j] as bigint);
        const sum = sums[at];
        if (sum === undefined) seen.push(at);
        sums[at] = sum === undefined ? product : sum + product;
      }
    }
  }
  const keys = Float64Array.from(seen)
    .sort()
    .filter((key) => sums[key] !== 0n);
  return { keys, coefficients: Array.from(keys, (key) => sums[key] as bigint) };
}
