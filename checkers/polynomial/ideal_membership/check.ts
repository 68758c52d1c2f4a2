import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import { type IntegerPolynomial, integral } from '../../exact/polynomial.ts';
import { Combinations } from '../../exact/polynomial-combination.ts';
import { equalMultiples } from '../../exact/polynomial-equality.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readPolynomial, readVector, requireSameVariables } from '../document.ts';

/** Decides `polynomial.ideal_membership@1`: Σ cofactorsᵢ · generatorsᵢ = target. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const names = ['generators', 'target', 'cofactors'] as const;
    const roles = readRequest(request, 'polynomial.ideal_membership@1', names);
    const budget = new Budget();
    const generators = readVector(roles[0], '/roles/generators', budget);
    const target = readPolynomial(roles[1], '/roles/target', budget);
    const cofactors = readVector(roles[2], '/roles/cofactors', budget);
    requireSameVariables(generators, target);
    requireSameVariables(generators, cofactors);
    const at = '/roles/cofactors/value/components';
    if (cofactors.components.length !== generators.components.length) {
      reject('one cofactor for each generator is required', at);
    }
    const first = integral(cofactors.components, budget);
    const second = integral(generators.components, budget);
    const third = integral([target.polynomial], budget);
    const summands = first.polynomials.flatMap((cofactor, i) => {
      const generator = second.polynomials[i] as IntegerPolynomial;
      return [cofactor, generator].every(({ exponents }) => exponents.length > 0)
        ? [[cofactor, generator] as const]
        : [];
    });
    const expected = third.polynomials[0] as IntegerPolynomial;
    const combinations = new Combinations(summands, [expected], budget);
    const [sum, packed] = [combinations.sum(summands), combinations.packed(expected)];
    // The sum was multiplied by the scales of its factors, the target by its own.
    const scales = [third.scale.value, first.scale.value * second.scale.value] as const;
    if (!equalMultiples(sum, scales[0], packed, scales[1], budget)) {
      reject('the combination of the generators is not the target', at);
    }
  });
}
