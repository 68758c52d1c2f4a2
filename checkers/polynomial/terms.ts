import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';
import { isRationalText } from '../documents/numbers.ts';
import type { Budget } from '../exact/budget.ts';
import type { Polynomial } from '../exact/polynomial.ts';
import type { Exponents } from '../exact/polynomial-terms.ts';

/** Steps, measured: of reading an exponent, and of comparing two exponents while sorting. */
const EXPONENT = 10;
const COMPARE = 5;

const ZERO: Polynomial = { coefficients: [], exponents: [] };

/**
 * Reads the terms of a polynomial: a coefficient that is not 0 and an exponent for every variable in each, no monomial twice;
 * rejected when they are anything else.
 */
export function readTerms(value: unknown, variables: number, at: string, budget: Budget): Polynomial {
  const terms = list(value, at);
  if (terms.length === 0) return ZERO;
  budget.spend(EXPONENT * terms.length * (1 + variables));
  const coefficients: string[] = [];
  const exponents: (readonly number[])[] = [];
  for (const [index, term] of terms.entries()) {
    if (!Array.isArray(term) || term.length !== 2) {
      reject('a term is a coefficient and its exponents', `${at}/${index}`);
    }
    const [coefficient, monomial]: readonly unknown[] = term;
    if (!isRationalText(coefficient, budget) || coefficient === '0') {
      reject('a coefficient is a rational in canonical form that is not 0', `${at}/${index}/0`);
    }
    if (!isMonomial(monomial, variables)) {
      reject('an exponent for every variable is required, each from 0 to 2^53 - 1', `${at}/${index}/1`);
    }
    coefficients.push(coefficient);
    exponents.push(monomial);
  }
  const order = ascending(exponents, at, budget);
  return {
    coefficients: order.map((index) => coefficients[index] as string),
    exponents: order.map((index) => exponents[index] as readonly number[]),
  };
}

function isMonomial(value: unknown, variables: number): value is readonly number[] {
  return Array.isArray(value) && value.length === variables && value.every(isExponent);
}

function isExponent(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);
}

/** The places of the terms in ascending lexicographic order of their exponents; rejected where two are equal. */
function ascending(exponents: Exponents, at: string, budget: Budget): readonly number[] {
  const variables = exponents[0]?.length ?? 0;
  budget.spend(COMPARE * (1 + variables) * exponents.length * Math.ceil(1 + Math.log2(exponents.length)));
  const compare = (one: number, other: number) => {
    return lexicographic(exponents[one] as readonly number[], exponents[other] as readonly number[]);
  };
  const order = Array.from(exponents.keys()).sort(compare);
  for (let place = 1; place < order.length; place++) {
    const index = order[place] as number;
    if (compare(order[place - 1] as number, index) === 0) {
      reject('the monomial stands in the polynomial twice', `${at}/${index}`);
    }
  }
  return order;
}

function lexicographic(one: readonly number[], other: readonly number[]): number {
  for (let v = 0; v < one.length; v++) {
    const difference = (one[v] as number) - (other[v] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
