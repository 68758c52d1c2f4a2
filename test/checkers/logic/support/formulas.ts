import fc from 'fast-check';
import { type Line, Prover, type Random } from './prover.ts';
import { type Clauses, variablesOf } from './requests.ts';
import { isSatisfiable } from './twin.ts';

const literal = (variables: number) =>
  fc.tuple(fc.integer({ min: 1, max: variables }), fc.boolean()).map(([v, negated]) => (negated ? -v : v));

/** Formulas of few variables; clauses may stand twice, hold a literal twice or its negation, and rarely be empty. */
export const formula: fc.Arbitrary<Clauses> = fc
  .integer({ min: 1, max: 5 })
  .chain((variables) =>
    fc.array(
      fc.oneof(
        { weight: 30, arbitrary: fc.array(literal(variables), { minLength: 1, maxLength: 3 }) },
        { weight: 6, arbitrary: fc.array(literal(variables), { minLength: 2, maxLength: 6 }) },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
      { minLength: 0, maxLength: 5 * variables },
    ),
  );

/** The same stream of numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(1, below);
  };
}

/** A proof about the formula with RAT steps and definitions; of the empty clause where there is one. */
export function proofOf(clauses: Clauses, seed: number): readonly Line[] {
  const random = randomFrom(seed);
  const prover = new Prover(clauses, random);
  const variables = variablesOf(clauses);
  const anyLiteral = () => (1 + random(variables + 1)) * (random(2) === 0 ? 1 : -1);
  for (let i = random(4); i > 0; i--) {
    const length = 1 + random(3);
    const clause = new Set(Array.from({ length }, anyLiteral));
    prover.addIfRat([...clause]);
  }
  if (random(3) === 0) prover.define(variables + 2, anyLiteral(), anyLiteral());
  if (!isSatisfiable(clauses, variables)) prover.refute();
  return prover.lines;
}
