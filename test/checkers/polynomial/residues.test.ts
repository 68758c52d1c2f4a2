import { describe, expect, it } from 'vitest';
import { Budget } from '../../../checkers/exact/budget.ts';
import type { Polynomial } from '../../../checkers/exact/polynomial.ts';
import { differsModulo } from '../../../checkers/exact/polynomial-residue.ts';

const VARIABLES = 4;

/** A multiple of one variable, to this power. */
const monomial = (variable: number, coefficient = 1, exponent = 1): Polynomial => ({
  coefficients: [`${coefficient}`],
  exponents: [Array.from({ length: VARIABLES }, (_, v) => (v === variable ? exponent : 0))],
});

const differs = (one: Polynomial, other: Polynomial): boolean =>
  differsModulo(one, '1', [{ polynomial: other, multiplicity: 1 }], new Budget());

describe('a comparison modulo a prime', () => {
  it('tells variables apart, and their powers', () => {
    for (let v = 0; v < VARIABLES; v++) {
      for (let w = 0; w < VARIABLES; w++) expect(differs(monomial(v), monomial(w))).toBe(v !== w);
      expect(differs(monomial(v), monomial(v, 1, 2))).toBe(true);
    }
  });

  it('tells multiples of any variable apart, for none stands for 0', () => {
    for (let v = 0; v < VARIABLES; v++) expect(differs(monomial(v), monomial(v, 2))).toBe(true);
  });
});
