/**
 * Jobs that take nearly all the steps, 10^10, that a checker gives itself end within the time of its manifest. Here is one
 * checker for each kind of arithmetic that takes seconds (3 to 14 of 60); `npm run bench -- limits` has one for every way to spend steps.
 */
import { describe, test } from 'vitest';
import { builtCheckers, expectWithin, rowOf } from './limits/support.ts';

const programs = await builtCheckers();

describe('jobs of nearly all steps end within the limits', () => {
  test.each([
    'graph.distances',
    'logic.unsatisfiable',
    'matrix.rank',
    'matroid.flat_axioms',
    'number.factorization',
    'polynomial.ideal_membership',
  ])('%s', async (id) => {
    const { program, limits } = rowOf(id, programs);
    for (const job of limits.dearest) await expectWithin(program, job);
  });
});
