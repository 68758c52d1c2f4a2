import { alignTo, leadingShift, leadingSteps, MOST_EXACT, type Step } from '../gcd.ts';

/** gcd = a·x + b·y. */
export interface Bezout {
  readonly gcd: bigint;
  readonly x: bigint;
  readonly y: bigint;
}

/**
 * The greatest common divisor of two integers, ≥ 0, with its coefficients. For b ≠ 0, x is the one of least magnitude (of two the
 * positive one), so that x is no longer than b and y no longer than a; for b = 0, x is the sign of a.
 *
 * Quadratic in the shorter of the two.
 */
export function bezout(a: bigint, b: bigint): Bezout {
  if (b === 0n) return { gcd: magnitude(a), x: sign(a), y: 0n };
  const { value: gcd, factor } = divisor(magnitude(a), magnitude(b));
  const period = magnitude(b) / gcd;
  const least = (((factor * sign(a)) % period) + period) % period;
  const x = 2n * least > period ? least - period : least;
  return { gcd, x, y: (gcd - a * x) / b };
}

/** An integer ≥ 0 that is congruent to a · factor modulo b. */
interface Multiple {
  readonly value: bigint;
  readonly factor: bigint;
}

/** The greatest common divisor of a ≥ 0 and b > 0, by Lehmer's method as in `gcd`. */
function divisor(a: bigint, b: bigint): Multiple {
  let high: Multiple = { value: b, factor: 0n };
  let low: Multiple = { value: a % b, factor: 1n };
  let shift = leadingShift(b);
  while (low.value > 0n) {
    let next: [Multiple, Multiple] | undefined;
    if (low.value > MOST_EXACT) {
      shift = alignTo(high.value, shift);
      next = apply(leadingSteps(high.value, low.value, shift), high, low);
    }
    // Quotients read off leading parts may be wrong and lead nowhere; those of a division never do.
    if (next === undefined || next[0].value >= high.value) {
      next = [low, combined(1n, high, -(high.value / low.value), low)];
    }
    [high, low] = next;
  }
  return high;
}

function apply(step: Step | undefined, high: Multiple, low: Multiple): [Multiple, Multiple] | undefined {
  if (step === undefined) return undefined;
  const [a, b, c, d] = step;
  const one = combined(BigInt(a), high, BigInt(b), low);
  const other = combined(BigInt(c), high, BigInt(d), low);
  return one.value < other.value ? [other, one] : [one, other];
}

function combined(p: bigint, one: Multiple, q: bigint, other: Multiple): Multiple {
  const value = p * one.value + q * other.value;
  const factor = p * one.factor + q * other.factor;
  return value < 0n ? { value: -value, factor: -factor } : { value, factor };
}

function magnitude(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}

function sign(integer: bigint): bigint {
  return integer < 0n ? -1n : integer > 0n ? 1n : 0n;
}
