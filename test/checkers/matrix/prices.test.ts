import { describe, expect, it, vi } from 'vitest';
import { Budget, CALL } from '../../../checkers/exact/budget.ts';
import { gcdSteps } from '../../../checkers/exact/integer.ts';
import { check as hermite } from '../../../checkers/matrix/hermite_normal_form/check.ts';
import { check as rank } from '../../../checkers/matrix/rank/check.ts';
import { check as smith } from '../../../checkers/matrix/smith_normal_form/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { integers, request } from '../support/request.ts';
import { identity, type Part, part } from './support/twin.ts';

/** What is paid for, in steps and in digits, in its order. */
function paid(ask: () => Answer): { readonly steps: readonly number[]; readonly digits: readonly number[] } {
  const spend = vi.spyOn(Budget.prototype, 'spend');
  const store = vi.spyOn(Budget.prototype, 'store');
  try {
    expect(ask()).toEqual({ verdict: 'ACCEPTED' });
    return {
      steps: spend.mock.calls.map(([steps]) => steps),
      digits: store.mock.calls.map(([digits]) => digits),
    };
  } finally {
    spend.mockRestore();
    store.mockRestore();
  }
}

const roles = (type: string, matrix: Part, form: object) => ({
  matrix: { type: 'matrix.integer@1', value: matrix },
  form: { type, value: form },
});

describe('a Hermite form is paid for', () => {
  it('by the words of each entry above a pivot, then by its products', () => {
    const H = part([
      [1n, 0n, 10n ** 19n],
      [0n, 1n, 10n ** 18n],
      [0n, 0n, 10n ** 20n],
    ]);
    const form = { H, U: part(identity(3)), U_inverse: part(identity(3)) };
    const { steps, digits } = paid(() =>
      hermite(request('matrix.hermite_normal_form@1', roles('matrix.hermite_form@1', H, form))),
    );
    const calls = CALL * 3 * 3 * (3 + 1);
    expect(steps).toEqual([
      // Above the second pivot, and above the third: 20 digits, and 19.
      ...[1 + CALL, 2 + CALL, 1 + CALL],
      // U · U_inverse; U · matrix, whose rows have four, three and four words.
      ...[3 * (3 + 3 + 3) + calls, 3 * (4 + 3 + 4) + calls],
    ]);
    expect(digits).toEqual([]);
  });
});

describe('a Smith form is paid for', () => {
  const one = part(identity(4));
  const of = (D: Part) =>
    paid(() => {
      const form = { D, U: one, V: one, U_inverse: one, V_inverse: one };
      return smith(request('matrix.smith_normal_form@1', roles('matrix.smith_form@1', D, form)));
    });
  const calls = CALL * 4 * 4 * (4 + 1);
  const diagonal = (...entries: readonly bigint[]) =>
    part(entries.map((entry, i) => entries.map((_, j) => (i === j ? entry : 0n))));

  it('by its chain of divisors, its products, and what is multiplied by D', () => {
    const { steps, digits } = of(diagonal(1n, 2n * 10n ** 18n, 6n * 10n ** 37n, 0n));
    expect(steps).toEqual([
      // One word and one, one word and two; 0 is divisible by whatever stands before.
      ...[1 * 1 + 1 ** 2 + CALL, 1 * 2 + 2 ** 2 + CALL],
      // The inverses; then the entries of V_inverse that are neither 0 nor multiplied by 0 or 1: of 20 and of 39 digits.
      ...[4 * 16 + calls, 4 * 16 + calls, 4 * 2 ** 2 + 4 * CALL, 4 * 3 ** 2 + 4 * CALL],
      // U · matrix, whose third row has five words.
      4 * (4 + 4 + 5 + 4) + calls,
    ]);
    expect(digits).toEqual([20, 39]);
  });
});

describe('a rank is paid for', () => {
  it('by the elimination of its minor, by the product, and by the elimination of the kernel', () => {
    const value = {
      rank: 1,
      minor: { rows: [0], columns: [0] },
      kernel: [
        ['-1/2', '1/2', '0'],
        ['0', '0', '1'],
      ],
    };
    const roles = {
      matrix: integers([[1, 1, 0]]),
      certificate: { type: 'matrix.rank_certificate@1', value },
    };
    /** An entry over a common denominator, and one in elimination, each of a word. */
    const entry = 3 * 1 ** 2 + 4 * CALL;
    const halves = [gcdSteps(1, 2) + 2 * 1 * 1, 1];
    const { steps, digits } = paid(() => rank(request('matrix.rank@1', roles)));
    expect(steps).toEqual([
      // Lowest terms of two fractions.
      ...[200, 200],
      // A row of integers costs a step, as if it had the denominator 1.
      ...[1, 1 * 1 * entry],
      // The matrix, both vectors, the product as it should be, over both denominators, and as it is.
      ...[1, ...halves, 1, entry, entry, entry],
      ...[1 + CALL, entry, 1 + CALL, 3 * 1 * 2 + CALL * 1 * 2 * (3 + 1)],
      // Two rows of three columns; what is left after the first.
      ...[...halves, 1, entry, entry, entry, 2 * 3 * entry, 1 * 2 * entry],
    ]);
    const vector = [1, 4 + 1, 3 + 1, 1 + 1];
    expect(digits).toEqual([...vector, 1 + 2, ...vector]);
  });
});
