import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decide } from '../../../checkers/decide.ts';
import { Budget } from '../../../checkers/exact/budget.ts';
import { mergedBigSum, mergedSum } from '../../../checkers/exact/polynomial-merge.ts';
import { compareMonomials, Monomials } from '../../../checkers/exact/polynomial-monomials.ts';
import { sumOfProducts } from '../../../checkers/exact/polynomial-product.ts';
import {
  bigIntegers,
  doubles,
  type Terms as Packed,
  parseIntegers,
} from '../../../checkers/exact/polynomial-terms.ts';
import type { Term, Terms } from './support/documents.ts';
import { combination, sparse } from './support/twin.ts';

const LAST = 2 ** 53 - 1;

describe('packed monomials', () => {
  const exponents = (degrees: readonly number[]) =>
    fc.tuple(...degrees.map((degree) => fc.maxSafeNat().map((n) => n % (degree + 1))));
  const degree = fc.oneof(
    fc.nat(3),
    fc.constantFrom(2 ** 17, 2 ** 18, 2 ** 26, 2 ** 27 - 1, 2 ** 52, LAST - 1, LAST),
  );
  const cases = fc
    .array(degree, { maxLength: 8 })
    .chain((degrees) => fc.tuple(fc.constant(degrees), exponents(degrees), exponents(degrees)));

  it('have the lexicographic order of their exponents, and equal words only where these are equal', () => {
    fc.assert(
      fc.property(cases, ([degrees, one, other]) => {
        const monomials = new Monomials(degrees);
        const keys = monomials.pack([one, other]);
        expect(keys).toHaveLength(2 * monomials.words);
        expect(keys.every((word) => word >= 0 && word <= LAST)).toBe(true);
        const first = one.findIndex((exponent, v) => exponent !== other[v]);
        const order = first < 0 ? 0 : Math.sign((one[first] as number) - (other[first] as number));
        expect(Math.sign(compareMonomials(keys, 0, keys, 1, monomials.words))).toBe(order);
      }),
      { numRuns: 2000 },
    );
  });

  it('are numbers of mixed radix, the first variable most significant', () => {
    fc.assert(
      fc.property(cases, ([degrees, exponents]) => {
        const monomials = new Monomials(degrees);
        if (monomials.words > 1) return;
        const number = exponents.reduce(
          (sum, e, v) => sum * BigInt((degrees[v] as number) + 1) + BigInt(e),
          0n,
        );
        expect([...monomials.pack([exponents])].map(BigInt)).toEqual([number]);
      }),
      { numRuns: 1000 },
    );
    const odd = new Monomials([30_000, 30_002, 9_999_998]);
    expect(odd.words).toBe(1);
    expect([...odd.pack([[29_999, 30_001, 9_999_997]])]).toEqual([
      29_999 * 30_003 * 9_999_999 + 30_001 * 9_999_999 + 9_999_997,
    ]);
  });

  it('are multiplied by adding their words', () => {
    fc.assert(
      fc.property(cases, ([degrees, one, other]) => {
        const halves = [one, other].map((exponents) => exponents.map((exponent) => Math.floor(exponent / 2)));
        const [left = [], right = []] = halves;
        const product = left.map((exponent, v) => exponent + (right[v] as number));
        const monomials = new Monomials(degrees);
        const sum = monomials.pack([left]).map((word, k) => word + (monomials.pack([right])[k] as number));
        expect(sum).toEqual(monomials.pack([product]));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [[], 1, 1],
    [[0, 0, 0], 1, 1],
    [[LAST], 1, 2 ** 53],
    [[LAST, 0], 1, 2 ** 53],
    [[LAST, 1], 2, 2 ** 53],
    [[2 ** 26 - 1, 2 ** 26 - 1], 1, 2 ** 52],
    [[2 ** 27 - 1, 2 ** 26 - 1], 2, 2 ** 27],
    [Array<number>(52).fill(1), 1, 2 ** 52],
    [Array<number>(53).fill(1), 2, 2],
    [Array<number>(300).fill(1), 6, 2 ** 40],
  ])('of degrees %j take %i words', (degrees, words, size) => {
    expect(new Monomials(degrees)).toMatchObject({ words, size });
  });

  it('are refused from 2^53 on, rounded or not', () => {
    for (const degree of [2 ** 53, 2 ** 53 + 2, 2 ** 54 - 2]) {
      expect(decide(() => new Monomials([1, degree]))).toMatchObject({
        bound: 'exponents below 2^53 in every product',
      });
    }
  });
});

const MODES = {
  'a sum for every monomial': [12, 12],
  'in the order of monomials': [2 ** 20, 2 ** 20],
  'in two words': [2 ** 30, 2 ** 30],
} as const;

const integers = (bits: number) =>
  fc
    .bigInt({ min: -(2n ** BigInt(bits)), max: 2n ** BigInt(bits) })
    .filter((n) => n !== 0n)
    .map(String);

function integerTerms(bits: number, exponent: fc.Arbitrary<number>, variables: number): fc.Arbitrary<Terms> {
  const exponents = fc.array(exponent, { minLength: variables, maxLength: variables });
  return fc.uniqueArray(fc.tuple(integers(bits), exponents), { maxLength: 7, selector: ([, e]) => e.join() });
}

function pack(terms: Terms, monomials: Monomials): Packed {
  const ascending = terms.toSorted(([, one], [, other]) => {
    const v = one.findIndex((exponent, v) => exponent !== other[v]);
    return v < 0 ? 0 : (one[v] as number) - (other[v] as number);
  });
  const keys = monomials.pack(ascending.map(([, exponents]) => exponents));
  return { keys, coefficients: parseIntegers(ascending.map(([coefficient]) => coefficient)) };
}

function isSum(pairs: readonly (readonly [Terms, Terms])[], degrees: readonly number[]): boolean {
  const monomials = new Monomials(degrees);
  const found = sumOfProducts(
    pairs.map(([one, other]) => [pack(one, monomials), pack(other, monomials)]),
    monomials,
    new Budget(),
  );
  const sum = combination(
    pairs.map(([one]) => sparse(one)),
    pairs.map(([, other]) => sparse(other)),
  );
  const expected = [...sum].map(
    ([monomial, [a]]): Term => [`${a}`, monomial === '' ? [] : monomial.split(',').map(Number)],
  );
  const { keys, coefficients } = pack(expected, monomials);
  return String(found.keys) === String(keys) && String(found.coefficients) === String(coefficients);
}

describe.each(Object.entries(MODES))('a sum of products, %s', (_, degrees) => {
  test.each([3, 26, 50, 53, 64, 300])('with coefficients of %i bits', (bits) => {
    const pairs = fc.array(fc.tuple(integerTerms(bits, fc.nat(6), 2), integerTerms(bits, fc.nat(6), 2)), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(pairs, (pairs) => {
        expect(isSum(pairs, degrees)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test('that a double would round', () => {
    const square = (n: bigint): readonly [Terms, Terms] => [[[`${n}`, [1, 0]]], [[`${n}`, [0, 1]]]];
    const one: readonly [Terms, Terms] = [[['1', [1, 1]]], [['1', [0, 0]]]];
    for (const n of [
      94906264n,
      94906265n,
      94906266n,
      94906267n,
      2n ** 52n,
      2n ** 53n - 1n,
      2n ** 53n,
      2n ** 53n + 1n,
    ]) {
      expect(isSum([square(n)], degrees)).toBe(true);
      expect(isSum([square(n), one], degrees)).toBe(true);
      expect(isSum([one, square(n), one, [[['-1', [0, 0]]], [['1', [1, 1]]]]], degrees)).toBe(true);
      expect(
        isSum(
          [
            [
              [[`${n}`, [0, 0]]],
              [
                [`${-n}`, [1, 0]],
                ['1', [0, 0]],
              ],
            ],
          ],
          degrees,
        ),
      ).toBe(true);
    }
  });

  test('of nothing, and of zeros, is zero', () => {
    expect(isSum([], degrees)).toBe(true);
    expect(isSum([[[], []]], degrees)).toBe(true);
    expect(
      isSum(
        [
          [[['1', [0, 0]]], []],
          [[], [['1', [0, 0]]]],
        ],
        degrees,
      ),
    ).toBe(true);
  });
});

describe('a sum of products in as many words as variables', () => {
  test.each([3, 70])('with coefficients of %i bits', (bits) => {
    const exponent = fc.constantFrom(0, 1, 2, 3, 2 ** 51, 2 ** 52 - 2, 2 ** 52 - 1);
    const pairs = fc.array(fc.tuple(integerTerms(bits, exponent, 3), integerTerms(bits, exponent, 3)), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(pairs, (pairs) => {
        expect(isSum(pairs, [LAST, LAST, LAST])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a sum in the order of monomials that has no room left', () => {
  const monomials = new Monomials([9]);
  const terms = pack(
    [0, 1, 2].map((e): Term => ['1', [e]]),
    monomials,
  );
  const one = pack([['1', [0]]], monomials);
  const big = (operand: Packed) => ({ keys: operand.keys, coefficients: bigIntegers(operand.coefficients) });
  const small = (operand: Packed) => ({ keys: operand.keys, coefficients: doubles(operand.coefficients) });

  test.each([
    ['doubles', (most: number) => mergedSum([[small(one), small(terms)]], 1, most)],
    ['BigInts', (most: number) => mergedBigSum([[big(one), big(terms)]], 1, most)],
  ])('is undecided: %s', (_, sum) => {
    expect(sum(3).keys).toEqual(terms.keys);
    expect(decide(() => void sum(2))).toMatchObject({ bound: 'sums of products with at most 2 terms' });
  });
});
