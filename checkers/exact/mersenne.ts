/** The exponents q from 31 to 11213 for which 2^q − 1 is a prime number (OEIS A000043). */
export const MERSENNE_EXPONENTS: readonly number[] = [
  31, 61, 89, 107, 127, 521, 607, 1279, 2203, 2281, 3217, 4253, 4423, 9689, 9941, 11213,
];
