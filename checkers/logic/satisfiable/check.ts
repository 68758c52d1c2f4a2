import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readFormula } from '../formula.ts';
import { readLiterals } from '../literals.ts';

/**
 * Decides `logic.satisfiable@1`: the assignment stays within the variables, never lists a literal and its negation, and
 * every clause has a listed literal.
 */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'logic.satisfiable@1', ['formula', 'assignment']);
    const { variables, clauses } = readFormula(roles[0], '/roles/formula');
    const listed = readAssignment(roles[1], variables, '/roles/assignment');
    const open = clauses.findIndex((clause) => !clause.some((literal) => listed.has(literal)));
    if (open >= 0) reject('no literal of the clause is listed', `/roles/formula/value/clauses/${open}`);
  });
}

/** The literals of a document of type `logic.assignment@1`; rejected unless they are consistent and within the variables. */
function readAssignment(text: string, variables: number, at: string): ReadonlySet<number> {
  const { value } = readDocument(text, ['logic.assignment@1'], at);
  const inside = `${at}/value/literals`;
  const found = readLiterals(members(value, ['literals'], [], `${at}/value`).literals, variables, inside);
  const listed = new Set(found);
  const wrong = found.findIndex((literal) => listed.has(-literal));
  if (wrong >= 0) reject('the negation of this literal is listed too', `${inside}/${wrong}`);
  return listed;
}
