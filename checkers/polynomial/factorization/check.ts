import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Polynomial, Power } from '../../exact/polynomial.ts';
import { hasDegrees, isExpansion } from '../../exact/polynomial-expansion.ts';
import { differsModulo } from '../../exact/polynomial-residue.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readPolynomial, requireSameVariables } from '../document.ts';
import { readFactors } from './factors.ts';

/** Decides `polynomial.factorization@1`: unit ≠ 0, no factor constant, unit · Π factorᵢ^multiplicityᵢ = polynomial. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'polynomial.factorization@1', ['polynomial', 'factors']);
    const budget = new Budget();
    const { polynomial, ...ring } = readPolynomial(roles[0], '/roles/polynomial', budget);
    const factors = readFactors(roles[1], '/roles/factors', budget);
    requireSameVariables(ring, factors);
    const { unit, powers } = factors;
    const at = '/roles/factors/value';
    if (unit === '0') reject('the unit is zero', `${at}/unit`);
    for (const [index, power] of powers.entries()) requireFactor(power, `${at}/factors/${index}`);
    requireProduct(polynomial, unit, powers, at, budget);
  });
}

function requireFactor({ polynomial, multiplicity }: Power, at: string): void {
  if (multiplicity === 0) reject('a multiplicity is at least 1', `${at}/multiplicity`);
  const constant = polynomial.exponents.every((monomial) => monomial.every((exponent) => exponent === 0));
  if (constant) reject('the factor is constant', at);
}

function requireProduct(
  polynomial: Polynomial,
  unit: string,
  powers: readonly Power[],
  at: string,
  budget: Budget,
): void {
  if (polynomial.exponents.length === 0) reject('the polynomial is zero, and no product of factors is', at);
  if (!hasDegrees(polynomial, powers))
    reject('the degrees of the factors are not those of the polynomial', at);
  for (const [index, power] of powers.entries()) {
    // Hajós 1953: a multiple of f^m, where f has two terms or more, has more than m terms (its root other than 0 is m-fold).
    if (power.polynomial.exponents.length > 1 && power.multiplicity >= polynomial.exponents.length) {
      reject('a multiple of this power has more terms than the polynomial', `${at}/factors/${index}`);
    }
  }
  if (differsModulo(polynomial, unit, powers, budget) || !isExpansion(polynomial, unit, powers, budget)) {
    reject('the product of the factors is not the polynomial', at);
  }
}
