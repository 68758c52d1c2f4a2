import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readFormula } from '../formula.ts';
import { Derivation } from './derivation.ts';
import { readProof } from './proof-document.ts';

/** Decides `logic.unsatisfiable@1`: the LRAT proof derives the empty clause, or the formula holds one. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'logic.unsatisfiable@1', ['formula', 'proof']);
    const { clauses } = readFormula(roles[0], '/roles/formula');
    const proof = readProof(roles[1], '/roles/proof');
    const derivation = new Derivation(clauses, proof, new Budget());
    while (proof.nextLine()) derivation.line();
    if (!derivation.refuted) reject('the proof does not derive the empty clause', proof.at);
  });
}
