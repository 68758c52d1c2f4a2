/** Integers as doubles where each has an absolute value below 2^53, as BigInts otherwise. */
export type Integers = Float64Array | readonly bigint[];

/** The exponents of every term: a list with one for every variable. In a polynomial they ascend lexicographically and all differ. */
export type Exponents = readonly (readonly number[])[];

/** A polynomial over the integers: its monomials packed, in ascending order, and their coefficients. */
export interface Terms<Coefficients extends Integers = Integers> {
  readonly keys: Float64Array;
  readonly coefficients: Coefficients;
}

/** Two polynomials to be multiplied, packed alike. */
export type Pair<Coefficients extends Integers = Integers> = readonly [
  Terms<Coefficients>,
  Terms<Coefficients>,
];

const EXACT = 2n ** 53n;

/** Longest text of an integer that certainly is safe. */
const SAFE = 15;

/** Hexadecimal digits in a machine word of 64 bits. */
const WORD = 16;

export function parseIntegers(texts: readonly string[]): Integers {
  return texts.every((text) => text.length <= SAFE) ? Float64Array.from(texts, Number) : texts.map(BigInt);
}

/** As doubles where they all fit. */
export function integersOf(integers: readonly bigint[]): Integers {
  const fits = integers.every((integer) => integer > -EXACT && integer < EXACT);
  return fits ? doubles(integers) : integers;
}

/** As doubles, of integers that all fit. */
export function doubles(integers: Integers): Float64Array {
  return integers instanceof Float64Array ? integers : Float64Array.from(integers, Number);
}

export function bigIntegers(integers: Integers): readonly bigint[] {
  return integers instanceof Float64Array ? Array.from(integers, BigInt) : integers;
}

/** The largest absolute value. */
export function largest(integers: Integers): bigint {
  if (integers instanceof Float64Array) {
    return BigInt(integers.reduce((most, integer) => Math.max(most, Math.abs(integer)), 0));
  }
  let most = 0n;
  for (const integer of integers) {
    const absolute = integer < 0n ? -integer : integer;
    if (absolute > most) most = absolute;
  }
  return most;
}

/** Machine words of an integer that is not negative, at least 1. */
export function wordsOf(integer: bigint): number {
  return Math.ceil(integer.toString(16).length / WORD);
}
