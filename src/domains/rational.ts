import { gcd, gcdOfNumbers } from './gcd.ts';

/**
 * The longest fraction that is examined, in characters. The gcd is quadratic: 5 to 15 ms for one of this length, so 16 MiB of them
 * take 4 to 12 s; of fractions up to 300 digits 2 to 4 s. Integers have no such bound.
 */
export const LONGEST_FRACTION = 20_000;

/** Longest text of an integer that is certainly safe. */
const SAFE_DIGITS = 15;

/** What is wrong with a rational string that its pattern accepts: it is too long to examine, or not in lowest terms. */
export function rationalFault(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  if (text.length > LONGEST_FRACTION) return `a fraction has at most ${LONGEST_FRACTION} characters`;
  const numerator = text.slice(text.startsWith('-') ? 1 : 0, slash);
  const denominator = text.slice(slash + 1);
  return coprime(numerator, denominator) ? undefined : 'a fraction is in lowest terms';
}

function coprime(a: string, b: string): boolean {
  if (a.length <= SAFE_DIGITS && b.length <= SAFE_DIGITS) return gcdOfNumbers(Number(a), Number(b)) === 1;
  return gcd(BigInt(a), BigInt(b)) === 1n;
}
