import { reject } from '../../decide.ts';
import type { Budget } from '../../exact/budget.ts';
import { compare, type Fraction, fraction, ZERO } from '../../exact/fraction.ts';
import { Sum } from '../../exact/sum.ts';
import type { LinearProgram } from '../linear-program.ts';

/** By column; a column that is not in it is zero. */
export type Primal = ReadonlyMap<number, Fraction>;

/** Rejected unless the values of the columns meet every bound and every row. */
export function requireFeasible({ columns, rows, at }: LinearProgram, primal: Primal, budget: Budget): void {
  for (const [index, { lower, upper }] of columns.entries()) {
    const value = primal.get(index) ?? ZERO;
    if (lower !== undefined && compare(value, lower, budget) < 0)
      reject('the primal is less than this bound', `${at}/columns/${index}/lower`);
    if (upper !== undefined && compare(value, upper, budget) > 0)
      reject('the primal is greater than this bound', `${at}/columns/${index}/upper`);
  }
  for (const [index, { entries, rhs, sign }] of rows.entries()) {
    const activity = new Sum(budget);
    for (const { column, value } of entries) {
      const factor = primal.get(column);
      if (factor !== undefined) activity.addProduct(fraction(value, budget), factor);
    }
    const above = compare(activity.value, rhs, budget);
    if (sign === 0 ? above !== 0 : above * sign < 0)
      reject('the primal does not meet this row', `${at}/rows/${index}`);
  }
}

/** The value of the objective there. */
export function objectiveAt({ columns }: LinearProgram, primal: Primal, budget: Budget): Fraction {
  const sum = new Sum(budget);
  for (const [index, { objective }] of columns.entries()) {
    const factor = primal.get(index);
    if (factor !== undefined) sum.addProduct(objective, factor);
  }
  return sum.value;
}
