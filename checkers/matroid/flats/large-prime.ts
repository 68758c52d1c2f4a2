import { unsupported } from '../../decide.ts';
import { bitLength } from '../../exact/bit-length.ts';
import { MERSENNE_EXPONENTS } from '../../exact/mersenne.ts';

/**
 * The exponent of a Mersenne prime that divides no minor of the matrix but those that are zero, of minors with at most `size`
 * rows: so integer vectors have the same dependences as their residues. UNSUPPORTED where the minors may be larger than all.
 *
 * A minor is at most the product of the sums of absolute values of its rows.
 */
export function exponentAboveMinors(rows: readonly (readonly bigint[])[], size: number): number {
  const bits = rows.map(sumBits).sort((one, other) => other - one);
  const most = bits.slice(0, size).reduce((sum, length) => sum + length, 0);
  // 2^most is more than any minor; an exponent greater than that makes the prime so, too.
  const exponent = MERSENNE_EXPONENTS.find((exponent) => exponent > most);
  return exponent ?? unsupported(`minors of less than ${MERSENNE_EXPONENTS.at(-1)} bits`);
}

function sumBits(row: readonly bigint[]): number {
  const sum = row.reduce((total, entry) => total + (entry < 0n ? -entry : entry), 0n);
  return bitLength(sum);
}
