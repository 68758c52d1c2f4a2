import { CALL, GCD_STEP, requireSteps, words } from '../cost.ts';
import { gcd } from '../gcd.ts';

/** Vectors of rationals, each to be multiplied by its scale: the least that makes all of its entries integers. */
export interface Cleared {
  readonly scales: readonly bigint[];
  /** Decimal digits of the scales; 0 where it is 1. */
  readonly scaleDigits: readonly number[];
  /** At least as many as the decimal digits of the integers, with their signs. */
  readonly digits: readonly (readonly number[])[];
  /** Makes the integers. */
  integers(): bigint[][];
}

/**
 * @param vectors of rationals in lowest terms.
 * @throws AssayError CAPABILITY_LIMIT, before anything is computed, where the least common multiples could take more than 2^32 steps.
 */
export function clearDenominators(vectors: readonly (readonly string[])[]): Cleared {
  const denominators = vectors.map((vector) => [...new Set(vector.flatMap(denominatorOf))]);
  requireSteps(denominators.reduce((sum, found) => sum + multipleSteps(found), 0));
  const scales = denominators.map((found) => found.map(BigInt).reduce(leastCommonMultiple, 1n));
  const scaleDigits = scales.map((scale) => (scale === 1n ? 0 : String(scale).length));
  return {
    scales,
    scaleDigits,
    digits: vectors.map((vector, at) => vector.map((text) => scaledDigits(text, scaleDigits[at] ?? 0))),
    integers: () => vectors.map((vector, at) => vector.map((text) => scaled(text, scales[at] ?? 1n))),
  };
}

/** None of an integer. */
function denominatorOf(text: string): string[] {
  const slash = text.indexOf('/');
  return slash < 0 ? [] : [text.slice(slash + 1)];
}

/** Each denominator meets a multiple of those before it, which is no longer than all of them together. */
function multipleSteps(denominators: readonly string[]): number {
  const longest = words(denominators.reduce((sum, { length }) => sum + length, 0));
  return denominators.reduce((sum, { length }) => {
    const count = words(length);
    return sum + 3 * longest * count + GCD_STEP * count ** 2 + CALL;
  }, 0);
}

function leastCommonMultiple(multiple: bigint, denominator: bigint): bigint {
  const rest = multiple % denominator;
  return rest === 0n ? multiple : multiple * (denominator / gcd(rest, denominator));
}

function scaledDigits(text: string, scaleDigits: number): number {
  const slash = text.indexOf('/');
  return slash < 0 ? text.length + scaleDigits : slash + scaleDigits - (text.length - slash - 1) + 1;
}

function scaled(text: string, scale: bigint): bigint {
  const slash = text.indexOf('/');
  if (slash >= 0) return BigInt(text.slice(0, slash)) * (scale / BigInt(text.slice(slash + 1)));
  return scale === 1n ? BigInt(text) : BigInt(text) * scale;
}
