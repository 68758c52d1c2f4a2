import { type Budget, CALL } from './budget.ts';
import { bigIntegers, largest, type Terms, wordsOf } from './polynomial-terms.ts';

/** Whether two polynomials that are packed alike are equal, each multiplied by an integer that is not zero. */
export function equalMultiples(
  one: Terms,
  factor: bigint,
  other: Terms,
  otherFactor: bigint,
  budget: Budget,
): boolean {
  if (one.keys.length !== other.keys.length) return false;
  if (!one.keys.every((word, at) => word === other.keys[at])) return false;
  budget.spend(one.keys.length + multiples(one, factor) + multiples(other, otherFactor));
  const others = bigIntegers(other.coefficients);
  return bigIntegers(one.coefficients).every(
    (coefficient, term) => coefficient * factor === (others[term] as bigint) * otherFactor,
  );
}

function multiples({ coefficients }: Terms, factor: bigint): number {
  return (
    coefficients.length *
    (2 * CALL + wordsOf(largest(coefficients)) * wordsOf(factor < 0n ? -factor : factor))
  );
}
