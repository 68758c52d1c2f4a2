import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { formula } from './support/formulas.ts';
import { satisfiable, variablesOf } from './support/requests.ts';
import { isSatisfiable, isSatisfying } from './support/twin.ts';

describe('an assignment', () => {
  it('is accepted exactly where it satisfies the formula, and only where something does', () => {
    const literal = fc.constantFrom(1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6);
    const whole = fc
      .tuple(...[1, 2, 3, 4, 5].map((variable) => fc.constantFrom(variable, -variable)))
      .chain((literals) => fc.shuffledSubarray(literals, { minLength: 4 }));
    // All clauses that the literals satisfy, and perhaps one that they do not.
    const nearly = fc.tuple(formula, whole, fc.nat(5)).map(([clauses, literals, wrong]) => {
      const isTrue = (clause: readonly number[]) => clause.some((literal) => literals.includes(literal));
      const one = clauses.filter((clause) => !isTrue(clause))[wrong];
      return [clauses.filter((clause) => isTrue(clause) || clause === one), literals] as const;
    });
    const cases = fc.oneof(fc.tuple(formula, fc.array(literal, { maxLength: 7 })), nearly);
    compareWithTwin('logic.satisfiable', { cases, numRuns: 4000 }, ([clauses, literals], agree) => {
      const variables = Math.max(4, variablesOf(clauses));
      const { verdict } = satisfiable(clauses, literals, variables);
      agree(verdict, isSatisfying(clauses, literals, variables));
      if (verdict === 'ACCEPTED') expect(isSatisfiable(clauses, variables)).toBe(true);
    });
  });

  it('is accepted whole, in any order, and refused with one literal flipped that a clause needs', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), fc.nat(), (values, seed) => {
        const literals = values.map((value, index) => (value ? index + 1 : -index - 1));
        const clauses = literals.map((literal, index) => [
          -(literals[(index + 1) % literals.length] as number),
          literal,
        ]);
        expect(satisfiable(clauses, literals.toReversed()).verdict).toBe('ACCEPTED');
        const flipped = seed % literals.length;
        const wrong = literals.map((literal, index) => (index === flipped ? -literal : literal));
        const expected = literals.length === 1 ? 'ACCEPTED' : 'REJECTED';
        expect(satisfiable(clauses, wrong).verdict).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  const AT = '/roles/assignment/value/literals';
  test.each<[string, number[][], number[], string]>([
    [
      'whole',
      [
        [1, 2],
        [-1, 2],
      ],
      [1, 2],
      'ACCEPTED',
    ],
    [
      'partial',
      [
        [1, 2],
        [-1, 2],
      ],
      [2],
      'ACCEPTED',
    ],
    ['that lists a literal again', [[1, 2]], [2, 2], 'ACCEPTED'],
    ['empty, of a formula without clauses', [], [], 'ACCEPTED'],
    ['empty, of a tautology', [[1, -1]], [], 'REJECTED /roles/formula/value/clauses/0'],
    ['of a tautology', [[1, -1]], [-1], 'ACCEPTED'],
    ['of a formula with an empty clause', [[1], []], [1], 'REJECTED /roles/formula/value/clauses/1'],
    [
      'that leaves a clause open',
      [
        [1, 2],
        [-1, 2],
      ],
      [1],
      'REJECTED /roles/formula/value/clauses/1',
    ],
    ['that makes a clause false', [[1, 2]], [-1, -2], 'REJECTED /roles/formula/value/clauses/0'],
    ['that contradicts itself', [[1], [-1]], [1, -1], `REJECTED ${AT}/0`],
    ['that contradicts itself beside the point', [[1]], [1, 2, -2], `REJECTED ${AT}/1`],
    ['of a variable there is not', [[1]], [1, 4], `REJECTED ${AT}/1`],
    ['of a negated variable there is not', [[1]], [1, -4], `REJECTED ${AT}/1`],
    ['that holds 0', [[1]], [1, 0], `REJECTED ${AT}/1`],
  ])('%s', (_, clauses, literals, expected) => {
    expect(where(satisfiable(clauses, literals, 3))).toBe(expected);
  });

  it('may be about variables of any size', () => {
    const top = Number.MAX_SAFE_INTEGER;
    expect(satisfiable([[top, -1]], [top]).verdict).toBe('ACCEPTED');
    expect(satisfiable([[top, -1]], [-1]).verdict).toBe('ACCEPTED');
    expect(satisfiable([[-top, -1]], [top, 1]).verdict).toBe('REJECTED');
  });
});
