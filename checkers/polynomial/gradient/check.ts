import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget, CALL, words } from '../../exact/budget.ts';
import type { Polynomial } from '../../exact/polynomial.ts';
import { derivedTerms } from '../../exact/polynomial-derivative.ts';
import { parseRational } from '../../exact/rational.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readPolynomial, readVector, requireSameVariables } from '../document.ts';

/** Decides `polynomial.gradient@1`: component i is the derivative by variable i. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'polynomial.gradient@1', ['polynomial', 'gradient']);
    const budget = new Budget();
    const { polynomial, ...ring } = readPolynomial(roles[0], '/roles/polynomial', budget);
    const gradient = readVector(roles[1], '/roles/gradient', budget);
    requireSameVariables(ring, gradient);
    const at = '/roles/gradient/value/components';
    if (gradient.components.length !== ring.variables.length) {
      reject('one component for each variable is required', at);
    }
    budget.spend(2 * ring.variables.length * polynomial.exponents.length);
    for (const [variable, component] of gradient.components.entries()) {
      if (!isDerivative(component, polynomial, variable, budget)) {
        reject('the component is not the derivative by its variable', `${at}/${variable}`);
      }
    }
  });
}

/** Both have their terms in ascending order, and a derivative keeps it. */
function isDerivative(
  component: Polynomial,
  polynomial: Polynomial,
  variable: number,
  budget: Budget,
): boolean {
  const terms = derivedTerms(polynomial.exponents, variable);
  if (terms.length !== component.exponents.length) return false;
  return terms.every((term, place) => {
    const monomial = polynomial.exponents[term] as readonly number[];
    const derived = component.exponents[place] as readonly number[];
    return (
      monomial.every((exponent, v) => derived[v] === (v === variable ? exponent - 1 : exponent)) &&
      isMultiple(
        component.coefficients[place] as string,
        polynomial.coefficients[term] as string,
        monomial[variable] as number,
        budget,
      )
    );
  });
}

/** Whether the first rational is the second times the factor. */
function isMultiple(first: string, second: string, factor: number, budget: Budget): boolean {
  budget.spend(5 * CALL + 2 * words(first.length) * words(second.length) + first.length + second.length);
  const [p, q] = parseRational(first);
  const [r, s] = parseRational(second);
  return p * s === r * q * BigInt(factor);
}
