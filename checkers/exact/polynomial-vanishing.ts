import { type Budget, CALL } from './budget.ts';
import type { IntegerPolynomial } from './polynomial.ts';
import type { Summand } from './polynomial-combination.ts';
import { bigProducts } from './polynomial-product.ts';
import { layOut } from './polynomial-table.ts';
import { bigIntegers, type Exponents, largest, wordsOf } from './polynomial-terms.ts';
import { type Product, vanishAtPoints } from './polynomial-values.ts';

/** With more variables, or of a higher degree, hardly any polynomial is dense. */
const VARIABLES = 8;
const DEGREE = 64;

/** Machine words that the values at a point may have: 64 MiB. */
const ROOM = 2 ** 23;

/** Steps of reading an exponent. */
const EXPONENT = 5;

interface Operand {
  readonly terms: number;
  /** Of a term, all its variables together. */
  readonly lowest: number;
  readonly highest: number;
  /** Machine words of the longest coefficient. */
  readonly words: number;
}

/** Sums of products of these operands. */
interface Job {
  readonly operands: readonly Operand[];
  readonly sums: readonly (readonly Product[])[];
  /** The highest degree of a product. */
  readonly degree: number;
  /** How many variables get values. */
  readonly free: number;
}

/**
 * Whether every one of these sums of products is 0, where that is cheaper to find by their values than by multiplying out: a dense
 * polynomial is 0 if it is at as many points as it could have terms, and a value takes one product where a term takes many.
 * False where it is not cheaper, or where one of them is not 0.
 */
export function certainlyVanish(sums: readonly (readonly Summand[])[], budget: Budget): boolean {
  const polynomials = [...new Set(sums.flat(2))];
  const variables = polynomials[0]?.degrees.length ?? 0;
  if (variables > VARIABLES || polynomials.every(isSmall)) return false;
  const terms = polynomials.reduce((sum, { exponents }) => sum + exponents.length, 0);
  budget.spend(EXPONENT * terms * (1 + variables));
  const places = new Map(polynomials.map((polynomial, place) => [polynomial, place]));
  const products = sums.map((summands) =>
    summands.map(([one, other]): Product => [places.get(one) as number, places.get(other) as number]),
  );
  const job = jobOf(polynomials.map(operandOf), products, variables);
  if (job.degree > DEGREE || roomOf(job) > ROOM) return false;
  const steps = stepsByValues(job);
  if (steps > stepsByTerms(job)) return false;
  budget.spend(steps);
  const tables = polynomials.map(({ exponents, coefficients }) =>
    layOut(exponents, bigIntegers(coefficients), job.free),
  );
  return vanishAtPoints(tables, products, job.free, job.degree);
}

function isSmall({ coefficients }: IntegerPolynomial): boolean {
  return coefficients instanceof Float64Array;
}

function operandOf({ exponents, coefficients }: IntegerPolynomial): Operand {
  return {
    terms: exponents.length,
    ...totalDegrees(exponents),
    words: wordsOf(largest(coefficients)),
  };
}

function totalDegrees(exponents: Exponents): { readonly lowest: number; readonly highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const monomial of exponents) {
    const degree = monomial.reduce((sum, exponent) => sum + exponent, 0);
    lowest = Math.min(lowest, degree);
    highest = Math.max(highest, degree);
  }
  return { lowest, highest };
}

/** What is homogeneous is 0 if it is 0 where its last variable is 1, so that one gets no other values where every sum is. */
function jobOf(operands: readonly Operand[], sums: Job['sums'], variables: number): Job {
  let degree = 0;
  let homogeneous = variables > 0;
  for (const products of sums) {
    const extent = { lowest: Number.POSITIVE_INFINITY, highest: 0 };
    for (const [i, j] of products) {
      const [one, other] = [operands[i] as Operand, operands[j] as Operand];
      extent.lowest = Math.min(extent.lowest, one.lowest + other.lowest);
      extent.highest = Math.max(extent.highest, one.highest + other.highest);
    }
    degree = Math.max(degree, extent.highest);
    if (extent.lowest < extent.highest) homogeneous = false;
  }
  return { operands, sums, degree, free: homogeneous ? variables - 1 : variables };
}

/** At most so many machine words are values longer than coefficients. */
function growth(degree: number): number {
  return 1 + Math.ceil((degree * Math.log2(1 + degree)) / 64);
}

/** Machine words of what is left of the operands when some of the variables have values, for both signs of a value. */
function roomOf({ operands, degree, free }: Job): number {
  let room = 0;
  for (const { highest, words } of operands) {
    for (let left = 0; left < free; left++) room += 2 * monomials(highest, left) * (words + growth(degree));
  }
  return room;
}

/** The sums at every point, and before them an entry of every operand for every choice of values for the variables so far. */
function stepsByValues({ operands, sums, degree, free }: Job): number {
  const longer = growth(degree);
  let steps = 0;
  for (const { highest, words } of operands) {
    for (let left = free; left > 0; left--) {
      const entries = monomials(highest, left) * monomials(degree, free - left + 1);
      steps += entries * (CALL + words + longer);
    }
  }
  const points = monomials(degree, free);
  for (const [one, other] of sums.flat()) {
    const [left, right] = [(operands[one] as Operand).words, (operands[other] as Operand).words];
    steps += bigProducts(points, left + longer, right + longer);
  }
  return steps;
}

function stepsByTerms({ operands, sums }: Job): number {
  return sums.flat().reduce((steps, [i, j]) => {
    const [one, other] = [operands[i] as Operand, operands[j] as Operand];
    return steps + bigProducts(one.terms * other.terms, one.words, other.words);
  }, 0);
}

/** How many monomials of at most this degree there are in so many variables: a binomial coefficient. */
function monomials(degree: number, variables: number): number {
  let count = 1;
  for (let k = 1; k <= variables; k++) count = (count * (degree + k)) / k;
  return count;
}
