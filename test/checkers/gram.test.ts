import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../checkers/matrix/gram/check.ts';
import { compareWithTwin } from './support/compare.ts';
import { anyMatrix, near } from './support/matrices.ts';
import { integers, rationals, request, type TypedMatrix, where } from './support/request.ts';
import { isGram, productOf, transposeOf } from './support/twin.ts';

function verdict(matrix: TypedMatrix, gram: TypedMatrix): string {
  return where(check(request('matrix.gram@1', { matrix, gram })));
}

const gramOf = (matrix: TypedMatrix) => productOf(transposeOf(matrix), matrix);

/** The incidence matrix of the paw graph: square, so that no shape betrays the wrong side. */
const D = integers([
  [-1, 1, 0, 0],
  [0, -1, 1, 0],
  [-1, 0, 1, 0],
  [0, 0, -1, 1],
]);

describe('a Gram matrix', () => {
  it('is accepted when the twin computes it', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        expect(verdict(matrix, gramOf(matrix))).toBe('ACCEPTED');
      }),
      { numRuns: 800 },
    );
  });

  it('has the verdict of the twin when it or the matrix is nearly right, or on the wrong side', () => {
    const cases = anyMatrix.chain((matrix) =>
      fc.oneof(
        near(gramOf(matrix)).map((gram) => [matrix, gram] as const),
        near(matrix).map((near) => [near, gramOf(matrix)] as const),
        fc.constant([matrix, productOf(matrix, transposeOf(matrix))] as const),
      ),
    );
    compareWithTwin('matrix.gram', { cases, numRuns: 2500 }, ([matrix, gram], agree) => {
      agree(verdict(matrix, gram), isGram(matrix, gram));
    });
  });

  it('is the one of the columns, not of the rows', () => {
    expect(verdict(D, gramOf(D))).toBe('ACCEPTED');
    expect(verdict(D, gramOf(transposeOf(D)))).toMatch(/^REJECTED \/roles\/gram\/value\/entries\//);
  });

  test.each([
    ['0 × 0', integers([]), integers([])],
    [
      'no rows: zeros',
      integers([], {}, 2),
      integers([
        [0, 0],
        [0, 0],
      ]),
    ],
    ['no columns', integers([[], []]), integers([])],
    ['rational', rationals([['1/2'], ['1/2']]), rationals([['1/2']])],
    ['an integer from rationals', rationals([['1/2'], ['1/2'], ['1/2'], ['1/2']]), integers([[1]])],
  ])('is accepted: %s', (_, matrix, gram) => {
    expect(verdict(matrix, gram)).toBe('ACCEPTED');
  });

  test.each([
    ['no rows, and not zeros', integers([], {}, 1), integers([[1]]), 'value/entries/0/0'],
    ['too many rows', integers([[1]]), integers([[1], [1]]), 'value/rows'],
    ['too many columns', integers([[1]]), integers([[1, 1]]), 'value/columns'],
    ['more columns than rows can be', integers([], {}, 2 ** 53 - 1), integers([]), 'value/rows'],
    ['labels on one side only', integers([[1]], { column_labels: ['a'] }), integers([[1]]), 'value'],
    [
      'row labels alone',
      integers([[1]], { column_labels: ['a'] }),
      integers([[1]], { row_labels: ['a'] }),
      'value',
    ],
    [
      'column labels alone',
      integers([[1]], { column_labels: ['a'] }),
      integers([[1]], { column_labels: ['a'] }),
      'value',
    ],
    [
      'labels of the rows',
      integers([[1]], { row_labels: ['a'] }),
      integers([[1]], { row_labels: ['a'], column_labels: ['a'] }),
      'value',
    ],
  ])('is rejected: %s', (_, matrix, gram, place) => {
    expect(verdict(matrix, gram)).toBe(`REJECTED /roles/gram/${place}`);
  });
});
