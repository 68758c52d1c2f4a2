import fc from 'fast-check';
import { check as checkInfeasible } from '../../../../checkers/optimization/lp_infeasible/check.ts';
import { check as checkOptimal } from '../../../../checkers/optimization/lp_optimal/check.ts';
import type { Answer } from '../../../../checkers/protocol.ts';
import { request } from '../../support/request.ts';
import { fraction, text } from './fractions.ts';

export type Pairs = readonly (readonly [name: string, number: string])[];

export interface Program {
  readonly sense: 'min' | 'max';
  readonly columns: readonly {
    readonly name: string;
    readonly objective: string;
    readonly lower: string | null;
    readonly upper: string | null;
  }[];
  readonly rows: readonly {
    readonly name: string;
    readonly type: 'L' | 'G' | 'E';
    readonly rhs: string;
    readonly coefficients: Pairs;
  }[];
}

export interface Solution {
  readonly objective: string;
  readonly primal: Pairs;
  readonly dual: Pairs;
}

export function optimal(program: Program, solution: Solution): Answer {
  return checkOptimal(
    request('optimization.lp_optimal@1', {
      program: { type: 'optimization.linear_program@1', value: program },
      solution: { type: 'optimization.primal_dual@1', value: solution },
    }),
  );
}

export function infeasible(program: Program, multipliers: Pairs): Answer {
  return checkInfeasible(
    request('optimization.lp_infeasible@1', {
      program: { type: 'optimization.linear_program@1', value: program },
      witness: { type: 'optimization.row_multipliers@1', value: { multipliers } },
    }),
  );
}

const small = fc.integer({ min: -4, max: 4 });
const number = fc.oneof(
  { weight: 4, arbitrary: small.map(String) },
  {
    weight: 1,
    arbitrary: fc.tuple(small, fc.integer({ min: 2, max: 6 })).map(([n, d]) => text(fraction(n, d))),
  },
);

/** One or two columns with bounds on every side unless `free`, and up to three rows. */
export function program(free: boolean): fc.Arbitrary<Program> {
  const bound = free ? fc.option(number) : number;
  return fc.integer({ min: 1, max: 2 }).chain((size) => {
    const names = ['x', 'y'].slice(0, size);
    const row = fc.record({
      type: fc.constantFrom('L' as const, 'G' as const, 'G' as const, 'E' as const),
      rhs: number,
      coefficients: fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), number))),
    });
    return fc.record({
      sense: fc.constantFrom('min' as const, 'max' as const),
      columns: fc.tuple(
        ...names.map((name) =>
          fc.record({ name: fc.constant(name), objective: number, lower: bound, upper: bound }),
        ),
      ),
      rows: fc
        .array(row, { maxLength: 3 })
        .map((rows) => rows.map((row, index) => ({ name: `r${index}`, ...row }))),
    });
  });
}
