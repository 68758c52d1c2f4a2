import { expect, it, vi } from 'vitest';
import { Budget, CALL } from '../../../checkers/exact/budget.ts';
import { check } from '../../../checkers/polynomial/gradient/check.ts';
import { request } from '../support/request.ts';
import { polynomial, variables, vector } from './support/documents.ts';

it('a gradient is paid for by reading and sorting its terms, then by each derivative', () => {
  const names = variables(3);
  const sevens = '7'.repeat(20);
  const roles = {
    polynomial: polynomial(names, [
      ['1', [2, 1, 0]],
      [sevens, [0, 3, 0]],
      ['7', [0, 0, 0]],
    ]),
    gradient: vector(names, [
      [['2', [1, 1, 0]]],
      [
        ['1', [2, 0, 0]],
        [`${3n * BigInt(sevens)}`, [0, 2, 0]],
      ],
      [],
    ]),
  };
  const spend = vi.spyOn(Budget.prototype, 'spend');
  try {
    expect(check(request('polynomial.gradient@1', roles))).toEqual({ verdict: 'ACCEPTED' });
    expect(spend.mock.calls.map(([steps]) => steps)).toEqual([
      // Three terms of three variables, sorted in three rounds; one; two in two rounds; none.
      ...[10 * 3 * (1 + 3), 5 * (1 + 3) * 3 * 3],
      ...[10 * 1 * (1 + 3), 5 * (1 + 3) * 1 * 1],
      ...[10 * 2 * (1 + 3), 5 * (1 + 3) * 2 * 2],
      // Each term by each variable.
      2 * 3 * 3,
      5 * CALL + 2 * 1 * 1 + 1 + 1,
      // The least monomial comes first: 21 digits against 20, of two words each.
      ...[5 * CALL + 2 * 2 * 2 + 21 + 20, 5 * CALL + 2 * 1 * 1 + 1 + 1],
    ]);
  } finally {
    spend.mockRestore();
  }
});
