import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';
import { prepare, refusal } from './rules.ts';

const COLUMN = { name: 'x', objective: '1', lower: '0', upper: null };
const ROW = { name: 'r', type: 'L', rhs: '2/3', coefficients: [['x', '-1/2']] };

/** A program of one column and one row; the members given replace or add. */
function program(column: JsonObject = {}, row: JsonObject = {}, whole: JsonObject = {}): string {
  const value = { sense: 'min', columns: [{ ...COLUMN, ...column }], rows: [{ ...ROW, ...row }], ...whole };
  return refusal(() => prepare('optimization.linear_program@1', value));
}

const RATIONAL = 'must be a rational string such as "-12" or "2/3"';
const TERMS = 'a fraction is in lowest terms';
const TWICE = 'this name stands in the list twice';

describe('a linear program', () => {
  test('usual, and of nothing', () => {
    expect(program()).toBe('accepted');
    expect(program({ lower: null, upper: '-7' }, { type: 'E', coefficients: [] })).toBe('accepted');
    expect(program({ lower: '2', upper: '1' })).toBe('accepted');
    expect(program({}, { coefficients: [['x', '0']] })).toBe('accepted');
    expect(program({}, {}, { columns: [], rows: [], sense: 'max' })).toBe('accepted');
  });

  test.each<[JsonObject, string]>([
    [{ objective: 1 }, `DOCUMENT_SCHEMA /value/columns/0/objective: ${RATIONAL}`],
    [{ objective: '0.5' }, `DOCUMENT_SCHEMA /value/columns/0/objective: ${RATIONAL}`],
    [{ objective: '2/4' }, `DOCUMENT_SCHEMA /value/columns/0/objective: ${TERMS}`],
    [{ objective: null }, `DOCUMENT_SCHEMA /value/columns/0/objective: ${RATIONAL}`],
    [{ lower: '-inf' }, `DOCUMENT_SCHEMA /value/columns/0/lower: ${RATIONAL}, or null`],
    [{ lower: '3/6' }, `DOCUMENT_SCHEMA /value/columns/0/lower: ${TERMS}`],
    [{ upper: '1e30' }, `DOCUMENT_SCHEMA /value/columns/0/upper: ${RATIONAL}, or null`],
    [{ upper: '10/4' }, `DOCUMENT_SCHEMA /value/columns/0/upper: ${TERMS}`],
    [{ integer: true }, 'DOCUMENT_SCHEMA /value/columns/0/integer: unknown member'],
    [{ name: '' }, 'DOCUMENT_SCHEMA /value/columns/0/name: must be a label'],
    [{ name: 'y' }, 'DOCUMENT_SCHEMA /value/rows/0/coefficients/0/0: no column of the program has this name'],
  ])('with a column like this: %o', (column, expected) => {
    expect(program(column).startsWith(expected)).toBe(true);
  });

  test.each<[JsonObject, string]>([
    [{ type: 'N' }, 'DOCUMENT_SCHEMA /value/rows/0/type: must be "L", "G" or "E"'],
    [{ type: 'l' }, 'DOCUMENT_SCHEMA /value/rows/0/type: must be "L", "G" or "E"'],
    [{ rhs: '4/2' }, `DOCUMENT_SCHEMA /value/rows/0/rhs: ${TERMS}`],
    [{ rhs: null }, `DOCUMENT_SCHEMA /value/rows/0/rhs: ${RATIONAL}`],
    [{ range: '1' }, 'DOCUMENT_SCHEMA /value/rows/0/range: unknown member'],
    [
      { coefficients: [['x', '2/2']] },
      `DOCUMENT_SCHEMA /value/rows/0/coefficients/0/1: ${RATIONAL}`.replace(RATIONAL, TERMS),
    ],
    [{ coefficients: [['x', 1]] }, `DOCUMENT_SCHEMA /value/rows/0/coefficients/0/1: ${RATIONAL}`],
    [
      { coefficients: [['x']] },
      'DOCUMENT_SCHEMA /value/rows/0/coefficients/0: must be a column and its coefficient',
    ],
    [
      { coefficients: [['x', '1', '2']] },
      'DOCUMENT_SCHEMA /value/rows/0/coefficients/0: must be a column and its coefficient',
    ],
    [
      {
        coefficients: [
          ['x', '1'],
          ['x', '0'],
        ],
      },
      `DOCUMENT_SCHEMA /value/rows/0/coefficients/1/0: ${TWICE}`,
    ],
    [
      { coefficients: [['X', '1']] },
      'DOCUMENT_SCHEMA /value/rows/0/coefficients/0/0: no column of the program has this name',
    ],
    [
      { coefficients: [['r', '1']] },
      'DOCUMENT_SCHEMA /value/rows/0/coefficients/0/0: no column of the program has this name',
    ],
  ])('with a row like this: %o', (row, expected) => {
    expect(program({}, row).startsWith(expected)).toBe(true);
  });

  test('names columns and rows differently, also after NFC; a row may be named as a column', () => {
    const columns = (...names: string[]) =>
      program({}, { coefficients: [] }, { columns: names.map((name) => ({ ...COLUMN, name })) });
    const rows = (...names: string[]) => program({}, {}, { rows: names.map((name) => ({ ...ROW, name })) });
    expect(columns('x', 'x')).toMatch(/^LABEL_AMBIGUOUS \/value\/columns\/1: /);
    expect(columns('x', '\u00e9', 'e\u0301')).toMatch(/^LABEL_AMBIGUOUS \/value\/columns\/2: /);
    expect(rows('r', 'r')).toMatch(/^LABEL_AMBIGUOUS \/value\/rows\/1: /);
    expect(rows('e\u0301', 'x', '\u00e9')).toMatch(/^LABEL_AMBIGUOUS \/value\/rows\/2: /);
    expect(rows('x', 'X')).toBe('accepted');
  });

  test('has a sense', () => {
    expect(program({}, {}, { sense: 'MAX' })).toBe('DOCUMENT_SCHEMA /value/sense: must be "min" or "max"');
  });
});

describe('a solution and multipliers', () => {
  const solution = (changed: JsonObject) =>
    refusal(() =>
      prepare('optimization.primal_dual@1', { objective: '0', primal: [], dual: [], ...changed }),
    );
  const multipliers = (list: JsonValue) =>
    refusal(() => prepare('optimization.row_multipliers@1', { multipliers: list }));

  test.each<[JsonObject, string]>([
    [{}, 'accepted'],
    [
      {
        primal: [
          ['x', '0'],
          ['y', '-1/2'],
        ],
        dual: [['x', '1']],
      },
      'accepted',
    ],
    [{ objective: '3/6' }, `DOCUMENT_SCHEMA /value/objective: ${TERMS}`],
    [{ objective: 0 }, `DOCUMENT_SCHEMA /value/objective: ${RATIONAL}`],
    [{ primal: [['x', '2/6']] }, `DOCUMENT_SCHEMA /value/primal/0/1: ${TERMS}`],
    [
      {
        primal: [
          ['x', '0'],
          ['x', '0'],
        ],
      },
      `DOCUMENT_SCHEMA /value/primal/1/0: ${TWICE}`,
    ],
    [
      {
        dual: [
          ['x', '0'],
          ['y', '1'],
          ['x', '2'],
        ],
      },
      `DOCUMENT_SCHEMA /value/dual/2/0: ${TWICE}`,
    ],
    [{ dual: [['r', '10/15']] }, `DOCUMENT_SCHEMA /value/dual/0/1: ${TERMS}`],
    [{ dual: [['r', 0]] }, `DOCUMENT_SCHEMA /value/dual/0/1: ${RATIONAL}`],
    [{ status: 'optimal' }, 'DOCUMENT_SCHEMA /value/status: unknown member'],
  ])('a solution: %o', (changed, expected) => {
    expect(solution(changed)).toBe(expected);
  });

  test('multipliers', () => {
    expect(multipliers([])).toBe('accepted');
    expect(
      multipliers([
        ['r', '0'],
        ['s', '-1/2'],
      ]),
    ).toBe('accepted');
    expect(
      multipliers([
        ['r', '0'],
        ['r', '1'],
      ]),
    ).toBe(`DOCUMENT_SCHEMA /value/multipliers/1/0: ${TWICE}`);
    expect(multipliers([['r', '5/5']])).toBe(`DOCUMENT_SCHEMA /value/multipliers/0/1: ${TERMS}`);
    expect(multipliers({ r: '1' })).toBe(
      'DOCUMENT_SCHEMA /value/multipliers: must be an array of pairs of a row and a number',
    );
  });
});

test('a program of a hundred thousand coefficients is prepared', () => {
  const columns = Array.from({ length: 1000 }, (_, i) => ({ ...COLUMN, name: `x${i}` }));
  const coefficients = columns.map(({ name }, i) => [name, `${i}/7919`]).slice(1);
  const rows = Array.from({ length: 100 }, (_, i) => ({ ...ROW, name: `r${i}`, coefficients }));
  expect(
    prepare('optimization.linear_program@1', { sense: 'max', columns, rows }).bytes.size,
  ).toBeGreaterThan(1_000_000);
});
