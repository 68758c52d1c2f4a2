import { decide } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import { type IntegerPolynomial, integral } from '../../exact/polynomial.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readVector, readVectors, requireSameVariables } from '../document.ts';
import { requireSyzygies } from '../syzygies.ts';

/** Decides `polynomial.syzygy@1`: each vector is non-zero, and Σ vectorᵢ · generatorsᵢ = 0. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'polynomial.syzygy@1', ['generators', 'syzygies']);
    const budget = new Budget();
    const generators = readVector(roles[0], '/roles/generators', budget);
    const syzygies = readVectors(roles[1], '/roles/syzygies', budget);
    requireSameVariables(generators, syzygies);
    const { polynomials } = integral(generators.components, budget);
    requireSyzygies(syzygies, polynomials.length, (i) => polynomials[i] as IntegerPolynomial, budget);
  });
}
