import type { Budget } from './budget.ts';
import { coprime, gcd, gcdSteps } from './integer.ts';

const RATIONAL = /^(?:0|-?[1-9][0-9]*)(?:\/[1-9][0-9]*)?$/;

/** Texts of at most this length have numerators and denominators below 2^53, and are done without BigInts. */
const SHORT = 16;
const SHORT_STEPS = 200;

/** Whether the text is a rational as the catalogue writes it: an integer, or p/q in lowest terms with q at least 2. */
export function isRational(text: string, budget: Budget): boolean {
  if (!RATIONAL.test(text)) return false;
  const slash = text.indexOf('/');
  if (slash < 0) return true;
  if (text.length <= SHORT) {
    budget.spend(SHORT_STEPS);
    const denominator = Number(text.slice(slash + 1));
    return denominator > 1 && coprime(Math.abs(Number(text.slice(0, slash))), denominator);
  }
  budget.spend(gcdSteps(slash, text.length - slash));
  const denominator = BigInt(text.slice(slash + 1));
  return denominator > 1n && gcd(BigInt(text.slice(0, slash)), denominator) === 1n;
}

/** Numerator and denominator of a rational; the denominator of an integer is 1. */
export function parseRational(text: string): [numerator: bigint, denominator: bigint] {
  const slash = text.indexOf('/');
  return slash < 0 ? [BigInt(text), 1n] : [BigInt(text.slice(0, slash)), BigInt(text.slice(slash + 1))];
}
