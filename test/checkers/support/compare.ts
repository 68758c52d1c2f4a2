import fc from 'fast-check';
import { expect } from 'vitest';

/** Both verdicts must be met at least so often: a comparison that hardly ever meets one says little about it. */
const OFTEN = 200;

/** Fails unless the verdict (with a place behind it or without) is the one that the twin's finding asks for. */
export type Agree = (verdict: string, holds: boolean) => void;

/**
 * Compares a checker, such as `matrix.rank`, with a second, naive implementation of its claim in random cases: `compare` asks
 * both and hands what they say to `agree`, once for each question, or not at all where a case asks none. Fails too where
 * either verdict is met fewer than 200 times. Gives how often each was met. `twins.test.ts` looks for the calls of this function.
 */
export function compareWithTwin<Case>(
  checker: string,
  { cases, numRuns }: { readonly cases: fc.Arbitrary<Case>; readonly numRuns: number },
  compare: (instance: Case, agree: Agree) => void,
): Readonly<Record<'ACCEPTED' | 'REJECTED', number>> {
  const met = { ACCEPTED: 0, REJECTED: 0 };
  const agree: Agree = (verdict, holds) => {
    const expected = holds ? 'ACCEPTED' : 'REJECTED';
    expect(verdict.split(' ')[0]).toBe(expected);
    met[expected]++;
  };
  fc.assert(
    fc.property(cases, (instance) => compare(instance, agree)),
    { numRuns },
  );
  expect(met.ACCEPTED, `${checker}: how often a case was accepted`).toBeGreaterThanOrEqual(OFTEN);
  expect(met.REJECTED, `${checker}: how often a case was rejected`).toBeGreaterThanOrEqual(OFTEN);
  return met;
}
