import { CALL, words } from './budget.ts';

/** Decimal digits one integer may have: its conversion to a BigInt takes 0.12 s, a product of two such 0.05 s (measured). */
export const DIGITS = 1_000_000;

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** Whether the text is an integer as the catalogue writes it: no `-0`, no plus sign, no leading zero. */
export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** The greatest common divisor, at least 0; gcd(0, 0) = 0. Euclid's algorithm. */
export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** What a remainder costs for each word, measured in `gcd` of consecutive Fibonacci numbers: 12 to 17 ns. */
const REMAINDER = 16;

/** Steps of `gcd` on integers of these many digits: at most 4.8 divisions per digit of the shorter one (Lamé). */
export function gcdSteps(digits: number, others: number): number {
  return 5 * Math.min(digits, others) * (REMAINDER * words(Math.max(digits, others)) + CALL);
}

/** Whether two integers from 0 to 2^53 have no common divisor but 1. A double holds them and all remainders exactly. */
export function coprime(a: number, b: number): boolean {
  while (b !== 0) [a, b] = [b, a % b];
  return a === 1;
}
