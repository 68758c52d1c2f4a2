import { check as checkSatisfiable } from '../../../../checkers/logic/satisfiable/check.ts';
import { check as checkUnsatisfiable } from '../../../../checkers/logic/unsatisfiable/check.ts';
import type { Answer } from '../../../../checkers/protocol.ts';
import { request } from '../../support/request.ts';

export type Clauses = readonly (readonly number[])[];

/** The number of the greatest variable. */
export function variablesOf(clauses: Clauses): number {
  return clauses.flat().reduce((most, literal) => Math.max(most, Math.abs(literal)), 0);
}

function formula(clauses: Clauses, variables = variablesOf(clauses)) {
  return { type: 'logic.cnf@1', value: { variables, clauses } };
}

export function unsatisfiable(clauses: Clauses, lrat: string, variables?: number): Answer {
  const proof = { type: 'logic.lrat_proof@1', value: { lrat } };
  const roles = { formula: formula(clauses, variables), proof };
  return checkUnsatisfiable(request('logic.unsatisfiable@1', roles));
}

export function satisfiable(clauses: Clauses, literals: readonly number[], variables?: number): Answer {
  const assignment = { type: 'logic.assignment@1', value: { literals } };
  const roles = { formula: formula(clauses, variables), assignment };
  return checkSatisfiable(request('logic.satisfiable@1', roles));
}
