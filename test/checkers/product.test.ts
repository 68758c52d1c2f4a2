import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../checkers/matrix/product/check.ts';
import { compareWithTwin } from './support/compare.ts';
import { anyMatrix, factors, near } from './support/matrices.ts';
import { integers, rationals, request, type TypedMatrix, where } from './support/request.ts';
import { isProduct, productOf } from './support/twin.ts';

function verdict(left: TypedMatrix, right: TypedMatrix, product: TypedMatrix): string {
  return where(check(request('matrix.product@1', { left, right, product })));
}

/** 1..n in a row-major n × m matrix: no two entries are equal. */
function counting(n: number, m: number, labels = {}): TypedMatrix {
  return integers(
    Array.from({ length: n }, (_, i) => Array.from({ length: m }, (__, j) => i * m + j + 1)),
    labels,
    m,
  );
}

describe('a product', () => {
  it('is accepted when the twin computes it', () => {
    fc.assert(
      fc.property(factors, ([left, right]) => {
        expect(verdict(left, right, productOf(left, right))).toBe('ACCEPTED');
      }),
      { numRuns: 800 },
    );
  });

  it('has the verdict of the twin when one of the three is nearly right', () => {
    const cases = factors.chain(([left, right]) => {
      const product = productOf(left, right);
      return fc.oneof(
        near(product).map((near) => [left, right, near] as const),
        near(left).map((near) => [near, right, product] as const),
        near(right).map((near) => [left, near, product] as const),
        fc.constant([right, left, product] as const),
      );
    });
    compareWithTwin('matrix.product', { cases, numRuns: 2500 }, ([left, right, product], agree) => {
      agree(verdict(left, right, product), isProduct(left, right, product));
    });
  });

  it('has the verdict of the twin for any three matrices', () => {
    fc.assert(
      fc.property(anyMatrix, anyMatrix, anyMatrix, (left, right, product) => {
        expect(verdict(left, right, product) === 'ACCEPTED').toBe(isProduct(left, right, product));
      }),
      { numRuns: 500 },
    );
  });

  test.each([2, 20, 60])('of %d rows and columns is refused when a change keeps their sums', (n) => {
    const left = counting(n, n);
    const product = productOf(left, left);
    expect(verdict(left, left, product)).toBe('ACCEPTED');
    const { entries } = product.value;
    const moved = entries.map((row, i) =>
      row.map((entry, j) => {
        const sign = i < 2 && j < 2 ? (i === j ? 1n : -1n) : 0n;
        return String(BigInt(entry) + sign);
      }),
    );
    const sums = (rows: readonly (readonly string[])[]) =>
      rows.map((row) => row.reduce((sum, e) => sum + BigInt(e), 0n));
    expect(sums(moved)).toEqual(sums(entries));
    const changed = { ...product, value: { ...product.value, entries: moved } };
    expect(verdict(left, left, changed)).toBe('REJECTED /roles/product/value/entries/0/0');
  });

  test.each([
    ['0 × 0', integers([]), integers([]), integers([])],
    ['no rows', integers([], {}, 2), counting(2, 3), integers([], {}, 3)],
    ['no columns', counting(2, 3), integers([[], [], []]), integers([[], []])],
    [
      'an empty inner dimension',
      integers([[], []]),
      integers([], {}, 3),
      integers([
        [0, 0, 0],
        [0, 0, 0],
      ]),
    ],
    ['1 × 1', integers([[-3]]), integers([[7]]), integers([[-21]])],
    ['integers from rationals', rationals([['1/2', '1/3']]), rationals([[4], [6]]), integers([[4]])],
    ['rationals from integers', integers([[1]]), rationals([['-2/3']]), rationals([['-2/3']])],
    [
      'more columns than could be walked through',
      integers([]),
      integers([], {}, Number.MAX_SAFE_INTEGER),
      integers([], {}, Number.MAX_SAFE_INTEGER),
    ],
  ])('is accepted: %s', (_, left, right, product) => {
    expect(verdict(left, right, product)).toBe('ACCEPTED');
  });

  test.each([
    [
      'an empty inner dimension, and not zeros',
      integers([[]]),
      integers([], {}, 1),
      integers([[1]]),
      'entries/0/0',
    ],
    ['another entry', counting(1, 1), integers([[1, 2]]), integers([[1, 3]]), 'entries/0/1'],
    [
      'a denominator that cannot be',
      rationals([['1/2']]),
      rationals([['1/3']]),
      rationals([['1/5']]),
      'entries/0/0',
    ],
    ['a fraction of integers', counting(1, 1), counting(1, 1), rationals([['1/2']]), 'entries/0/0'],
    ['too few rows', counting(2, 1), counting(1, 1), counting(1, 1), 'rows'],
    ['too many columns', counting(1, 1), counting(1, 1), integers([[1, 1]]), 'columns'],
  ])('is rejected: %s', (_, left, right, product, place) => {
    expect(verdict(left, right, product)).toBe(`REJECTED /roles/product/value/${place}`);
  });

  it('is rejected where the inner dimensions differ', () => {
    expect(verdict(counting(1, 2), counting(1, 1), counting(1, 1))).toBe('REJECTED /roles/right/value/rows');
  });

  test.each([
    ['left columns and right rows', { column_labels: ['a'] }, { row_labels: ['b'] }, {}, 'right'],
    ['left columns only', { column_labels: ['a'] }, {}, {}, 'right'],
    ['right rows only', {}, { row_labels: ['a'] }, {}, 'right'],
    ['left rows only', { row_labels: ['a'] }, {}, {}, 'product'],
    ['product rows only', {}, {}, { row_labels: ['a'] }, 'product'],
    ['right columns only', {}, { column_labels: ['a'] }, {}, 'product'],
    ['product columns only', {}, {}, { column_labels: ['a'] }, 'product'],
    // Equal after NFC, not code point by code point.
    ['another spelling', { row_labels: ['é'] }, {}, { row_labels: ['e\u0301'] }, 'product'],
  ])('is rejected for labels: %s', (_, left, right, product, role) => {
    const one = (labels: object) => counting(1, 1, labels);
    expect(verdict(one(left), one(right), one(product))).toBe(`REJECTED /roles/${role}/value`);
  });

  it('is rejected when the order of labels differs and the entries agree', () => {
    const labels = (...row_labels: string[]) => integers([[1], [1]], { row_labels });
    expect(verdict(labels('a', 'b'), integers([[1]]), labels('a', 'b'))).toBe('ACCEPTED');
    expect(verdict(labels('a', 'b'), integers([[1]]), labels('b', 'a'))).toBe(
      'REJECTED /roles/product/value',
    );
  });
});
