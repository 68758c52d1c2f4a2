import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readFormula } from '../formula.ts';
import { Derivation } from './derivation.ts';
import { ProofText } from './proof-text.ts';

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

/** Reads a document of type `logic.lrat_proof@1`; rejected when it is anything else. */
function readProof(text: string, at: string): ProofText {
  const { value } = readDocument(text, ['logic.lrat_proof@1'], at);
  const { lrat } = members(value, ['lrat'], [], `${at}/value`);
  const inside = `${at}/value/lrat`;
  return typeof lrat === 'string' ? new ProofText(lrat, inside) : reject('a string is required', inside);
}
