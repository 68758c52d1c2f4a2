import { reject } from '../decide.ts';
import type { Budget } from '../exact/budget.ts';
import { type IntegerPolynomial, integral } from '../exact/polynomial.ts';
import { combination } from '../exact/polynomial-combination.ts';
import type { Vectors } from './document.ts';

const ZERO: IntegerPolynomial = { coefficients: [], exponents: [] };

/**
 * Rejected unless there are vectors, none of them is zero, and each has one component for every generator and is a relation
 * between them. Generators that are multiplied with one number, which is not 0, have the same relations.
 *
 * @param generator The generator in place i, below `count`.
 */
export function requireSyzygies(
  { vectors, at }: Vectors,
  count: number,
  generator: (i: number) => IntegerPolynomial,
  budget: Budget,
): void {
  const inside = `${at}/value/vectors`;
  if (vectors.length === 0) reject('at least one vector is required', inside);
  for (const [k, vector] of vectors.entries()) {
    if (vector.length !== count) reject('one component for each generator is required', `${inside}/${k}`);
    const { polynomials } = integral(vector, budget);
    const summands = polynomials.flatMap((component, i) =>
      component.exponents.length === 0 ? [] : [[component, generator(i)] as const],
    );
    if (summands.length === 0) reject('the vector is zero in every component', `${inside}/${k}`);
    const [sum] = combination(summands, ZERO, budget);
    if (sum.keys.length > 0) reject('the vector is no relation between the generators', `${inside}/${k}`);
  }
}
