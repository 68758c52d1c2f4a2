import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../checkers/matrix/transpose/check.ts';
import { compareWithTwin } from './support/compare.ts';
import { anyMatrix, near } from './support/matrices.ts';
import { integers, rationals, request, type TypedMatrix, where } from './support/request.ts';
import { isTranspose, transposeOf } from './support/twin.ts';

function verdict(matrix: TypedMatrix, transpose: TypedMatrix): string {
  return where(check(request('matrix.transpose@1', { matrix, transpose })));
}

describe('a transpose', () => {
  it('is accepted when the twin computes it', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        expect(verdict(matrix, transposeOf(matrix))).toBe('ACCEPTED');
      }),
      { numRuns: 800 },
    );
  });

  it('has the verdict of the twin when it or the matrix is nearly right, or not transposed', () => {
    const cases = anyMatrix.chain((matrix) =>
      fc.oneof(
        near(transposeOf(matrix)).map((transpose) => [matrix, transpose] as const),
        near(matrix).map((near) => [near, transposeOf(matrix)] as const),
        fc.constant([matrix, matrix] as const),
      ),
    );
    compareWithTwin('matrix.transpose', { cases, numRuns: 2500 }, ([matrix, transpose], agree) => {
      agree(verdict(matrix, transpose), isTranspose(matrix, transpose));
    });
  });

  test.each([
    ['another type', integers([[1]]), rationals([[1]]), 'type'],
    ['another type, the other way', rationals([[1]]), integers([[1]]), 'type'],
    ['too few rows', integers([[1, 2]]), integers([[1]]), 'value/rows'],
    ['too many columns', integers([[1]]), integers([[1, 2]]), 'value/columns'],
    [
      'the same matrix',
      integers([
        [1, 2],
        [3, 4],
      ]),
      integers([
        [1, 2],
        [3, 4],
      ]),
      'value/entries/1/0',
    ],
    [
      'labels not swapped',
      integers([[1]], { row_labels: ['a'] }),
      integers([[1]], { row_labels: ['a'] }),
      'value',
    ],
    ['row labels dropped', integers([[1]], { row_labels: ['a'] }), integers([[1]]), 'value'],
    ['column labels dropped', integers([[1]], { column_labels: ['a'] }), integers([[1]]), 'value'],
    ['row labels added', integers([[1]]), integers([[1]], { row_labels: ['a'] }), 'value'],
    ['rows that no input holds', integers([], {}, 2 ** 53 - 1), integers([]), 'value/rows'],
  ])('is rejected: %s', (_, matrix, transpose, place) => {
    expect(verdict(matrix, transpose)).toBe(`REJECTED /roles/transpose/${place}`);
  });
});
