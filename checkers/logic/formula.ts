import { unsupported } from '../decide.ts';
import { readDocument } from '../documents/document.ts';
import { list } from '../documents/list.ts';
import { count, members } from '../documents/shape.ts';
import { areLiterals, readLiterals } from './literals.ts';

/** Clauses that a formula may have: a list of one number takes 4 characters, and 100 bytes once it has been read. */
const CLAUSES = 2 ** 22;

/** A formula in conjunctive normal form. A clause may stand twice, be empty, or be a tautology. */
export interface Formula {
  readonly variables: number;
  readonly clauses: readonly (readonly number[])[];
}

/** Reads a document of type `logic.cnf@1`; rejected when it is anything else, UNSUPPORTED above 2^22 clauses. */
export function readFormula(text: string, at: string): Formula {
  const { value } = readDocument(text, ['logic.cnf@1'], at);
  const formula = members(value, ['variables', 'clauses'], [], `${at}/value`);
  const variables = count(formula.variables, `${at}/value/variables`);
  const listed = list(formula.clauses, `${at}/value/clauses`);
  if (listed.length > CLAUSES) unsupported(`formulas of at most ${CLAUSES} clauses`);
  const clauses = listed.map((clause, index) =>
    // A pointer is made where one is needed: millions of them take longer than the clauses.
    areLiterals(clause, variables) ? clause : readLiterals(clause, variables, `${at}/value/clauses/${index}`),
  );
  return { variables, clauses };
}
