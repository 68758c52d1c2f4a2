import type { Typed } from '../../support/request.ts';

export type Term = readonly [coefficient: string, exponents: readonly number[]];
export type Terms = readonly Term[];

export interface Factor {
  readonly multiplicity: number;
  readonly terms: Terms;
}

/** Names of this many variables. */
export function variables(count: number): readonly string[] {
  return ['x', 'y', 'z', 'w', 't'].slice(0, count);
}

export function polynomial(names: readonly string[], terms: Terms): Typed {
  return { type: 'polynomial@1', value: { variables: names, terms } };
}

export function vector(names: readonly string[], components: readonly Terms[]): Typed {
  return { type: 'polynomial.vector@1', value: { variables: names, components } };
}

export function vectors(names: readonly string[], list: readonly (readonly Terms[])[]): Typed {
  return { type: 'polynomial.vectors@1', value: { variables: names, vectors: list } };
}

export function factors(names: readonly string[], unit: string, list: readonly Factor[]): Typed {
  return { type: 'polynomial.factors@1', value: { variables: names, unit, factors: list } };
}

/** Terms of a polynomial in one variable, from its coefficients, the constant one first. */
export function univariate(...coefficients: readonly (number | string)[]): Terms {
  return coefficients.flatMap((c, exponent) => (`${c}` === '0' ? [] : [[`${c}`, [exponent]] as const]));
}
