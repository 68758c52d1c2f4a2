import type { JsonValue } from '../../canonical/json.ts';
import type { Domain } from '../domain.ts';
import { rationalFault } from '../rational.ts';
import { unusable } from '../unusable.ts';
import { gcdWithCoefficients } from './gcd.ts';

/** Integers, Bézout coefficients, factors and certificates of primes need no code: their schemas say all. */
export const domain: Domain = {
  name: 'number',
  values: { 'number.rational@1': checkRational },
  transforms: {},
  producers: { 'number.gcd@1': gcdWithCoefficients },
};

function checkRational(document: JsonValue): void {
  const { value } = document as { readonly value: string };
  const fault = rationalFault(value);
  if (fault !== undefined) throw unusable(fault, 'value');
}
