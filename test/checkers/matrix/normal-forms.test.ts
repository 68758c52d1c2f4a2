import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check as checkHermite } from '../../../checkers/matrix/hermite_normal_form/check.ts';
import { check as checkSmith } from '../../../checkers/matrix/smith_normal_form/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { compareWithTwin } from '../support/compare.ts';
import { request, where } from '../support/request.ts';
import { hermiteCase, near, smithCase } from './support/forms.ts';
import { type Hermite, identity, isHermite, isSmith, type Part, part, type Smith } from './support/twin.ts';

function smith(matrix: Part, form: object, labels: object = {}): Answer {
  const roles = {
    matrix: { type: 'matrix.integer@1', value: { ...matrix, ...labels } },
    form: { type: 'matrix.smith_form@1', value: form },
  };
  return checkSmith(request('matrix.smith_normal_form@1', roles));
}

function hermite(matrix: Part, form: object, labels: object = {}): Answer {
  const roles = {
    matrix: { type: 'matrix.integer@1', value: { ...matrix, ...labels } },
    form: { type: 'matrix.hermite_form@1', value: form },
  };
  return checkHermite(request('matrix.hermite_normal_form@1', roles));
}

/** [[2, 4], [6, 8]] with invariant factors 2 and 4. */
const A = part([
  [2n, 4n],
  [6n, 8n],
]);
const form: Smith = {
  D: part([
    [2n, 0n],
    [0n, 4n],
  ]),
  U: part([
    [1n, 0n],
    [3n, -1n],
  ]),
  V: part([
    [1n, -2n],
    [0n, 1n],
  ]),
  U_inverse: part([
    [1n, 0n],
    [3n, -1n],
  ]),
  V_inverse: part([
    [1n, 2n],
    [0n, 1n],
  ]),
};

describe('a Smith normal form', () => {
  it('is accepted when the matrix was made from it', () => {
    fc.assert(
      fc.property(smithCase, (made) => {
        expect(isSmith(made.matrix, made.form)).toBe(true);
        expect(where(smith(made.matrix, made.form))).toBe('ACCEPTED');
      }),
      { numRuns: 600 },
    );
  });

  it('has the verdict of the twin when something is nearly right', () => {
    const cases = smithCase.chain((made) => near<Smith>(made.matrix, made.form));
    compareWithTwin(
      'matrix.smith_normal_form',
      { cases, numRuns: 3000 },
      ({ matrix, form: candidate }, agree) => {
        agree(smith(matrix, candidate).verdict, isSmith(matrix, candidate));
      },
    );
  });

  test.each<[string, Part, object, object, string]>([
    ['the right one', A, form, {}, 'ACCEPTED'],
    [
      '0×0',
      part([]),
      { D: part([]), U: part([]), V: part([]), U_inverse: part([]), V_inverse: part([]) },
      {},
      'ACCEPTED',
    ],
    [
      'V with determinant 2',
      part([[1n]]),
      { D: part([[2n]]), U: part([[1n]]), V: part([[2n]]), U_inverse: part([[1n]]), V_inverse: part([[1n]]) },
      {},
      'REJECTED /roles/form/value/V/entries/0',
    ],
    ['U that is not square', A, { ...form, U: part([[1n, 0n]]) }, {}, 'REJECTED /roles/form/value/U'],
    ['V that is not square', A, { ...form, V: part([[1n], [0n]]) }, {}, 'REJECTED /roles/form/value/V'],
    [
      'a broken chain of divisors',
      part([
        [4n, 0n],
        [0n, 2n],
      ]),
      {
        D: part([
          [4n, 0n],
          [0n, 2n],
        ]),
        U: part(identity(2)),
        V: part(identity(2)),
        U_inverse: part(identity(2)),
        V_inverse: part(identity(2)),
      },
      {},
      'REJECTED /roles/form/value/D/entries/1/1',
    ],
    [
      'a zero before an entry',
      part([
        [0n, 0n],
        [0n, 2n],
      ]),
      {
        D: part([
          [0n, 0n],
          [0n, 2n],
        ]),
        U: part(identity(2)),
        V: part(identity(2)),
        U_inverse: part(identity(2)),
        V_inverse: part(identity(2)),
      },
      {},
      'REJECTED /roles/form/value/D/entries/1/1',
    ],
    [
      'a negative entry',
      part([[-1n]]),
      {
        D: part([[-1n]]),
        U: part([[1n]]),
        V: part([[1n]]),
        U_inverse: part([[1n]]),
        V_inverse: part([[1n]]),
      },
      {},
      'REJECTED /roles/form/value/D/entries/0/0',
    ],
    [
      'an entry off the diagonal',
      part([[1n, 1n]]),
      {
        D: part([[1n, 1n]]),
        U: part([[1n]]),
        V: part(identity(2)),
        U_inverse: part([[1n]]),
        V_inverse: part(identity(2)),
      },
      {},
      'REJECTED /roles/form/value/D/entries/0/1',
    ],
    [
      'D of another shape',
      A,
      {
        ...form,
        D: part([
          [2n, 0n, 0n],
          [0n, 4n, 0n],
        ]),
      },
      {},
      'REJECTED /roles/form/value/D',
    ],
    ['a labelled matrix', A, form, { row_labels: ['a', 'b'] }, 'REJECTED /roles/matrix/value/row_labels'],
    [
      'labelled columns',
      A,
      form,
      { column_labels: ['a', 'b'] },
      'REJECTED /roles/matrix/value/column_labels',
    ],
    ['a member too many', A, { ...form, rank: 2 }, {}, 'REJECTED /roles/form/value'],
    [
      'a form with labels',
      A,
      { ...form, D: { ...form.D, row_labels: ['a', 'b'] } },
      {},
      'REJECTED /roles/form/value/D',
    ],
    [
      'a truncated V_inverse',
      A,
      { ...form, V_inverse: { ...form.V_inverse, entries: [['1', '2']] } },
      {},
      'REJECTED /roles/form/value/V_inverse/entries',
    ],
    [
      'rationals',
      A,
      {
        ...form,
        D: {
          ...form.D,
          entries: [
            ['2', '0'],
            ['0', '8/2'],
          ],
        },
      },
      {},
      'REJECTED /roles/form/value/D/entries/1/1',
    ],
  ])('%s', (_, matrix, candidate, labels, expected) => {
    expect(where(smith(matrix, candidate, labels))).toBe(expected);
  });

  it('of a rational matrix is none', () => {
    const roles = {
      matrix: { type: 'matrix.rational@1', value: A },
      form: { type: 'matrix.smith_form@1', value: form },
    };
    expect(where(checkSmith(request('matrix.smith_normal_form@1', roles)))).toBe(
      'REJECTED /roles/matrix/type',
    );
  });

  it('with entries of a thousand digits is decided exactly', () => {
    const huge = 10n ** 1000n;
    const exact = {
      D: part([[huge]]),
      U: part([[1n]]),
      V: part([[-1n]]),
      U_inverse: part([[1n]]),
      V_inverse: part([[-1n]]),
    };
    expect(smith(part([[-huge]]), exact).verdict).toBe('ACCEPTED');
    expect(smith(part([[1n - huge]]), exact).verdict).toBe('REJECTED');
  });
});

describe('a Hermite normal form', () => {
  it('is accepted when the matrix was made from it', () => {
    fc.assert(
      fc.property(hermiteCase, (made) => {
        expect(isHermite(made.matrix, made.form)).toBe(true);
        expect(where(hermite(made.matrix, made.form))).toBe('ACCEPTED');
      }),
      { numRuns: 600 },
    );
  });

  it('has the verdict of the twin when something is nearly right', () => {
    const cases = hermiteCase.chain((made) => near<Hermite>(made.matrix, made.form));
    compareWithTwin(
      'matrix.hermite_normal_form',
      { cases, numRuns: 3000 },
      ({ matrix, form: candidate }, agree) => {
        agree(hermite(matrix, candidate).verdict, isHermite(matrix, candidate));
      },
    );
  });

  const plain = (H: bigint[][]): object => ({
    H: part(H),
    U: part(identity(H.length)),
    U_inverse: part(identity(H.length)),
  });
  test.each<[string, bigint[][], string]>([
    [
      'an entry above a pivot equal to it',
      [
        [1n, 3n],
        [0n, 3n],
      ],
      'REJECTED /roles/form/value/H/entries/0/1',
    ],
    [
      'an entry above a pivot that is negative',
      [
        [1n, -1n],
        [0n, 3n],
      ],
      'REJECTED /roles/form/value/H/entries/0/1',
    ],
    [
      'an entry above a pivot that is less',
      [
        [1n, 2n],
        [0n, 3n],
      ],
      'ACCEPTED',
    ],
    ['a negative pivot', [[-1n, 0n]], 'REJECTED /roles/form/value/H/entries/0/0'],
    [
      'a row of zeros above',
      [
        [0n, 0n],
        [0n, 1n],
      ],
      'REJECTED /roles/form/value/H/entries/0',
    ],
    [
      'a row of zeros between',
      [
        [1n, 0n],
        [0n, 0n],
        [0n, 1n],
      ],
      'REJECTED /roles/form/value/H/entries/1',
    ],
    [
      'rows of zeros last',
      [
        [0n, 1n],
        [0n, 0n],
        [0n, 0n],
      ],
      'ACCEPTED',
    ],
    [
      'pivots in one column',
      [
        [2n, 0n],
        [1n, 0n],
      ],
      'REJECTED /roles/form/value/H/entries/1/0',
    ],
    [
      'pivots that move left',
      [
        [0n, 1n],
        [1n, 0n],
      ],
      'REJECTED /roles/form/value/H/entries/1/0',
    ],
    [
      'a pivot of ten above one of nine',
      [
        [1n, 10n],
        [0n, 9n],
      ],
      'REJECTED /roles/form/value/H/entries/0/1',
    ],
    [
      'a negative entry above a pivot that is written as long',
      [
        [1n, -1n],
        [0n, 10n],
      ],
      'REJECTED /roles/form/value/H/entries/0/1',
    ],
    [
      'a negative entry above a pivot that is written longer',
      [
        [1n, -9n],
        [0n, 100n],
      ],
      'REJECTED /roles/form/value/H/entries/0/1',
    ],
    [
      'nine above a pivot of ten',
      [
        [1n, 9n],
        [0n, 10n],
      ],
      'ACCEPTED',
    ],
  ])('%s', (_, H, expected) => {
    expect(where(hermite(part(H), plain(H)))).toBe(expected);
  });

  it('has no labels', () => {
    const H = [[1n]];
    expect(where(hermite(part(H), plain(H), { column_labels: ['a'] }))).toBe(
      'REJECTED /roles/matrix/value/column_labels',
    );
  });

  it('by columns is not the one by rows', () => {
    expect(
      hermite(
        part([
          [2n, 0n],
          [1n, 1n],
        ]),
        plain([
          [2n, 0n],
          [1n, 1n],
        ]),
      ).verdict,
    ).toBe('REJECTED');
  });
});
