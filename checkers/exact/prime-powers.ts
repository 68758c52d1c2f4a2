import { bitLength } from './bit-length.ts';
import { type Budget, CALL } from './budget.ts';

/** A number of at least 2 to an exponent of at least 1. */
export interface PrimePower {
  readonly prime: bigint;
  readonly exponent: number;
}

/**
 * Whether the product of the powers is the value, which is at least 1. No power is computed before it is known that the product
 * has at most about twice the bits of the value: a number of b bits is at least 2^(b − 1).
 */
export function isProduct(powers: readonly PrimePower[], value: bigint, budget: Budget): boolean {
  const limit = bitLength(value);
  let [least, most] = [0, 0];
  for (const { prime, exponent } of powers) {
    // Compared first, so that the products of both stay integers below 2^53.
    if (exponent >= limit) return false;
    const bits = bitLength(prime);
    least += exponent * (bits - 1);
    most += exponent * bits;
    if (least >= limit) return false;
    budget.spend(2 * bitLength(BigInt(exponent)) * CALL);
  }
  budget.spend(Math.ceil((most / 64) ** 2 / 2));
  return product(powers.map(({ prime, exponent }) => prime ** BigInt(exponent))) === value;
}

/** Halves are multiplied first, so that the factors of each multiplication are of like size. */
function product(numbers: readonly bigint[]): bigint {
  if (numbers.length <= 1) return numbers[0] ?? 1n;
  const middle = numbers.length >> 1;
  return product(numbers.slice(0, middle)) * product(numbers.slice(middle));
}
