import { describe, expect, it, test } from 'vitest';
import { check as gram } from '../../../checkers/matrix/gram/check.ts';
import { check as product } from '../../../checkers/matrix/product/check.ts';
import { check as productReplay } from '../../../checkers/matrix/product_replay/check.ts';
import { integers, request, where } from '../support/request.ts';
import { type Integers, multiply } from './support/twin.ts';

/** What a checker is asked: whether left · right = product. Of a Gram matrix, left is the transpose of right. */
interface Statement {
  readonly left: Integers;
  readonly right: Integers;
  readonly product: Integers;
}

const CHECKERS: readonly (readonly [id: string, verdict: (statement: Statement) => string])[] = [
  [
    'matrix.product',
    ({ left, right, product: claimed }) =>
      where(product(request('matrix.product@1', roles(left, right, claimed)))),
  ],
  [
    'matrix.product_replay',
    ({ left, right, product: claimed }) => {
      const sources = { left: integers(transpose(left)), right: integers(transpose(right)) };
      return where(productReplay(request('matrix.product@1', roles(left, right, claimed), sources)));
    },
  ],
  [
    'matrix.gram',
    ({ right, product: claimed }) =>
      where(gram(request('matrix.gram@1', { matrix: integers(right), gram: integers(claimed) }))),
  ],
];

function roles(left: Integers, right: Integers, claimed: Integers) {
  return { left: integers(left), right: integers(right), product: integers(claimed) };
}

const transpose = (rows: Integers): Integers =>
  (rows[0] ?? []).map((_, j) => rows.map((row) => row[j] as bigint));

/** Numbers of up to so many digits and of both signs, the same on every run. */
function table(rows: number, columns: number, digits: number): Integers {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, j) => {
      const number = BigInt(i * 31 + j * 17 + i * j + 3) ** 97n % 10n ** BigInt(digits);
      return (i + 2 * j) % 3 === 0 ? -number : number;
    }),
  );
}

function trueStatement(id: string, right: Integers, rows: number, digits: number): Statement {
  const left = id === 'matrix.gram' ? transpose(right) : table(rows, right.length, digits);
  return { left, right, product: multiply(left, right) };
}

function changed(product: Integers, row: number, column: number, by: bigint): Integers {
  return product.map((entries, i) => entries.map((x, j) => (i === row && j === column ? x + by : x)));
}

/** The first modulus. */
const M = 2n ** 23n - 1n;

/** From 4,096 multiplications on a product is compared modulo numbers below 2^23. */
describe.each(CHECKERS)('%s of large matrices', (id, verdict) => {
  test.each([
    [16, 16, 16],
    [17, 18, 19],
    // Sums are reduced after every 256 terms.
    [4, 256, 4],
    [4, 257, 5],
    [3, 513, 7],
  ])('is accepted where it is true: %i × %i × %i', (rows, inner, columns) => {
    for (const digits of [1, 7, 8, 30]) {
      expect(verdict(trueStatement(id, table(inner, columns, digits), rows, digits))).toBe('ACCEPTED');
    }
  });

  const right = trueStatement(id, table(18, 19, 8), 17, 8);
  const last = right.product.length - 1;
  const wrong = (row: number, column: number, by: bigint) => {
    const answer = verdict({ ...right, product: changed(right.product, row, column, by) });
    const role = id === 'matrix.gram' ? 'gram' : 'product';
    expect([by, answer]).toEqual([by, `REJECTED /roles/${role}/value/entries/${row}/${column}`]);
  };

  it('is rejected where one entry is another, there', () => {
    for (const row of [0, last]) for (const column of [0, 1, 2, 3, 17, 18]) wrong(row, column, 1n);
  });

  it('is rejected for a difference that is a multiple of the first moduli', () => {
    for (const by of [10n ** 7n, -M, M * (M - 1n), M * (M - 1n) * (M - 2n), -(10n ** 40n)])
      wrong(last, 18, by);
    // Two of four numbers in a row are even, and not coprime.
    wrong(last, 18, (M * (M - 1n) * (M - 2n) * (M - 3n)) / 2n);
  });

  it('is compared modulo as many numbers as the largest difference takes', () => {
    const all = (value: bigint): Integers => Array.from({ length: 16 }, () => Array(16).fill(value));
    const claimed = (entry: bigint, product: bigint) =>
      verdict({ left: all(entry), right: all(entry), product: all(product) });
    expect(claimed(1n, 16n)).toBe('ACCEPTED');
    expect(claimed(1n, 16n - M)).toMatch(/^REJECTED/);
    expect(claimed(1000n, 16_000_000n)).toBe('ACCEPTED');
    expect(claimed(1000n, 16_000_000n - M)).toMatch(/^REJECTED/);
  });

  it('is decided where some numbers are long', () => {
    // Up to 448 characters are cut into chunks; the sums of 300 chunks would not be exact.
    for (const digits of [220, 224, 225, 440, 448, 449, 2100]) {
      const long = table(18, 19, 8).map((row) =>
        row.with(-1, (row[0] as bigint) * 10n ** BigInt(digits - 8)),
      );
      const statement = trueStatement(id, long, 17, 8);
      expect([digits, verdict(statement)]).toEqual([digits, 'ACCEPTED']);
      const product = changed(statement.product, last, 18, -1n);
      expect([digits, verdict({ ...statement, product })]).toEqual([
        digits,
        expect.stringContaining('REJECTED'),
      ]);
    }
  });
});
