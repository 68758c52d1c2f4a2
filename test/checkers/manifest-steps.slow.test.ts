/**
 * Jobs that take nearly all the steps, 10^10, that a checker gives itself end within the time of its manifest. Here are those whose
 * steps take the most time where they were measured: 4 to 13 s of 60; `npm run bench -- limits` has one for every way to spend steps.
 */
import { describe, test } from 'vitest';
import { builtCheckers, expectWithin, rowOf } from './limits/support.ts';

const programs = await builtCheckers();

describe('jobs of nearly all steps end within the limits', () => {
  test.each([
    'graph.distances',
    'logic.unsatisfiable',
    'matrix.product',
    'matrix.rank',
    'matrix.transpose',
    'matroid.flat_axioms',
    'number.factorization',
    'polynomial.ideal_membership',
  ])('%s', async (id) => {
    const { program, limits } = rowOf(id, programs);
    for (const job of limits.dearest) await expectWithin(program, job);
  });
});
