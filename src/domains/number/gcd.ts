import { AssayError } from '../../errors.ts';
import type { Producer } from '../domain.ts';
import { bound } from '../producer.ts';
import { bezout } from './bezout.ts';

/** Of the shorter number, with its sign. */
const MOST_DIGITS = 2 ** 17;

/**
 * number.gcd@1: the greatest common divisor, ≥ 0, with coefficients x of a and y of b.
 *
 * @throws AssayError CAPABILITY_LIMIT where both numbers have more than 2^17 digits.
 */
export const gcdWithCoefficients: Producer = (inputs) => {
  const [a, b] = (['a', 'b'] as const).map(
    (port) => (bound(inputs, port).value as { readonly value: string }).value,
  ) as [string, string];
  if (Math.min(a.length, b.length) > MOST_DIGITS) {
    throw new AssayError('CAPABILITY_LIMIT', 'one of the two has at most 2^17 digits', {
      next: 'compute it outside and hand in the result',
    });
  }
  const { gcd, x, y } = bezout(BigInt(a), BigInt(b));
  return { bezout: { type: 'number.bezout@1', value: { gcd: `${gcd}`, x: `${x}`, y: `${y}` } } };
};
