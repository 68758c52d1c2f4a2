import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check as checkDeterminant } from '../../../checkers/matrix/determinant/check.ts';
import { check as checkInfeasible } from '../../../checkers/matrix/linear_infeasible/check.ts';
import { check as checkSolution } from '../../../checkers/matrix/linear_solution/check.ts';
import { check as checkRank } from '../../../checkers/matrix/rank/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { axis, dimension, matrix } from '../support/matrices.ts';
import { integers, rationals, request, type Typed, type TypedMatrix, where } from '../support/request.ts';
import { text } from '../support/twin.ts';
import { determinant, dot, isRank, maps, type RankCertificate, rank } from './support/twin.ts';

const rational = fc.tuple(fc.bigInt(-6n, 6n), fc.bigInt(1n, 4n)).map(text);
const vectorOf = (length: number): fc.Arbitrary<string[]> =>
  fc.array(rational, { minLength: length, maxLength: length });

function vector(entries: readonly string[], labels?: readonly string[]): Typed {
  return { type: 'vector.rational@1', value: { length: entries.length, entries, ...(labels && { labels }) } };
}

const square = dimension.chain((size) => matrix(size, size, undefined, undefined));

describe('a determinant', () => {
  const verdict = (of: TypedMatrix, value: string): string =>
    where(
      checkDeterminant(
        request('matrix.determinant@1', {
          matrix: of,
          determinant: { type: 'number.rational@1', value: { value } },
        }),
      ),
    );

  it('is the one of the twin', () => {
    fc.assert(
      fc.property(square, (of) => {
        expect(verdict(of, determinant(of.value.entries))).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin for other numbers', () => {
    const change = fc.constantFrom(
      (right: string) => right,
      (right: string) => text(dot([right], ['-1'])),
      (right: string, by: string) => text(dot([right, by], ['1', '1'])),
    );
    const cases = fc.tuple(square, rational, change);
    compareWithTwin('matrix.determinant', { cases, numRuns: 2000 }, ([of, by, change], agree) => {
      const right = determinant(of.value.entries);
      const value = change(right, by);
      agree(verdict(of, value), value === right);
    });
  });

  test.each<[string, TypedMatrix, Typed, string]>([
    ['0×0 gives 1', integers([]), { type: 'number.integer@1', value: { value: '1' } }, 'ACCEPTED'],
    [
      '0×0 gives nothing else',
      integers([]),
      { type: 'number.integer@1', value: { value: '0' } },
      'REJECTED /roles/determinant/value/value',
    ],
    [
      'not square',
      integers([[1, 2]]),
      { type: 'number.integer@1', value: { value: '1' } },
      'REJECTED /roles/matrix/value',
    ],
    [
      'labels play no part',
      integers([[7]], { row_labels: ['a'] }),
      { type: 'number.integer@1', value: { value: '7' } },
      'ACCEPTED',
    ],
    [
      'a fraction as an integer',
      rationals([['1/2']]),
      { type: 'number.integer@1', value: { value: '1/2' } },
      'REJECTED /roles/determinant/value/value',
    ],
    [
      'not in lowest terms',
      rationals([['1/2']]),
      { type: 'number.rational@1', value: { value: '2/4' } },
      'REJECTED /roles/determinant/value/value',
    ],
    [
      'a minus zero',
      integers([[0]]),
      { type: 'number.integer@1', value: { value: '-0' } },
      'REJECTED /roles/determinant/value/value',
    ],
    [
      'another sign by an exchange of rows',
      integers([
        [0, 1],
        [1, 0],
      ]),
      { type: 'number.integer@1', value: { value: '1' } },
      'REJECTED /roles/determinant/value/value',
    ],
    [
      'three rows in a circle',
      integers([
        [0, 0, 1],
        [1, 0, 0],
        [0, 1, 0],
      ]),
      { type: 'number.integer@1', value: { value: '1' } },
      'ACCEPTED',
    ],
  ])('%s', (_, of, number, expected) => {
    expect(
      where(checkDeterminant(request('matrix.determinant@1', { matrix: of, determinant: number }))),
    ).toBe(expected);
  });
});

describe('a rank', () => {
  const verdict = (of: TypedMatrix, certificate: RankCertificate): string =>
    where(
      checkRank(
        request('matrix.rank@1', {
          matrix: of,
          certificate: { type: 'matrix.rank_certificate@1', value: certificate },
        }),
      ),
    );

  /** A certificate by search: the first minor that is not zero, and a kernel from solving for each free column. */
  function certify({ value }: TypedMatrix): RankCertificate {
    const size = rank(value.entries, value.columns);
    const rows = subsets(value.rows, size);
    const columns = subsets(value.columns, size);
    const minor = rows
      .flatMap((r) => columns.map((c) => ({ rows: r, columns: c })))
      .find(
        (m) => determinant(m.rows.map((i) => m.columns.map((j) => value.entries[i]?.[j] as string))) !== '0',
      );
    if (minor === undefined) throw new Error('a matrix has a minor of its rank');
    const free = Array.from({ length: value.columns }, (_, j) => j).filter((j) => !minor.columns.includes(j));
    return { rank: size, minor, kernel: free.map((j) => cramer(value.entries, minor, j, value.columns)) };
  }

  function cramer(
    entries: readonly (readonly string[])[],
    minor: RankCertificate['minor'],
    free: number,
    columns: number,
  ): string[] {
    const submatrix = (replaced: number): string =>
      determinant(
        minor.rows.map((i) => minor.columns.map((j) => entries[i]?.[j === replaced ? free : j] as string)),
      );
    const whole = submatrix(-1);
    return Array.from({ length: columns }, (_, j) => {
      if (j === free) return '1';
      if (!minor.columns.includes(j)) return '0';
      const [a, b] = dot([submatrix(j)], ['-1']);
      const [c, d] = dot([whole], ['1']);
      return text(c < 0n ? [-a * d, b * -c] : [a * d, b * c]);
    });
  }

  function subsets(length: number, size: number): number[][] {
    if (size === 0) return [[]];
    return Array.from({ length }, (_, last) => last).flatMap((last) =>
      subsets(last, size - 1).map((subset) => [...subset, last]),
    );
  }

  const any = fc
    .tuple(dimension, dimension)
    .chain(([rows, columns]) => matrix(rows, columns, undefined, undefined));
  const dependent = fc
    .tuple(any, fc.array(fc.bigInt(-2n, 2n), { minLength: 4, maxLength: 4 }))
    .map(([of, factors]) => {
      const [first = []] = of.value.entries;
      const entries = of.value.entries.map((_, i) =>
        first.map((entry) => text(dot([entry], [String(factors[i])]))),
      );
      return { ...of, value: { ...of.value, entries } };
    });

  it('with a found certificate is accepted', () => {
    fc.assert(
      fc.property(fc.oneof(any, dependent), (of) => {
        expect(verdict(of, certify(of))).toBe('ACCEPTED');
      }),
      { numRuns: 500 },
    );
  });

  it('has the verdict of the twin when the certificate is nearly right', () => {
    const cases = fc.tuple(fc.oneof(any, dependent), fc.integer({ min: 0, max: 8 }), fc.nat(), rational);
    compareWithTwin('matrix.rank', { cases, numRuns: 2000 }, ([of, change, at, by], agree) => {
      const right = certify(of);
      const certificate = [
        right,
        { ...right, rank: right.rank + 1 },
        { ...right, rank: Math.max(0, right.rank - 1) },
        {
          ...right,
          minor: {
            ...right.minor,
            rows: right.minor.rows.map((row) => (row + 1) % Math.max(1, of.value.rows)),
          },
        },
        { ...right, minor: { ...right.minor, columns: right.minor.columns.map(() => 0) } },
        { ...right, kernel: right.kernel.slice(1) },
        { ...right, kernel: right.kernel.map(() => right.kernel[0] as string[]) },
        {
          ...right,
          kernel: right.kernel.map((row, i) =>
            row.map((entry, j) =>
              i === 0 && j === at % Math.max(1, row.length) ? text(dot([entry, by], ['1', '1'])) : entry,
            ),
          ),
        },
        { ...right, kernel: right.kernel.map((row) => row.map(() => '0')) },
      ][change] as RankCertificate;
      agree(verdict(of, certificate), isRank(of.value, certificate));
    });
  });

  const zero = integers([[0, 0]]);
  test.each<[string, TypedMatrix, RankCertificate, string]>([
    [
      'rank 0 by the empty minor',
      zero,
      {
        rank: 0,
        minor: { rows: [], columns: [] },
        kernel: [
          ['1', '0'],
          ['0', '1/2'],
        ],
      },
      'ACCEPTED',
    ],
    [
      'an empty minor for rank 1',
      integers([[1, 0]]),
      { rank: 1, minor: { rows: [], columns: [] }, kernel: [['0', '1']] },
      'REJECTED /roles/certificate/value/minor/rows',
    ],
    [
      'a row twice in the minor',
      integers([
        [1, 0],
        [0, 1],
      ]),
      { rank: 2, minor: { rows: [0, 0], columns: [0, 1] }, kernel: [] },
      'REJECTED /roles/certificate/value/minor/rows',
    ],
    [
      'an index outside',
      integers([[1]]),
      { rank: 1, minor: { rows: [0], columns: [1] }, kernel: [] },
      'REJECTED /roles/certificate/value/minor/columns',
    ],
    [
      'an overclaimed rank',
      zero,
      { rank: 1, minor: { rows: [0], columns: [0] }, kernel: [['1', '0']] },
      'REJECTED /roles/certificate/value/minor',
    ],
    [
      'kernel vectors that depend',
      zero,
      {
        rank: 0,
        minor: { rows: [], columns: [] },
        kernel: [
          ['1', '1'],
          ['2', '2'],
        ],
      },
      'REJECTED /roles/certificate/value/kernel',
    ],
    [
      'a kernel vector too short',
      zero,
      { rank: 0, minor: { rows: [], columns: [] }, kernel: [['1', '0'], ['1']] },
      'REJECTED /roles/certificate/value/kernel/1',
    ],
    [
      'labelled columns',
      integers([[0]], { column_labels: ['a'] }),
      { rank: 0, minor: { rows: [], columns: [] }, kernel: [['1']] },
      'REJECTED /roles/matrix/value/column_labels',
    ],
    [
      'no rows and many columns',
      integers([], {}, 2 ** 53 - 1),
      { rank: 0, minor: { rows: [], columns: [] }, kernel: [] },
      'REJECTED /roles/certificate/value/kernel',
    ],
  ])('%s', (_, of, certificate, expected) => {
    expect(verdict(of, certificate)).toBe(expected);
  });
});

describe('linear equations', () => {
  const system = fc
    .tuple(dimension, dimension)
    .chain(([rows, columns]) => fc.tuple(fc.constant(rows), fc.constant(columns), axis(rows), axis(columns)))
    .chain(([rows, columns, rowLabels, columnLabels]) =>
      fc.record({
        of: matrix(rows, columns, rowLabels, columnLabels),
        solution: vectorOf(columns),
        witness: vectorOf(rows),
        change: fc.record({ at: fc.nat(), by: rational }),
      }),
    );
  const changed = (entries: readonly string[], { at, by }: { at: number; by: string }): string[] =>
    entries.map((entry, index) =>
      index === at % entries.length ? text(dot([entry, by], ['1', '1'])) : entry,
    );

  it('have the solutions of the twin', () => {
    const cases = fc.tuple(system, fc.boolean());
    compareWithTwin(
      'matrix.linear_solution',
      { cases, numRuns: 2000 },
      ([{ of, solution, change }, right], agree) => {
        const product = of.value.entries.map((row) => text(dot(row, solution)));
        const rightHandSide = right ? product : changed(product, change);
        const answer = checkSolution(
          request('matrix.linear_solution@1', {
            matrix: of,
            right_hand_side: vector(rightHandSide, of.value.row_labels),
            solution: vector(solution, of.value.column_labels),
          }),
        );
        agree(answer.verdict, maps(of.value, solution, rightHandSide));
      },
    );
  });

  it('are contradicted by the witnesses of the twin', () => {
    const cases = fc.tuple(system, vectorOf(4), fc.boolean());
    compareWithTwin(
      'matrix.linear_infeasible',
      { cases, numRuns: 2000 },
      ([{ of, witness }, right, kill], agree) => {
        const { entries, columns } = of.value;
        const used = kill ? entries.map(() => entries[0] as string[]) : entries;
        const combination = kill
          ? witness.map((entry, i) =>
              i === 0
                ? text(
                    dot(
                      witness.slice(1),
                      witness.slice(1).map(() => '-1'),
                    ),
                  )
                : entry,
            )
          : witness;
        const rightHandSide = right.slice(0, entries.length);
        const answer = checkInfeasible(
          request('matrix.linear_infeasible@1', {
            matrix: { ...of, value: { ...of.value, entries: used } },
            right_hand_side: vector(rightHandSide, of.value.row_labels),
            witness: vector(combination, of.value.row_labels),
          }),
        );
        const cancels = Array.from({ length: columns }, (_, j) =>
          dot(
            combination,
            used.map((row) => row[j] as string),
          ),
        ).every(([a]) => a === 0n);
        agree(answer.verdict, cancels && dot(combination, rightHandSide)[0] !== 0n);
      },
    );
  });

  const A = integers(
    [
      [1, 2],
      [2, 4],
    ],
    { row_labels: ['r', 's'], column_labels: ['x', 'y'] },
  );
  test.each<[string, Record<string, Typed>, string]>([
    [
      'a solution under its labels',
      { right_hand_side: vector(['3', '6'], ['r', 's']), solution: vector(['1', '1'], ['x', 'y']) },
      'ACCEPTED',
    ],
    [
      'labels on one side only',
      { right_hand_side: vector(['3', '6']), solution: vector(['1', '1'], ['x', 'y']) },
      'REJECTED /roles/right_hand_side/value',
    ],
    [
      'labels in another order',
      { right_hand_side: vector(['3', '6'], ['r', 's']), solution: vector(['1', '1'], ['y', 'x']) },
      'REJECTED /roles/solution/value',
    ],
    [
      'a component too many',
      { right_hand_side: vector(['3', '6'], ['r', 's']), solution: vector(['1', '1', '0']) },
      'REJECTED /roles/solution/value/length',
    ],
    [
      'off by 10^-40',
      {
        right_hand_side: vector(['3', '6'], ['r', 's']),
        solution: vector(['1', `${10n ** 40n + 1n}/${10n ** 40n}`], ['x', 'y']),
      },
      'REJECTED /roles/right_hand_side/value/entries/0',
    ],
    [
      'half of one where everything is whole',
      { right_hand_side: vector(['3', '13/2'], ['r', 's']), solution: vector(['1', '1'], ['x', 'y']) },
      'REJECTED /roles/right_hand_side/value/entries/1',
    ],
  ])('%s', (_, roles, expected) => {
    expect(where(checkSolution(request('matrix.linear_solution@1', { matrix: A, ...roles })))).toBe(expected);
  });

  test('name the axis that a vector does not fit', () => {
    const reason = (roles: Record<string, Typed>): unknown =>
      checkSolution(request('matrix.linear_solution@1', { matrix: A, ...roles }));
    const [right, solution] = [vector(['3', '6'], ['r', 's']), vector(['1', '1'], ['x', 'y'])];
    expect(reason({ right_hand_side: vector(['3']), solution })).toMatchObject({
      reason: 'the vector has not one component for each row',
    });
    expect(reason({ right_hand_side: right, solution: vector(['3']) })).toMatchObject({
      reason: 'the vector has not one component for each column',
    });
    expect(reason({ right_hand_side: right, solution: vector(['1', '1']) })).toMatchObject({
      reason: 'the labels are not the column labels of the matrix',
    });
  });

  test.each<[string, TypedMatrix, string[], string[], string]>([
    [
      'a contradiction',
      integers([
        [1, 2],
        [2, 4],
      ]),
      ['1', '3'],
      ['-2', '1'],
      'ACCEPTED',
    ],
    [
      'yᵀb = 0',
      integers([
        [1, 2],
        [2, 4],
      ]),
      ['1', '2'],
      ['-2', '1'],
      'REJECTED /roles/witness/value/entries',
    ],
    [
      'y = 0',
      integers([
        [1, 2],
        [2, 4],
      ]),
      ['1', '3'],
      ['0', '0'],
      'REJECTED /roles/witness/value/entries',
    ],
    [
      'a column that stays',
      integers([
        [1, 2],
        [2, 5],
      ]),
      ['1', '3'],
      ['-2', '1'],
      'REJECTED /roles/matrix/value/entries/0/1',
    ],
    ['no rows', integers([], {}, 2 ** 53 - 1), [], [], 'REJECTED /roles/witness/value/entries'],
    ['no columns', integers([[], []], {}, 0), ['0', '1'], ['0', '1'], 'ACCEPTED'],
  ])('%s', (_, of, right, witness, expected) => {
    expect(
      where(
        checkInfeasible(
          request('matrix.linear_infeasible@1', {
            matrix: of,
            right_hand_side: vector(right),
            witness: vector(witness),
          }),
        ),
      ),
    ).toBe(expected);
  });
});
