import type { Budget } from './budget.ts';
import { power } from './modular-power.ts';

/**
 * Whether n is a strong probable prime to the base: for n − 1 = 2^s · d with d odd, either base^d ≡ 1 modulo n, or
 * base^(2^r · d) ≡ −1 for an r from 0 to s − 1. Every odd prime is one to every base that it does not divide; what is not
 * one is composite (Rabin 1980).
 *
 * @param n At least 3. An even n must be asked about an even base: it is none to that.
 */
export function isStrongProbablePrime(n: bigint, base: bigint, budget: Budget): boolean {
  const last = n - 1n;
  const bits = last.toString(2);
  const twos = bits.length - 1 - bits.lastIndexOf('1');
  let x = power(base % n, last >> BigInt(twos), n, budget);
  if (x === 1n || x === last) return true;
  for (let r = 1; r < twos; r++) {
    x = power(x, 2n, n, budget);
    if (x === last) return true;
  }
  return false;
}
