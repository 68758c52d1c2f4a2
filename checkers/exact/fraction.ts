import { type Budget, CALL, words } from './budget.ts';
import { parseRational } from './rational.ts';

/** A rational number, perhaps not in lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  /** At least 1. */
  readonly denominator: bigint;
  /** At least the number of decimal digits of the numerator. */
  readonly top: number;
  /** At least the number of decimal digits of the denominator. */
  readonly bottom: number;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n, top: 1, bottom: 1 };

/** The fraction that a canonical text of a rational stands for. */
export function fraction(text: string, budget: Budget): Fraction {
  const slash = text.indexOf('/');
  const top = slash < 0 ? text.length : slash;
  const bottom = slash < 0 ? 1 : text.length - slash - 1;
  budget.spend(words(top) ** 2 + words(bottom) ** 2 + 2 * CALL);
  const [numerator, denominator] = parseRational(text);
  return { numerator, denominator, top, bottom };
}

export function negative({ numerator, denominator, top, bottom }: Fraction): Fraction {
  return { numerator: -numerator, denominator, top, bottom };
}

/** The product, not reduced. */
export function product(one: Fraction, other: Fraction, budget: Budget): Fraction {
  budget.spend(words(one.top) * words(other.top) + words(one.bottom) * words(other.bottom) + 2 * CALL);
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
    top: one.top + other.top,
    bottom: one.bottom + other.bottom,
  };
}

/** The sign of one − other: −1, 0 or 1. */
export function compare(one: Fraction, other: Fraction, budget: Budget): number {
  budget.spend(words(one.top) * words(other.bottom) + words(other.top) * words(one.bottom) + 2 * CALL);
  const [left, right] = [one.numerator * other.denominator, other.numerator * one.denominator];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
