import { describe, expect, it, test } from 'vitest';
import { where } from '../support/request.ts';
import { infeasible, optimal, type Program, type Solution } from './support/programs.ts';
import { isContradiction, isOptimal } from './support/twin.ts';

const column = (
  name: string,
  objective: string,
  lower: string | null = '0',
  upper: string | null = null,
) => ({
  name,
  objective,
  lower,
  upper,
});

/** Least 2x + 3y with x + y ≥ 4, x − y ≤ 2, x ≥ 0, 0 ≤ y ≤ 10: at (3, 1). */
const MIN: Program = {
  sense: 'min',
  columns: [column('x', '2'), column('y', '3', '0', '10')],
  rows: [
    {
      name: 'sum',
      type: 'G',
      rhs: '4',
      coefficients: [
        ['x', '1'],
        ['y', '1'],
      ],
    },
    {
      name: 'gap',
      type: 'L',
      rhs: '2',
      coefficients: [
        ['x', '1'],
        ['y', '-1'],
      ],
    },
  ],
};
const AT_MIN: Solution = {
  objective: '9',
  primal: [
    ['x', '3'],
    ['y', '1'],
  ],
  dual: [
    ['sum', '5/2'],
    ['gap', '-1/2'],
  ],
};

/** The same with every sign of the objective turned around. */
const MAX: Program = { ...MIN, sense: 'max', columns: [column('x', '-2'), column('y', '-3', '0', '10')] };
const AT_MAX: Solution = {
  ...AT_MIN,
  objective: '-9',
  dual: [
    ['sum', '-5/2'],
    ['gap', '1/2'],
  ],
};

const ROWS = '/roles/program/value/rows';
const COLUMNS = '/roles/program/value/columns';
const SOLUTION = '/roles/solution/value';

/** Verdict and place; the naive checker must agree. */
function judge(program: Program, solution: Solution): string {
  const answer = optimal(program, solution);
  expect(answer.verdict === 'ACCEPTED').toBe(isOptimal(program, solution));
  return where(answer);
}

describe('an optimal solution', () => {
  test.each<[string, Partial<Solution>, string]>([
    ['as it is', {}, 'ACCEPTED'],
    [
      'in another order',
      {
        primal: [
          ['y', '1'],
          ['x', '3'],
        ],
        dual: [
          ['gap', '-1/2'],
          ['sum', '5/2'],
        ],
      },
      'ACCEPTED',
    ],
    [
      'with an objective 10^-12 too large',
      { objective: '9000000000001/1000000000000' },
      `REJECTED ${SOLUTION}/objective`,
    ],
    [
      'with an objective 10^-12 too small',
      { objective: '8999999999999/1000000000000' },
      `REJECTED ${SOLUTION}/objective`,
    ],
    [
      'with a value 10^-12 too small',
      {
        primal: [
          ['x', '2999999999999/1000000000000'],
          ['y', '1'],
        ],
      },
      `REJECTED ${ROWS}/0`,
    ],
    [
      'with a value 10^-12 too large',
      {
        primal: [
          ['x', '3000000000001/1000000000000'],
          ['y', '1'],
        ],
      },
      `REJECTED ${ROWS}/1`,
    ],
    [
      'with a multiplier 10^-12 too small',
      {
        dual: [
          ['sum', '2499999999999/1000000000000'],
          ['gap', '-1/2'],
        ],
      },
      `REJECTED ${SOLUTION}/dual`,
    ],
    [
      'with another feasible point and its value',
      {
        objective: '21',
        primal: [
          ['x', '6'],
          ['y', '3'],
        ],
      },
      `REJECTED ${ROWS}/1`,
    ],
    [
      'with a worse feasible point and its value',
      {
        objective: '10',
        primal: [
          ['x', '2'],
          ['y', '2'],
        ],
      },
      `REJECTED ${SOLUTION}/dual`,
    ],
    [
      'below a bound',
      {
        objective: '9',
        primal: [
          ['x', '6'],
          ['y', '-1'],
        ],
      },
      `REJECTED ${COLUMNS}/1/lower`,
    ],
    [
      'above a bound',
      {
        objective: '39',
        primal: [
          ['x', '3'],
          ['y', '11'],
        ],
      },
      `REJECTED ${COLUMNS}/1/upper`,
    ],
    [
      'with the multiplier of a G row negative',
      {
        dual: [
          ['sum', '-5/2'],
          ['gap', '-1/2'],
        ],
      },
      `REJECTED ${ROWS}/0`,
    ],
    [
      'with the multiplier of an L row positive',
      {
        dual: [
          ['sum', '5/2'],
          ['gap', '1/2'],
        ],
      },
      `REJECTED ${ROWS}/1`,
    ],
    [
      'with multipliers exchanged',
      {
        dual: [
          ['sum', '-1/2'],
          ['gap', '5/2'],
        ],
      },
      `REJECTED ${ROWS}/0`,
    ],
    ['with a value missing, which is zero', { primal: [['x', '3']] }, `REJECTED ${ROWS}/0`],
    ['with a multiplier missing, which is zero', { dual: [['sum', '5/2']] }, `REJECTED ${COLUMNS}/0/upper`],
    [
      'with a value for a column there is not',
      {
        primal: [
          ['x', '3'],
          ['y', '1'],
          ['z', '0'],
        ],
      },
      `REJECTED ${SOLUTION}/primal/2/0`,
    ],
    [
      'with a value for a row',
      {
        primal: [
          ['x', '3'],
          ['y', '1'],
          ['sum', '0'],
        ],
      },
      `REJECTED ${SOLUTION}/primal/2/0`,
    ],
    [
      'with a multiplier for a column',
      {
        dual: [
          ['sum', '5/2'],
          ['gap', '-1/2'],
          ['x', '0'],
        ],
      },
      `REJECTED ${SOLUTION}/dual/2/0`,
    ],
    [
      'with a name in capitals',
      {
        primal: [
          ['X', '3'],
          ['y', '1'],
        ],
      },
      `REJECTED ${SOLUTION}/primal/0/0`,
    ],
  ])('%s', (_, changed, expected) => {
    expect(judge(MIN, { ...AT_MIN, ...changed })).toBe(expected);
  });

  it('may list zeros or leave them out', () => {
    const program: Program = { ...MIN, columns: [...MIN.columns, column('z', '1')] };
    expect(judge(program, AT_MIN)).toBe('ACCEPTED');
    expect(judge(program, { ...AT_MIN, primal: [['z', '0'], ...AT_MIN.primal] })).toBe('ACCEPTED');
    expect(
      judge(
        {
          ...program,
          rows: [...MIN.rows, { name: 'none', type: 'E', rhs: '0', coefficients: [['z', '0']] }],
        },
        AT_MIN,
      ),
    ).toBe('ACCEPTED');
  });

  it('of a maximum has multipliers and reduced costs of the other sign', () => {
    expect(judge(MAX, AT_MAX)).toBe('ACCEPTED');
    expect(judge(MAX, { ...AT_MAX, dual: AT_MIN.dual })).toBe(`REJECTED ${ROWS}/0`);
    expect(judge(MIN, { ...AT_MIN, dual: AT_MAX.dual })).toBe(`REJECTED ${ROWS}/0`);
    expect(judge({ ...MIN, sense: 'max' }, AT_MIN)).toBe(`REJECTED ${ROWS}/0`);
    expect(judge({ ...MAX, sense: 'min' }, AT_MAX)).toBe(`REJECTED ${ROWS}/0`);
  });

  it('may have a multiplier of either sign on an E row', () => {
    const row = (coefficient: string): Program => ({
      sense: 'min',
      columns: [column('x', '1')],
      rows: [{ name: 'r', type: 'E', rhs: '6', coefficients: [['x', coefficient]] }],
    });
    const x = (value: string) => [['x', value]] as const;
    expect(judge(row('2'), { objective: '3', primal: x('3'), dual: [['r', '1/2']] })).toBe('ACCEPTED');
    expect(judge(row('2'), { objective: '4', primal: x('4'), dual: [['r', '1/2']] })).toBe(
      `REJECTED ${ROWS}/0`,
    );
    expect(judge(row('2'), { objective: '2', primal: x('2'), dual: [['r', '1/2']] })).toBe(
      `REJECTED ${ROWS}/0`,
    );
    const free: Program = { ...row('-2'), columns: [column('x', '1', null, null)] };
    expect(judge(free, { objective: '-3', primal: x('-3'), dual: [['r', '-1/2']] })).toBe('ACCEPTED');
  });

  it('has no reduced cost on a free column, even where the sums agree', () => {
    const program: Program = {
      sense: 'min',
      columns: [column('x', '1', null, null)],
      rows: [{ name: 'r', type: 'G', rhs: '0', coefficients: [['x', '1']] }],
    };
    const zero = { objective: '0', primal: [] };
    expect(judge(program, { ...zero, dual: [['r', '1']] })).toBe('ACCEPTED');
    expect(judge(program, { ...zero, dual: [] })).toBe(`REJECTED ${COLUMNS}/0/lower`);
    expect(judge(program, { ...zero, dual: [['r', '2']] })).toBe(`REJECTED ${COLUMNS}/0/upper`);
    expect(judge(program, { ...zero, dual: [['r', '999999999999/1000000000000']] })).toBe(
      `REJECTED ${COLUMNS}/0/lower`,
    );
  });

  test.each<[string, Program['sense'], string | null, string | null, string, string]>([
    ['at a lower bound', 'min', '2', null, '2', 'ACCEPTED'],
    ['at a lower bound, not at its upper', 'min', '2', '5', '2', 'ACCEPTED'],
    ['at an upper bound instead', 'min', '2', '5', '5', `REJECTED ${SOLUTION}/dual`],
    ['at an upper bound', 'max', null, '5', '5', 'ACCEPTED'],
    ['at an upper bound, not at its lower', 'max', '2', '5', '5', 'ACCEPTED'],
    ['at a lower bound instead', 'max', '2', '5', '2', `REJECTED ${SOLUTION}/dual`],
    ['without a lower bound', 'min', null, '5', '5', `REJECTED ${COLUMNS}/0/lower`],
    ['without an upper bound', 'max', '2', null, '2', `REJECTED ${COLUMNS}/0/upper`],
    ['between crossed bounds', 'min', '5', '2', '5', `REJECTED ${COLUMNS}/0/upper`],
  ])('rests, without rows, %s', (_, sense, lower, upper, value, expected) => {
    const program: Program = { sense, columns: [column('x', '3/7', lower, upper)], rows: [] };
    const objective = `${Number(value) * 3}/7`;
    expect(judge(program, { objective, primal: [['x', value]], dual: [] })).toBe(expected);
    const turned: Program = {
      ...program,
      sense: sense === 'min' ? 'max' : 'min',
      columns: [column('x', '-3/7', lower, upper)],
    };
    expect(judge(turned, { objective: `-${objective}`, primal: [['x', value]], dual: [] })).toBe(expected);
  });

  it('of nothing is 0', () => {
    const nothing: Program = { sense: 'max', columns: [], rows: [] };
    expect(judge(nothing, { objective: '0', primal: [], dual: [] })).toBe('ACCEPTED');
    expect(judge(nothing, { objective: '1', primal: [], dual: [] })).toBe(`REJECTED ${SOLUTION}/objective`);
    const rows: Program['rows'] = [{ name: 'r', type: 'G', rhs: '1', coefficients: [] }];
    expect(judge({ ...nothing, rows }, { objective: '0', primal: [], dual: [] })).toBe(`REJECTED ${ROWS}/0`);
  });

  it('may hold huge and tiny numbers', () => {
    const [big, tiny] = [`1${'0'.repeat(300)}`, `1/1${'0'.repeat(300)}`];
    const program: Program = {
      sense: 'min',
      columns: [column('x', tiny, null, null), column('y', big, null, null)],
      rows: [
        { name: 'r', type: 'G', rhs: big, coefficients: [['x', tiny]] },
        { name: 's', type: 'G', rhs: tiny, coefficients: [['y', big]] },
      ],
    };
    const square = `1${'0'.repeat(600)}`;
    const solution: Solution = {
      objective: `1${'0'.repeat(599)}1/1${'0'.repeat(300)}`,
      primal: [
        ['x', square],
        ['y', `1/${square}`],
      ],
      dual: [
        ['r', '1'],
        ['s', '1'],
      ],
    };
    expect(judge(program, solution)).toBe('ACCEPTED');
    expect(judge(program, { ...solution, objective: big })).toBe(`REJECTED ${SOLUTION}/objective`);
  });
});

/** x + y ≥ 4 with x ≤ 1 and y ≤ 2. */
const NONE: Program = {
  sense: 'min',
  columns: [column('x', '1', '0', '1'), column('y', '0', '0', '2')],
  rows: [
    {
      name: 'sum',
      type: 'G',
      rhs: '4',
      coefficients: [
        ['x', '1'],
        ['y', '1'],
      ],
    },
  ],
};
const MULTIPLIERS = '/roles/witness/value/multipliers';

function refute(program: Program, multipliers: readonly (readonly [string, string])[]): string {
  const answer = infeasible(program, multipliers);
  expect(answer.verdict === 'ACCEPTED').toBe(isContradiction(program, multipliers));
  return where(answer);
}

describe('multipliers', () => {
  test.each<[string, [string, string][], string]>([
    ['that add up to a contradiction', [['sum', '1']], 'ACCEPTED'],
    ['scaled', [['sum', '1/1000000000000']], 'ACCEPTED'],
    ['of the wrong sign', [['sum', '-1']], `REJECTED ${ROWS}/0`],
    ['that are zero', [['sum', '0']], `REJECTED ${MULTIPLIERS}`],
    ['that are not there', [], `REJECTED ${MULTIPLIERS}`],
    [
      'of a row there is not',
      [
        ['sum', '1'],
        ['x', '0'],
      ],
      `REJECTED ${MULTIPLIERS}/1/0`,
    ],
  ])('%s', (_, multipliers, expected) => {
    expect(refute(NONE, multipliers)).toBe(expected);
    expect(refute({ ...NONE, sense: 'max' }, multipliers)).toBe(expected);
  });

  it('may be of more digits than a double holds', () => {
    // Coprime, but not when each is rounded to a double.
    expect(refute(NONE, [['sum', '9007199254740993/9007199254740995']])).toBe('ACCEPTED');
    const reducible = infeasible(NONE, [['sum', '27021597764222979/27021597764222985']]);
    expect(where(reducible)).toBe(`REJECTED ${MULTIPLIERS}/0/1`);
  });

  it('must prove more than equality: 10^-12 decides', () => {
    const rhs = (text: string): Program => ({
      ...NONE,
      rows: NONE.rows.map((row) => ({ ...row, rhs: text })),
    });
    expect(refute(rhs('3'), [['sum', '1']])).toBe(`REJECTED ${MULTIPLIERS}`);
    expect(refute(rhs('2999999999999/1000000000000'), [['sum', '1']])).toBe(`REJECTED ${MULTIPLIERS}`);
    expect(refute(rhs('3000000000001/1000000000000'), [['sum', '1']])).toBe('ACCEPTED');
  });

  it('prove nothing with yᵀb = 0 and no column', () => {
    const rows: Program['rows'] = [
      { name: 'r', type: 'G', rhs: '1', coefficients: [['x', '1']] },
      { name: 's', type: 'L', rhs: '1', coefficients: [['x', '1']] },
    ];
    const program: Program = { sense: 'min', columns: [column('x', '0', null, null)], rows };
    expect(
      refute(program, [
        ['r', '1'],
        ['s', '-1'],
      ]),
    ).toBe(`REJECTED ${MULTIPLIERS}`);
    const crossed: Program = {
      ...program,
      rows: rows.map((row) => (row.name === 'r' ? { ...row, rhs: '2' } : row)),
    };
    expect(
      refute(crossed, [
        ['r', '1'],
        ['s', '-1'],
      ]),
    ).toBe('ACCEPTED');
  });

  it('need the bound of every column that is left', () => {
    const without = (bound: 'lower' | 'upper', index: number): Program => ({
      ...NONE,
      columns: NONE.columns.map((column, j) => (j === index ? { ...column, [bound]: null } : column)),
    });
    expect(refute(without('upper', 0), [['sum', '1']])).toBe(`REJECTED ${COLUMNS}/0/upper`);
    expect(refute(without('upper', 1), [['sum', '1']])).toBe(`REJECTED ${COLUMNS}/1/upper`);
    expect(refute(without('lower', 0), [['sum', '1']])).toBe('ACCEPTED');
    const below: Program = {
      ...without('lower', 0),
      rows: [{ name: 'sum', type: 'L', rhs: '-1', coefficients: [['x', '1']] }],
    };
    expect(refute(below, [['sum', '-1']])).toBe(`REJECTED ${COLUMNS}/0/lower`);
    expect(refute({ ...below, columns: NONE.columns }, [['sum', '-1']])).toBe('ACCEPTED');
  });

  it('ask for a crossed column to show in them', () => {
    const crossed: Program = { sense: 'min', columns: [column('x', '0', '2', '1')], rows: [] };
    expect(refute(crossed, [])).toBe(`REJECTED ${MULTIPLIERS}`);
    const row = (type: 'G' | 'L', rhs: string): Program => ({
      ...crossed,
      rows: [{ name: 'r', type, rhs, coefficients: [['x', '1']] }],
    });
    expect(refute(row('G', '2'), [['r', '1']])).toBe('ACCEPTED');
    expect(refute(row('G', '2'), [['r', '0']])).toBe(`REJECTED ${MULTIPLIERS}`);
    expect(refute(row('G', '1'), [['r', '1']])).toBe(`REJECTED ${MULTIPLIERS}`);
    expect(refute(row('L', '3/2'), [['r', '-1']])).toBe('ACCEPTED');
  });

  it('may be of either sign on an E row, and prove 0 = 1', () => {
    const row = (rhs: string): Program => ({
      sense: 'max',
      columns: [],
      rows: [{ name: 'r', type: 'E', rhs, coefficients: [] }],
    });
    expect(refute(row('1'), [['r', '1']])).toBe('ACCEPTED');
    expect(refute(row('-1'), [['r', '-1']])).toBe('ACCEPTED');
    expect(refute(row('1'), [['r', '-1']])).toBe(`REJECTED ${MULTIPLIERS}`);
    expect(refute(row('0'), [['r', '1']])).toBe(`REJECTED ${MULTIPLIERS}`);
  });
});
