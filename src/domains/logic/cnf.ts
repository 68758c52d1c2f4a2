import { unusable } from '../unusable.ts';

/** A value of `logic.cnf@1`. */
export type Cnf = {
  readonly variables: number;
  readonly clauses: readonly (readonly number[])[];
};

/** @throws AssayError DOCUMENT_SCHEMA at a literal of a variable that the formula does not have */
export function checkVariables({ variables, clauses }: Cnf): void {
  for (const [index, clause] of clauses.entries()) {
    const wrong = clause.findIndex((literal) => Math.abs(literal) > variables);
    if (wrong >= 0) throw unusable('this variable is greater than `variables`', 'clauses', index, wrong);
  }
}
