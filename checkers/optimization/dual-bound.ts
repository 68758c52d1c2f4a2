import { reject } from '../decide.ts';
import type { Budget } from '../exact/budget.ts';
import { type Fraction, fraction, negative, ZERO } from '../exact/fraction.ts';
import { Sum } from '../exact/sum.ts';
import type { LinearProgram } from './linear-program.ts';

/** What is to be minimised or maximised over the feasible points of a linear program. */
export interface Objective {
  readonly maximises: boolean;
  /** By column. */
  readonly costs: readonly Fraction[];
}

/**
 * What multipliers y of the rows prove about an objective c by weak duality: at a minimum every feasible x has
 * c·x ≥ yᵀb + Σ d·bound with d = c − Aᵀy, where each column takes the bound at which d·x is least; at a maximum c·x is at most
 * that with the greatest. Rejected where a multiplier has the wrong sign for its row or a column lacks the bound it would take.
 *
 * @param multipliers By row; a row that is not in it has the multiplier zero.
 */
export function dualBound(
  program: LinearProgram,
  { maximises, costs }: Objective,
  multipliers: ReadonlyMap<number, Fraction>,
  budget: Budget,
): Fraction {
  const bound = new Sum(budget);
  const subtracted = new Map<number, Fraction>();
  for (const [index, { sign, rhs }] of program.rows.entries()) {
    const multiplier = multipliers.get(index);
    if (multiplier === undefined || multiplier.numerator === 0n) continue;
    const wanted = maximises ? -sign : sign;
    if (wanted !== 0 && wanted > 0 !== multiplier.numerator > 0n)
      reject('the multiplier of this row has the wrong sign', `${program.at}/rows/${index}`);
    bound.addProduct(multiplier, rhs);
    subtracted.set(index, negative(multiplier, budget));
  }
  for (const [index, { lower, upper, entries }] of program.columns.entries()) {
    const reduced = new Sum(budget);
    reduced.add(costs[index] ?? ZERO);
    for (const { row, value } of entries) {
      const multiplier = subtracted.get(row);
      if (multiplier !== undefined) reduced.addProduct(multiplier, fraction(value, budget));
    }
    const { value } = reduced;
    if (value.numerator === 0n) continue;
    const [name, taken] = value.numerator > 0n === maximises ? ['upper', upper] : ['lower', lower];
    if (taken === undefined)
      reject(`the column needs a finite ${name} bound`, `${program.at}/columns/${index}/${name}`);
    bound.addProduct(value, taken);
  }
  return bound.value;
}
