import { describe, expect, it, test } from 'vitest';
import { type Matrix, readMatrix } from '../../../checkers/documents/matrix.ts';
import { Budget, CALL } from '../../../checkers/exact/budget.ts';
import { check as gram } from '../../../checkers/matrix/gram/check.ts';
import { requireGram, requireProduct } from '../../../checkers/matrix/multiplication.ts';
import { check as product } from '../../../checkers/matrix/product/check.ts';
import { check as productReplay } from '../../../checkers/matrix/product_replay/check.ts';
import { check as transpose } from '../../../checkers/matrix/transpose/check.ts';
import type { Answer, CheckRequest } from '../../../checkers/protocol.ts';
import { document, integers, rationals, request, type TypedMatrix, where } from '../support/request.ts';
import { transposeOf } from '../support/twin.ts';

type Roles = Readonly<Record<string, TypedMatrix>>;

interface Checker {
  readonly id: string;
  readonly roles: readonly string[];
  /** Without sources. */
  readonly ask: (roles: Readonly<Record<string, TypedMatrix | string>>) => string;
  /** Each factor of a product that is replayed has its source. */
  readonly verdict: (roles: Roles) => string;
}

type Check = (request: CheckRequest) => Answer;

const asking = (check: Check, claim: string) => (roles: Readonly<Record<string, TypedMatrix | string>>) =>
  where(check(request(claim, roles)));

function plain(id: string, check: Check, roles: readonly string[]): Checker {
  const ask = asking(check, `${id}@1`);
  return { id, roles, ask, verdict: ask };
}

const PRODUCTS: readonly Checker[] = [
  plain('matrix.product', product, ['left', 'right', 'product']),
  {
    id: 'matrix.product_replay',
    roles: ['left', 'right', 'product'],
    ask: asking(productReplay, 'matrix.product@1'),
    verdict: ({ left = NONE, right = NONE, product = NONE }) => {
      const sources = { left: transposeOf(left), right: transposeOf(right) };
      return where(productReplay(request('matrix.product@1', { left, right, product }, sources)));
    },
  },
];
const GRAM = plain('matrix.gram', gram, ['matrix', 'gram']);
const TRANSPOSE = plain('matrix.transpose', transpose, ['matrix', 'transpose']);

const NONE = integers([]);
const IDENTITY = [
  [1, 0],
  [0, 1],
];

/** The same matrix in every role: true of the identity, in each claim. */
const everywhere = ({ roles }: Checker, matrix: TypedMatrix): Roles =>
  Object.fromEntries(roles.map((role) => [role, matrix]));

describe.each([...PRODUCTS, GRAM, TRANSPOSE])('$id', (checker) => {
  const [first] = checker.roles;
  const labelled = (labels: readonly unknown[]) => {
    const same = { row_labels: labels as string[], column_labels: labels as string[] };
    return checker.verdict(everywhere(checker, integers(IDENTITY, same)));
  };

  it('is rejected where a role holds no document, or a document no matrix', () => {
    for (const role of checker.roles) {
      for (const nothing of [null, true, 0, '', [], 'rows']) {
        const asked = (wrong: TypedMatrix | string) =>
          checker.ask({ ...everywhere(checker, integers([[1]])), [role]: wrong });
        expect(asked(JSON.stringify(nothing))).toBe(`REJECTED /roles/${role}`);
        expect(asked(document({ type: 'matrix.integer@1', value: nothing }))).toBe(
          `REJECTED /roles/${role}/value`,
        );
      }
    }
  });

  test.each([
    [['a', 'b']],
    [['a'.repeat(256), 'b']],
    [['😀'.repeat(256), 'b']],
    [['A', 'a']],
    [['é', 'e']],
    [['__proto__', ' ']],
  ])('is accepted with the labels %j on all axes', (labels) => {
    expect(labelled(labels)).toBe('ACCEPTED');
  });

  test.each([
    [['a', '']],
    [['a', 'b\u0000']],
    [['a', '\u0085']],
    [['a', '\ud800']],
    [['a', 'b'.repeat(257)]],
    [['a', '😀'.repeat(257)]],
    [['a', 1]],
    [['a', null]],
    [['a', 'a']],
    [['é', 'e\u0301']],
  ])('is rejected with the labels %j on all axes', (labels) => {
    expect(labelled(labels)).toBe(`REJECTED /roles/${first}/value/row_labels/1`);
  });

  test.each([
    ...['', ' 1', '1 ', '1\n', '+1', '01', '1.0', '0x1', '1n'],
    ...['1/1', '2/2', '3/-3', '-1/-1', '01/1', `${'7'.repeat(20)}/${'7'.repeat(20)}`, `${'7'.repeat(20)}/1`],
  ])('is rejected where 1 is written %j, in every role', (text) => {
    for (const role of checker.roles) {
      for (const one of [integers([[text]]), rationals([[text]])]) {
        expect(checker.verdict({ ...everywhere(checker, integers([[1]])), [role]: one })).toBe(
          `REJECTED /roles/${role}/value/entries/0/0`,
        );
      }
    }
  });
});

describe.each(PRODUCTS)('$id', ({ verdict }) => {
  it('is rejected where a row of the right factor is met by no column of the left one', () => {
    const right = integers([[1], [5]]);
    expect(verdict({ left: integers([[1]]), right, product: integers([[1]]) })).toBe(
      'REJECTED /roles/right/value/rows',
    );
  });

  it('is rejected where an integer matrix holds a fraction, though the product is right', () => {
    const [half, two, one] = [[['1/2']], [[2]], [[1]]];
    const roles = { left: rationals(half), right: integers(two), product: integers(one) };
    expect(verdict(roles)).toBe('ACCEPTED');
    expect(verdict({ ...roles, left: integers(half) })).toBe('REJECTED /roles/left/value/entries/0/0');
    const turned = { left: integers(two), right: integers(half), product: integers(one) };
    expect(verdict(turned)).toBe('REJECTED /roles/right/value/entries/0/0');
    const halves = { left: integers(one), right: rationals(half), product: integers(half) };
    expect(verdict(halves)).toBe('REJECTED /roles/product/value/entries/0/0');
  });

  it('is rejected where the denominator of a product does not divide those of its factors', () => {
    const roles = { left: rationals([['1/2']]), right: rationals([['1/3']]) };
    expect(verdict({ ...roles, product: rationals([['1/6']]) })).toBe('ACCEPTED');
    expect(verdict({ ...roles, product: rationals([['1/5']]) })).toBe(
      'REJECTED /roles/product/value/entries/0/0',
    );
  });
});

describe('matrix.product_replay', () => {
  const wide = integers([], {}, 2 ** 53 - 1);
  const verdict = (roles: Roles, sources: Roles) =>
    where(productReplay(request('matrix.product@1', roles, sources)));

  it('is decided at once where columns are only declared', () => {
    expect(verdict({ left: NONE, right: wide, product: wide }, { left: NONE })).toBe('ACCEPTED');
  });

  test.each<[string, TypedMatrix, TypedMatrix, TypedMatrix]>([
    ['rows', integers([[1], [2]]), integers([[1]]), integers([[1], [2]])],
    ['columns', integers([[1, 2]]), integers([[1], [1]]), integers([[3]])],
  ])('is rejected where a factor has more %s than its source holds', (dimension, left, right, product) => {
    const roles = { left, right, product };
    expect(verdict(roles, { left: transposeOf(left) })).toBe('ACCEPTED');
    expect(verdict(roles, { left: integers([[1]]) })).toBe(`REJECTED /roles/left/value/${dimension}`);
  });
});

describe('matrix.gram', () => {
  const { verdict } = GRAM;

  it('is rejected where an integer matrix holds a fraction, though the Gram matrix is right', () => {
    const halves = [['1/2'], ['1/2'], ['1/2'], ['1/2']];
    expect(verdict({ matrix: rationals(halves), gram: integers([[1]]) })).toBe('ACCEPTED');
    expect(verdict({ matrix: integers(halves), gram: integers([[1]]) })).toBe(
      'REJECTED /roles/matrix/value/entries/0/0',
    );
  });

  it('is rejected where its denominator does not divide the squares of the others', () => {
    expect(verdict({ matrix: rationals([['1/2']]), gram: rationals([['1/3']]) })).toBe(
      'REJECTED /roles/gram/value/entries/0/0',
    );
  });
});

describe('the work for 1 · 1 = 1', () => {
  const steps = (one: TypedMatrix, compare: (matrix: Matrix, budget: Budget) => void): number => {
    let spent = 0;
    class Counting extends Budget {
      override spend(more: number): void {
        spent += more;
      }
    }
    const budget = new Counting();
    compare(readMatrix(document(one), '/roles/matrix', budget), budget);
    return spent;
  };

  it('is a product of words and two calls for integers, and looks for denominators of rationals only', () => {
    for (const compare of [
      (matrix: Matrix, budget: Budget) => requireProduct(matrix, matrix, matrix, budget),
      (matrix: Matrix, budget: Budget) => requireGram(matrix, matrix, budget),
    ]) {
      expect(steps(integers([[1]]), compare)).toBe(1 + 2 * CALL);
      // Two vectors to be cleared, one entry to be multiplied with what they were multiplied with.
      expect(steps(rationals([[1]]), compare)).toBe(1 + 2 * CALL + 2 + (1 + CALL));
    }
  });
});
