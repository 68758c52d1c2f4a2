import { reject } from '../decide.ts';
import type { Budget } from '../exact/budget.ts';
import { type IntegerPolynomial, integral } from '../exact/polynomial.ts';
import { Combinations } from '../exact/polynomial-combination.ts';
import { certainlyVanish } from '../exact/polynomial-vanishing.ts';
import type { Vectors } from './document.ts';

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
  const relations = vectors.map((vector, k) => {
    if (vector.length !== count) reject('one component for each generator is required', `${inside}/${k}`);
    const components = integral(vector, budget).polynomials;
    if (components.every(isZero)) reject('the vector is zero in every component', `${inside}/${k}`);
    return components.flatMap((component, i) => {
      return isZero(component) || isZero(generator(i)) ? [] : [[component, generator(i)] as const];
    });
  });
  if (certainlyVanish(relations, budget)) return;
  const combinations = new Combinations(relations.flat(), [], budget);
  for (const [k, relation] of relations.entries()) {
    if (combinations.sum(relation).keys.length === 0) continue;
    reject('the vector is no relation between the generators', `${inside}/${k}`);
  }
}

function isZero({ exponents }: IntegerPolynomial): boolean {
  return exponents.length === 0;
}
