import type { Document } from '../../canonical/document.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { AssayError } from '../../errors.ts';
import { gcd } from '../gcd.ts';
import type { Polynomial, Term } from './polynomial.ts';

/** An exponent takes at least 2 bytes, with its comma: more of them than this are no document of 16 MiB. */
const MOST_EXPONENTS = 2 ** 23;

/** A coefficient gets at most 17 characters shorter, and its term takes 7 bytes besides: more than this are no document either. */
const MOST_COEFFICIENT_CHARACTERS = 2 ** 25;

/**
 * POLYNOMIAL_GRADIENT: component i is the partial derivative by variable i. Terms without the variable are left out, the others
 * stay in the order of the source.
 *
 * @throws AssayError TRANSFORM_DIMENSIONS where the gradient would have more than 2^23 exponents, or be derived from coefficients of
 *   more than 2^25 characters, each counted for every variable of its term.
 */
export function gradient({ value }: Document): { type: string; value: JsonValue } {
  const { variables, terms } = value as Polynomial;
  let [derived, characters] = [0, 0];
  for (const [coefficient, exponents] of terms) {
    const count = exponents.filter((exponent) => exponent > 0).length;
    derived += count;
    characters += count * coefficient.length;
  }
  if (derived * variables.length > MOST_EXPONENTS) {
    throw new AssayError('TRANSFORM_DIMENSIONS', 'the gradient would have more than 2^23 exponents', {
      at: '/value/terms',
    });
  }
  if (characters > MOST_COEFFICIENT_CHARACTERS) {
    throw new AssayError(
      'TRANSFORM_DIMENSIONS',
      'the gradient would have coefficients of more than 2^25 characters',
      { at: '/value/terms' },
    );
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
