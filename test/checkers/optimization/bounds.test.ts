import { expect, test } from 'vitest';
import { infeasible, optimal, type Pairs, type Program } from './support/programs.ts';

const UNSUPPORTED = { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED' };

/** One row over so many free columns. */
function oneRow(size: number, coefficient: (index: number) => string, rhs = '0'): Program {
  const names = Array.from({ length: size }, (_, index) => `x${index}`);
  return {
    sense: 'min',
    columns: names.map((name) => ({ name, objective: '0', lower: null, upper: null })),
    rows: [
      {
        name: 'r',
        type: 'E',
        rhs,
        coefficients: names.map((name, index) => [name, coefficient(index)] as const),
      },
    ],
  };
}

test('numbers of a million characters are read, longer ones are not', () => {
  const digits = '7'.repeat(1_000_000);
  const program = (bound: string): Program => ({
    sense: 'min',
    columns: [{ name: 'x', objective: '1', lower: bound, upper: null }],
    rows: [],
  });
  const solution = { objective: digits, primal: [['x', digits]] as Pairs, dual: [] };
  expect(optimal(program(digits), solution).verdict).toBe('ACCEPTED');
  expect(optimal(program(`${digits}0`), solution)).toEqual({
    ...UNSUPPORTED,
    bound: 'numbers of at most 1000000 characters',
  });
});

/** A row that says 0 = 1. */
const NOTHING: Program['rows'][number] = { name: 's', type: 'E', rhs: '1', coefficients: [] };

test('so are coefficients that nothing is multiplied by', () => {
  const program = (digits: number) => oneRow(1, () => '7'.repeat(digits));
  const refuted = (digits: number) => {
    const { rows, ...rest } = program(digits);
    return infeasible({ ...rest, rows: [...rows, NOTHING] }, [['s', '1']]);
  };
  const zero = { objective: '0', primal: [], dual: [] };
  expect(optimal(program(1_000_000), zero).verdict).toBe('ACCEPTED');
  expect(refuted(1_000_000).verdict).toBe('ACCEPTED');
  for (const answer of [optimal(program(1_000_001), zero), refuted(1_000_001)])
    expect(answer).toEqual({ ...UNSUPPORTED, bound: 'numbers of at most 1000000 characters' });
});

test('numbers are compared with their denominators as long as steps are left', () => {
  const coprime = (zeros: number) => `1${'0'.repeat(zeros - 1)}1/1${'0'.repeat(zeros)}`;
  const ask = (size: number, coefficient: string) => {
    const program = oneRow(size, () => coefficient);
    const refuted: Program = { ...program, rows: [...program.rows, NOTHING] };
    const optimum = optimal(program, { objective: '0', primal: [], dual: [] });
    return [optimum.verdict, infeasible(refuted, [['s', '1']]).verdict];
  };
  expect(ask(5, coprime(20_000))).toEqual(['ACCEPTED', 'ACCEPTED']);
  expect(ask(6, coprime(20_000))).toEqual(['INCONCLUSIVE', 'INCONCLUSIVE']);
  expect(ask(1, coprime(50_000))).toEqual(['INCONCLUSIVE', 'INCONCLUSIVE']);
});

test('a long multiplier meets some columns, and too many are too much', () => {
  const solution = (digits: number) => ({
    objective: '0',
    primal: [],
    dual: [['r', '7'.repeat(digits)]] as Pairs,
  });
  const program = (size: number) => oneRow(size, () => '0');
  expect(optimal(program(10_000), solution(1_000)).verdict).toBe('ACCEPTED');
  expect(optimal(program(100), solution(300_000)).verdict).toBe('ACCEPTED');
  expect(optimal(program(100_000), solution(300_000))).toMatchObject(UNSUPPORTED);
});

test('denominators that have nothing in common add up to a number too long for the time there is', () => {
  const size = 40_000;
  const program = oneRow(size, (index) => `1/${1_000_000_007 + 2 * index}`);
  const primal = program.columns.map(({ name }) => [name, '1'] as const);
  expect(optimal(program, { objective: '0', primal, dual: [] })).toMatchObject(UNSUPPORTED);
});

test('a wide program is checked', () => {
  const program = oneRow(30_000, (index) => `${index + 1}/1000003`, '1');
  expect(infeasible(program, [['r', '1']]).verdict).toBe('REJECTED');
  const shut = {
    ...program,
    columns: program.columns.map((column) => ({ ...column, lower: '0', upper: '0' })),
  };
  expect(infeasible(shut, [['r', '1/3']]).verdict).toBe('ACCEPTED');
});
