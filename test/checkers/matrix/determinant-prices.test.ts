import { expect, it, vi } from 'vitest';
import { Budget, CALL } from '../../../checkers/exact/budget.ts';
import { gcdSteps } from '../../../checkers/exact/integer.ts';
import { check } from '../../../checkers/matrix/determinant/check.ts';
import { integers, rationals, request, type TypedMatrix } from '../support/request.ts';

/** The steps that are paid for, in their order. */
function paid(matrix: TypedMatrix, value: string): readonly number[] {
  const spend = vi.spyOn(Budget.prototype, 'spend');
  try {
    const determinant = { type: 'number.rational@1', value: { value } };
    expect(check(request('matrix.determinant@1', { matrix, determinant }))).toEqual({ verdict: 'ACCEPTED' });
    return spend.mock.calls.map(([steps]) => steps);
  } finally {
    spend.mockRestore();
  }
}

/** Steps of an entry of so many words over a common denominator, and of one entry in elimination. */
const entry = (words: number) => 3 * words ** 2 + 4 * CALL;

it('a determinant of integers is paid for by its elimination, and by what is compared', () => {
  const matrix = integers([
    [0, 2],
    [3, 5],
  ]);
  const number = 1 + 1 + 2 * CALL;
  // No row has a common denominator.
  expect(paid(matrix, '-6')).toEqual([number, 1, 1, 4 * entry(1), entry(1), 1 + 2 * 1 + 2 * CALL]);
});

it('a determinant of fractions is paid for by their denominators besides', () => {
  const sevens = '7'.repeat(20);
  const matrix = rationals([
    [`${sevens}/${10n ** 39n}`, 0, 0],
    [0, `3/${10n ** 19n}`, 0],
    [0, 0, 1],
  ]);
  expect(paid(matrix, `${3n * BigInt(sevens)}/${10n ** 58n}`)).toEqual([
    // Lowest terms, of two entries and of the claimed number, which is read then.
    ...[gcdSteps(20, 41), gcdSteps(1, 21), gcdSteps(21, 60), 2 ** 2 + 4 ** 2 + 2 * CALL],
    // The common denominator of each row.
    ...[gcdSteps(40, 41) + 2 * 3 * 3, 3 ** 2],
    ...[gcdSteps(20, 21) + 2 * 2 * 2, 2 ** 2],
    1,
    // Each entry of the first two rows over it.
    ...[entry(6), entry(3), entry(3)],
    ...[entry(2), entry(3), entry(2)],
    // Minors of 21, 42 and 63 digits.
    ...[9 * entry(2), 4 * entry(3), entry(4)],
    // The product of the two denominators that are not 1: of 40 digits, then of 20 more.
    ...[1 * 3 + CALL, 3 * 2 + CALL],
    // The product times the claimed numerator, the determinant times the claimed denominator.
    4 * 2 + (4 + 2) * 4 + 2 * CALL,
  ]);
});
