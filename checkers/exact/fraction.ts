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

/** Digits from which a number is so long that making room for it takes more time than writing it. */
const LONG = 50_000;

/** Steps of an operation that writes a number of these digits in linear time: 2 ns a word measured, 6 to 58 when it is long. */
export function writing(digits: number): number {
  return words(digits) * (digits < LONG ? 2 : 64) + CALL;
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

export function negative({ numerator, denominator, top, bottom }: Fraction, budget: Budget): Fraction {
  budget.spend(writing(top));
  return { numerator: -numerator, denominator, top, bottom };
}

/** The product, not reduced. */
export function product(one: Fraction, other: Fraction, budget: Budget): Fraction {
  budget.spend(multiplication(one.top, other.top) + multiplication(one.bottom, other.bottom));
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
    top: one.top + other.top,
    bottom: one.bottom + other.bottom,
  };
}

/** The sign of one − other: −1, 0 or 1. */
export function compare(one: Fraction, other: Fraction, budget: Budget): number {
  budget.spend(multiplication(one.top, other.bottom) + multiplication(other.top, one.bottom));
  const [left, right] = [one.numerator * other.denominator, other.numerator * one.denominator];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Steps to multiply integers of these digits. */
export function multiplication(digits: number, others: number): number {
  return words(digits) * words(others) + writing(digits + others);
}
