import type { Document } from '../../canonical/document.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { AssayError } from '../../errors.ts';
import { gcd } from '../gcd.ts';
import type { Polynomial, Term } from './polynomial.ts';

/** An exponent takes at least 2 bytes, with its comma: more of them than this are no document of 16 MiB. */
const MOST_EXPONENTS = 2 ** 23;

/**
 * POLYNOMIAL_GRADIENT: component i is the partial derivative by variable i. Terms without the variable are left out, the others
 * stay in the order of the source.
 *
 * @throws AssayError TRANSFORM_DIMENSIONS where the gradient would have more than 2^23 exponents.
 */
export function gradient({ value }: Document): { type: string; value: JsonValue } {
  const { variables, terms } = value as Polynomial;
  const derived = terms.reduce((sum, [, exponents]) => sum + exponents.filter((e) => e > 0).length, 0);
  if (derived * variables.length > MOST_EXPONENTS) {
    throw new AssayError('TRANSFORM_DIMENSIONS', 'the gradient would have more than 2^23 exponents', {
      at: '/value/terms',
    });
  }
  const components = variables.map((_, variable) => terms.flatMap((term) => derivative(term, variable)));
  return { type: 'polynomial.vector@1', value: { variables, components } };
}

function derivative([coefficient, exponents]: Term, variable: number): Term[] {
  const exponent = exponents[variable] ?? 0;
  if (exponent === 0) return [];
  return [[multiple(coefficient, BigInt(exponent)), exponents.with(variable, exponent - 1)]];
}

/** A rational in lowest terms times a positive integer, in lowest terms. */
function multiple(rational: string, factor: bigint): string {
  const [numerator = '', denominator] = rational.split('/');
  if (denominator === undefined) return `${BigInt(numerator) * factor}`;
  const common = gcd(factor, BigInt(denominator));
  const product = BigInt(numerator) * (factor / common);
  const rest = BigInt(denominator) / common;
  return rest === 1n ? `${product}` : `${product}/${rest}`;
}
