import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithTwin } from '../support/compare.ts';
import { formula, proofOf, randomFrom } from './support/formulas.ts';
import { mutated } from './support/mutations.ts';
import { textOf } from './support/prover.ts';
import { unsatisfiable, variablesOf } from './support/requests.ts';
import { isRefutation, isSatisfiable } from './support/twin.ts';

const seed = fc.nat(2 ** 30);

describe('a proof written by a prover', () => {
  it('is accepted exactly where the formula is unsatisfiable', () => {
    const cases = fc.tuple(formula, seed);
    compareWithTwin('logic.unsatisfiable', { cases, numRuns: 1500 }, ([clauses, seed], agree) => {
      const lrat = textOf(proofOf(clauses, seed));
      const contradicted = !isSatisfiable(clauses, variablesOf(clauses));
      agree(unsatisfiable(clauses, lrat).verdict, contradicted);
      expect(isRefutation(clauses, lrat)).toBe(contradicted);
    });
  });

  it('changed in one place or several, is judged as the naive checker judges it, and never proves what is false', () => {
    const cases = fc.tuple(formula, seed, fc.integer({ min: 1, max: 3 }));
    const met = compareWithTwin(
      'logic.unsatisfiable',
      { cases, numRuns: 2500 },
      ([clauses, seed, changes], agree) => {
        const random = randomFrom(seed + 1);
        const lines = proofOf(clauses, seed);
        for (let copy = 0; copy < 6; copy++) {
          let changed = lines;
          for (let i = 0; i < changes; i++) changed = mutated(changed, clauses.length, random);
          const lrat = textOf(changed);
          const { verdict } = unsatisfiable(clauses, lrat);
          agree(verdict, isRefutation(clauses, lrat));
          if (verdict === 'ACCEPTED') expect(isSatisfiable(clauses, variablesOf(clauses))).toBe(false);
        }
      },
    );
    expect(met.ACCEPTED).toBeGreaterThan(500);
    expect(met.REJECTED).toBeGreaterThan(5000);
  });

  it('is judged the same with clauses of any hints at all', () => {
    const step = fc.record({
      literals: fc.uniqueArray(fc.constantFrom(1, -1, 2, -2, 3, -3), { maxLength: 2 }),
      hints: fc.array(fc.constantFrom(1, 2, 3, 4, 5, -1, -2, -3), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(1, -1, 2, -2), { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        fc.array(step, { maxLength: 3 }),
        (clauses, steps) => {
          const lines = steps.map((step, index) => ({ id: clauses.length + 1 + index, ...step }));
          const lrat = textOf(lines);
          const { verdict } = unsatisfiable(clauses, lrat, 3);
          expect(verdict).toBe(isRefutation(clauses, lrat) ? 'ACCEPTED' : 'REJECTED');
          if (verdict === 'ACCEPTED') expect(isSatisfiable(clauses, 3)).toBe(false);
        },
      ),
      { numRuns: 6000 },
    );
  });
});
