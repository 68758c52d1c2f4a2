import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithTwin } from '../support/compare.ts';
import { fraction, minus, parse, plus, text } from './support/fractions.ts';
import { infeasible, optimal, type Pairs, type Program, program, type Solution } from './support/programs.ts';
import { contradiction, hasPoint, isContradiction, isOptimal, solved } from './support/twin.ts';

const TINY = fraction(1n, 10n ** 12n);

const changeOne = (pairs: Pairs, place: number, change: (number: string) => string): Pairs =>
  pairs.map(
    ([name, number], index) => [name, index === place % pairs.length ? change(number) : number] as const,
  );

const more = (number: string) => text(plus(parse(number), TINY));
const fewer = (number: string) => text(minus(parse(number), TINY));
const negative = (number: string) => text(minus(fraction(0), parse(number)));

const CHANGES: readonly ((solution: Solution, place: number) => Partial<Solution>)[] = [
  () => ({}),
  ({ objective }) => ({ objective: more(objective) }),
  ({ objective }) => ({ objective: fewer(objective) }),
  ({ objective }) => ({ objective: negative(objective) }),
  ({ primal }, place) => ({ primal: changeOne(primal, place, more) }),
  ({ primal }, place) => ({ primal: changeOne(primal, place, fewer) }),
  ({ primal }, place) => ({ primal: primal.filter((_, index) => index !== place % primal.length) }),
  ({ primal }) => ({ primal: primal.toReversed() }),
  ({ primal }) => ({ primal: primal.filter(([, number]) => number !== '0') }),
  ({ dual }, place) => ({ dual: changeOne(dual, place, more) }),
  ({ dual }, place) => ({ dual: changeOne(dual, place, fewer) }),
  ({ dual }, place) => ({ dual: changeOne(dual, place, negative) }),
  ({ dual }, place) => ({ dual: dual.filter((_, index) => index !== place % dual.length) }),
  ({ dual }) => ({ dual: dual.map(([name, number]) => [name, negative(number)] as const) }),
  ({ primal, dual }) => ({ primal: dual, dual: primal }),
];

const PROGRAM_CHANGES: readonly ((program: Program) => Partial<Program>)[] = [
  () => ({}),
  ({ sense }) => ({ sense: sense === 'min' ? 'max' : 'min' }),
  ({ columns }) => ({ columns: columns.map((column) => ({ ...column, lower: null })) }),
  ({ columns }) => ({ columns: columns.map((column) => ({ ...column, upper: null })) }),
  ({ rows }) => ({ rows: rows.map((row) => ({ ...row, type: 'L' })) }),
  ({ rows }) => ({ rows: rows.map((row) => ({ ...row, rhs: fewer(row.rhs) })) }),
  ({ columns }) => ({
    columns: columns.map((column) => ({ ...column, objective: negative(column.objective) })),
  }),
];

describe('an optimum found by trying all vertices', () => {
  it('is accepted, and what lies next to it exactly where the naive checker accepts it', () => {
    const changes = fc.array(fc.constantFrom(...CHANGES), { minLength: 3, maxLength: 3 });
    const turns = fc.constantFrom(...PROGRAM_CHANGES);
    const cases = fc.tuple(program(true), changes, fc.nat(2), turns);
    const met = compareWithTwin(
      'optimization.lp_optimal',
      { cases, numRuns: 4000 },
      ([given, changes, place, turn], agree) => {
        const found = solved(given);
        if (found === undefined) return;
        expect(optimal(given, found)).toEqual({ verdict: 'ACCEPTED' });
        const other = { ...given, ...turn(given) };
        for (const change of changes) {
          const changed = { ...found, ...change(found, place) };
          agree(optimal(given, changed).verdict, isOptimal(given, changed));
          agree(optimal(other, changed).verdict, isOptimal(other, changed));
        }
      },
    );
    expect(met.REJECTED).toBeGreaterThan(500);
  });

  it('has the objective value of every accepted solution', () => {
    const numbers = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(program(false), numbers, (given, multipliers) => {
        const found = solved(given);
        const dual = given.rows.map(({ name }, index) => [name, `${multipliers[index]}`] as const);
        const guess = { objective: found?.objective ?? '0', primal: found?.primal ?? [], dual };
        const { verdict } = optimal(given, guess);
        expect(verdict).toBe(isOptimal(given, guess) ? 'ACCEPTED' : 'REJECTED');
        if (verdict === 'ACCEPTED') expect(hasPoint(given)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('multipliers', () => {
  it('are accepted where they prove infeasibility, and what lies next to them as the naive checker judges it', () => {
    const change = fc.constantFrom<((pairs: Pairs, place: number) => Pairs)[]>(
      (pairs) => pairs,
      (pairs, place) => changeOne(pairs, place, more),
      (pairs, place) => changeOne(pairs, place, fewer),
      (pairs, place) => changeOne(pairs, place, negative),
      (pairs, place) => changeOne(pairs, place, () => '0'),
      (pairs) => pairs.map(([name, number]) => [name, negative(number)] as const),
      (pairs) => pairs.filter(([, number]) => number !== '0').toReversed(),
      (pairs) => [...pairs, ['x', '1'] as const],
      () => [],
    );
    const changes = fc.array(change, { minLength: 3, maxLength: 3 });
    const turns = fc.constantFrom(...PROGRAM_CHANGES);
    const cases = fc.tuple(program(true), changes, fc.nat(2), turns);
    compareWithTwin(
      'optimization.lp_infeasible',
      { cases, numRuns: 3000 },
      ([given, changes, place, turn], agree) => {
        const found = contradiction(given);
        if (found === undefined) return;
        expect(infeasible(given, found)).toEqual({ verdict: 'ACCEPTED' });
        const other = { ...given, ...turn(given) };
        for (const change of changes) {
          const changed = change(found, place);
          agree(infeasible(given, changed).verdict, isContradiction(given, changed));
          agree(infeasible(other, changed).verdict, isContradiction(other, changed));
        }
      },
    );
  });

  it('never prove a program infeasible that has a point', () => {
    const numbers = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
    let accepted = 0;
    fc.assert(
      fc.property(program(false), numbers, (given, numbers) => {
        const multipliers = given.rows.map(({ name }, index) => [name, `${numbers[index]}`] as const);
        const { verdict } = infeasible(given, multipliers);
        expect(verdict).toBe(isContradiction(given, multipliers) ? 'ACCEPTED' : 'REJECTED');
        if (verdict !== 'ACCEPTED') return;
        expect(hasPoint(given)).toBe(false);
        accepted++;
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
