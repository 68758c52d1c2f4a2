import { unsupported } from '../decide.ts';
import { type Budget, CALL, words } from './budget.ts';
import { DIGITS, gcd, gcdSteps } from './integer.ts';
import { parseRational } from './rational.ts';
import type { Vectors } from './vectors.ts';

/** A positive integer that rationals are multiplied by. */
export interface Scale {
  readonly value: bigint;
  /** At least the number of its decimal digits. */
  readonly digits: number;
}

/** Rational vectors as integer ones: each was multiplied by its scale, the least common denominator of its entries. */
export interface Cleared {
  readonly vectors: Vectors;
  readonly scales: readonly Scale[];
}

/** Multiplies each vector by the least common denominator of its entries. Spends the budget; UNSUPPORTED where that runs out. */
export function clearDenominators(vectors: Vectors, budget: Budget): Cleared {
  const scales = vectors.map((vector) => commonDenominator(vector, budget));
  const cleared = vectors.map((vector, index) => {
    const scale = scales[index] as Scale;
    // Its entries are integers then; millions of them are not copied.
    if (scale.value === 1n) return vector;
    // The scale is a multiple of every denominator in its vector.
    return vector.map((entry) => scaled(entry, scale, budget) as string);
  });
  return { vectors: cleared, scales };
}

function commonDenominator(vector: readonly string[], budget: Budget): Scale {
  const fractions = vector.filter((entry) => entry.includes('/'));
  const denominators = new Set(fractions.map((entry) => entry.slice(entry.indexOf('/') + 1)));
  let value = 1n;
  let digits = 1;
  for (const denominator of denominators) {
    digits += denominator.length;
    budget.store(denominator.length);
    budget.spend(gcdSteps(denominator.length, digits) + 2 * words(denominator.length) * words(digits));
    value *= BigInt(denominator) / gcd(value, BigInt(denominator));
  }
  budget.spend(words(digits) ** 2);
  return { value, digits: value.toString().length };
}

/** The text of the rational times the scale, or undefined when that is not an integer. */
export function scaled(text: string, { value, digits }: Scale, budget: Budget): string | undefined {
  if (value === 1n) return text.includes('/') ? undefined : text;
  const length = text.length + digits;
  if (length > DIGITS) unsupported(`numbers of at most ${DIGITS} characters over a common denominator`);
  budget.store(length);
  // A division, a product and the text of the result, each at most quadratic.
  budget.spend(3 * words(length) ** 2 + 4 * CALL);
  const [numerator, denominator] = parseRational(text);
  return value % denominator === 0n ? (numerator * (value / denominator)).toString() : undefined;
}
