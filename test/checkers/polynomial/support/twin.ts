/**
 * The claims a second time, by other means: a map from exponents to unreduced fractions, BigInts throughout. Values must have the
 * right shape; whether they have is not asked here.
 */
import { fraction, text } from '../../support/twin.ts';
import type { Factor, Term, Terms } from './documents.ts';

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** Exponents, joined by commas, to the coefficient; no coefficient is 0. */
export type Sparse = ReadonlyMap<string, Fraction>;

const exponentsOf = (monomial: string): bigint[] => (monomial === '' ? [] : monomial.split(',').map(BigInt));

export function sparse(terms: Terms): Sparse {
  return collected(terms.map(([coefficient, exponents]) => [exponents.join(), fraction(coefficient)]));
}

export function terms(polynomial: Sparse): Terms {
  return [...polynomial].map(
    ([monomial, coefficient]): Term => [text(coefficient), exponentsOf(monomial).map(Number)],
  );
}

function collected(summands: readonly (readonly [string, Fraction])[]): Sparse {
  const sum = new Map<string, Fraction>();
  for (const [monomial, [c, d]] of summands) {
    const [a, b] = sum.get(monomial) ?? [0n, 1n];
    sum.set(monomial, [a * d + c * b, b * d]);
  }
  return new Map([...sum].filter(([, [numerator]]) => numerator !== 0n));
}

export function add(...polynomials: readonly Sparse[]): Sparse {
  return collected(polynomials.flatMap((polynomial) => [...polynomial]));
}

export function multiply(one: Sparse, other: Sparse): Sparse {
  return collected(
    [...one].flatMap(([m, [a, b]]) =>
      [...other].map(([n, [c, d]]) => {
        const right = exponentsOf(n);
        const monomial = exponentsOf(m).map((e, v) => e + (right[v] as bigint));
        return [monomial.join(), [a * c, b * d]] as const;
      }),
    ),
  );
}

export function constant(coefficient: string, variables: number): Sparse {
  return coefficient === '0' ? new Map() : sparse([[coefficient, Array<number>(variables).fill(0)]]);
}

export function negative(polynomial: Sparse): Sparse {
  return new Map([...polynomial].map(([monomial, [a, b]]) => [monomial, [-a, b]]));
}

export function derivative(polynomial: Sparse, variable: number): Sparse {
  return collected(
    [...polynomial].map(([monomial, [a, b]]) => {
      const exponents = exponentsOf(monomial);
      const exponent = exponents[variable] as bigint;
      return [exponents.with(variable, exponent - 1n).join(), [a * exponent, b]];
    }),
  );
}

export function same(one: Sparse, other: Sparse): boolean {
  return add(one, negative(other)).size === 0;
}

export function combination(coefficients: readonly Sparse[], polynomials: readonly Sparse[]): Sparse {
  return add(...coefficients.map((coefficient, i) => multiply(coefficient, polynomials[i] as Sparse)));
}

export function areSyzygies(generators: readonly Sparse[], vectors: readonly (readonly Terms[])[]): boolean {
  return (
    vectors.length > 0 &&
    vectors.every((vector) => {
      const components = vector.map(sparse);
      return (
        components.length === generators.length &&
        components.some(({ size }) => size > 0) &&
        combination(components, generators).size === 0
      );
    })
  );
}

export function gradient(polynomial: Sparse, variables: number): readonly Sparse[] {
  return Array.from({ length: variables }, (_, variable) => derivative(polynomial, variable));
}

export function product(unit: string, factors: readonly Factor[], variables: number): Sparse {
  let result = constant(unit, variables);
  for (const { multiplicity, terms } of factors) {
    for (let i = 0; i < multiplicity; i++) result = multiply(result, sparse(terms));
  }
  return result;
}

export function isFactorization(
  polynomial: Terms,
  unit: string,
  factors: readonly Factor[],
  variables: number,
): boolean {
  return (
    unit !== '0' &&
    factors.every(
      ({ multiplicity, terms }) =>
        multiplicity >= 1 && terms.some(([, exponents]) => exponents.some((exponent) => exponent > 0)),
    ) &&
    same(product(unit, factors, variables), sparse(polynomial))
  );
}
