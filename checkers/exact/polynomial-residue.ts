import type { Budget } from './budget.ts';
import type { Polynomial, Power } from './polynomial.ts';
import { residue } from './residue.ts';

/** The largest prime below 2^23. */
const PRIME = 8388593;

/** Steps of a power modulo the prime, and of a decimal digit of a coefficient. */
const POWER = 200;
const DIGIT = 8;

/** Decimal digits that are read at once. */
const CHUNK = 7;

/**
 * Whether unit · Π polynomial^multiplicity differs from `product`, found by values of both sides modulo a prime, at a point without
 * coordinates 0. Sides that differ almost always differ there; where the prime divides a denominator nothing is found.
 */
export function differsModulo(
  product: Polynomial,
  unit: string,
  powers: readonly Power[],
  budget: Budget,
): boolean {
  const expected = valueModulo(product, budget);
  let value = rationalModulo(unit);
  for (const { polynomial, multiplicity } of powers) {
    const factor = valueModulo(polynomial, budget);
    value =
      factor === undefined || value === undefined
        ? undefined
        : times(value, powerModulo(factor, multiplicity));
  }
  return expected !== undefined && value !== undefined && residue(expected - value, PRIME) !== 0;
}

function valueModulo({ coefficients, exponents }: Polynomial, budget: Budget): number | undefined {
  const digits = coefficients.reduce((sum, text) => sum + text.length, 0);
  budget.spend(POWER * exponents.length * (1 + (exponents[0]?.length ?? 0)) + DIGIT * digits);
  let value = 0;
  for (const [term, monomial] of exponents.entries()) {
    let product = rationalModulo(coefficients[term] as string);
    if (product === undefined) return undefined;
    for (const [variable, exponent] of monomial.entries()) {
      if (exponent > 0) product = times(product, powerModulo(coordinate(variable), exponent));
    }
    value = residue(value + product, PRIME);
  }
  return value;
}

/** Undefined where the prime divides the denominator. */
function rationalModulo(text: string): number | undefined {
  const [numerator = '', denominator = '1'] = text.split('/');
  const divisor = integerModulo(denominator);
  // By Fermat's little theorem, x^(p-2) is the inverse of x.
  return divisor === 0 ? undefined : times(integerModulo(numerator), powerModulo(divisor, PRIME - 2));
}

/** A number to a power of at least 1, modulo the prime. */
function powerModulo(base: number, exponent: number): number {
  if (base === 0) return 0;
  let [power, square] = [1, base];
  // By the same theorem, exponents count modulo p - 1.
  for (let rest = exponent % (PRIME - 1); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = times(power, square);
    square = times(square, square);
  }
  return power;
}

function times(one: number, other: number): number {
  return residue(one * other, PRIME);
}

function integerModulo(text: string): number {
  const start = text.startsWith('-') ? 1 : 0;
  let value = 0;
  for (let at = start; at < text.length; at += CHUNK) {
    const chunk = text.slice(at, at + CHUNK);
    value = residue(value * 10 ** chunk.length + Number(chunk), PRIME);
  }
  return start === 1 ? -value : value;
}

/** Different for variables next to each other, and never 0: the prime does not divide the product of two smaller numbers. */
function coordinate(variable: number): number {
  return times(1234567, 1 + (variable % (PRIME - 1)));
}
