import { decide } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import { type IntegerPolynomial, integral } from '../../exact/polynomial.ts';
import { derivative } from '../../exact/polynomial-derivative.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readPolynomial, readVectors, requireSameVariables } from '../document.ts';
import { requireSyzygies } from '../syzygies.ts';

/** Decides `polynomial.jacobian_syzygy@1`: each vector is non-zero, and Σ vectorᵢ · (derivative of the form by variable i) = 0. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'polynomial.jacobian_syzygy@1', ['form', 'syzygies']);
    const budget = new Budget();
    const form = readPolynomial(roles[0], '/roles/form', budget);
    const syzygies = readVectors(roles[1], '/roles/syzygies', budget);
    requireSameVariables(form, syzygies);
    const [multiple] = integral([form.polynomial], budget).polynomials;
    const derivatives: IntegerPolynomial[] = [];
    const generator = (i: number) => {
      derivatives[i] ??= derivative(multiple as IntegerPolynomial, i, budget);
      return derivatives[i];
    };
    requireSyzygies(syzygies, form.variables.length, generator, budget);
  });
}
