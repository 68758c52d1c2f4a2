import type { Examples, Given } from './example.ts';

type Entries = readonly (readonly [string, string])[];

function program(sense: 'min' | 'max', columns: readonly object[], rows: readonly object[]): Given {
  return { type: 'optimization.linear_program@1', value: { sense, columns, rows } };
}

function row(name: string, type: 'L' | 'G', rhs: string, coefficients: Entries): object {
  return { name, type, rhs, coefficients };
}

function solution(objective: string, primal: Entries, dual: Entries): Given {
  return { type: 'optimization.primal_dual@1', value: { objective, primal, dual } };
}

function multipliers(...entries: Entries): Given {
  return { type: 'optimization.row_multipliers@1', value: { multipliers: entries } };
}

const POSITIVE = { objective: '1', lower: '0', upper: null };
const PRIMAL: Entries = [
  ['x', '8/5'],
  ['y', '6/5'],
];

export const optimization: Examples = {
  lp_optimal: {
    accepted: {
      program: program(
        'max',
        [
          { name: 'x', ...POSITIVE },
          { name: 'y', ...POSITIVE },
        ],
        [
          row('wood', 'L', '4', [
            ['x', '1'],
            ['y', '2'],
          ]),
          row('hours', 'L', '6', [
            ['x', '3'],
            ['y', '1'],
          ]),
        ],
      ),
      solution: solution('14/5', PRIMAL, [
        ['wood', '2/5'],
        ['hours', '1/5'],
      ]),
    },
    // The optimum itself, with multipliers that do not prove it.
    refused: { solution: solution('14/5', PRIMAL, [['wood', '2/5']]) },
  },
  lp_infeasible: {
    accepted: {
      program: program(
        'min',
        [{ name: 'x', objective: '0', lower: null, upper: null }],
        [row('least', 'G', '2', [['x', '1']]), row('most', 'L', '1', [['x', '1']])],
      ),
      witness: multipliers(['least', '1'], ['most', '-1']),
    },
    // Of the wrong sign on a row "at most".
    refused: { witness: multipliers(['least', '1'], ['most', '1']) },
  },
};
