import { coprime } from './integer.ts';

/** Moduli stay below this, so that a product of two residues stays below 2^44. */
const MODULUS = 2 ** 23;

/**
 * The residue nearest to 0 of an integer |x| < 2^53 - 2^23, for 2 ≤ m < 2^23; of absolute value at most 2^22, and 0 exactly
 * when m divides x. The quotient may be rounded, the result is exact all the same: the multiple and the difference are
 * integers below 2^53, which a double holds exactly, and where m divides x so is the quotient.
 */
export function residue(x: number, m: number): number {
  return x - m * Math.round(x / m);
}

/**
 * Pairwise coprime moduli below 2^23 whose product exceeds `bound`, largest first: an integer of at most this absolute value that
 * is 0 modulo each of them is 0 (Chinese remainder theorem).
 */
export function moduliAbove(bound: bigint): readonly number[] {
  const moduli: number[] = [];
  let product = 1n;
  for (let m = MODULUS - 1; product <= bound; m--) {
    if (!moduli.every((other) => coprime(other, m))) continue;
    moduli.push(m);
    product *= BigInt(m);
  }
  return moduli;
}
