import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imported, refused, valueIn } from './support.ts';
import { arrayText, coordinateText, type Matrix } from './writers.ts';

const matrix = (text: string) => valueIn('matrix-market', text) as Matrix;
const COORDINATE = '%%MatrixMarket matrix coordinate';
const ARRAY = '%%MatrixMarket matrix array';

describe('matrix-market', () => {
  test('coordinate: entries in any order, the others are zero', () => {
    const text = `${COORDINATE} real general
% rows columns entries

2 3 3
% 1 1 7
2 3 -1.5e+00
  1 1\t.25

1 2 0
`;
    expect(imported('matrix-market', text)).toEqual({
      type: 'matrix.rational@1',
      value: {
        rows: 2,
        columns: 3,
        entries: [
          ['1/4', '0', '0'],
          ['0', '0', '-3/2'],
        ],
      },
    });
    expect(matrix(text.replaceAll('\n', '\r\n').trimEnd())).toEqual(matrix(text));
  });

  test('array: column by column', () => {
    expect(imported('matrix-market', `${ARRAY} integer general\n%\n2 3\n1\n2\n3\n-4\n+05\n6\n`)).toEqual({
      type: 'matrix.integer@1',
      value: {
        rows: 2,
        columns: 3,
        entries: [
          ['1', '3', '5'],
          ['2', '-4', '6'],
        ],
      },
    });
  });

  test('the words of the first line in any case', () => {
    expect(matrix('%%MatrixMarket MATRIX Array Integer GENERAL\n1 1\n7\n').entries).toEqual([['7']]);
  });

  test('an integer may have 2^20 digits, and no more', () => {
    const text = (digits: number) => `${ARRAY} integer general\n1 1\n${'7'.repeat(digits)}\n`;
    expect(valueIn('matrix-market', text(2 ** 20), 65_536)).toBeDefined();
    expect(refused('matrix-market', text(2 ** 20 + 1), 65_536)).toBe(
      'line 3: a word has more than 1048576 characters',
    );
  });

  test('symmetric and skew-symmetric', () => {
    const symmetric = [
      ['1', '2'],
      ['2', '3'],
    ];
    const skew = [
      ['0', '-1/2'],
      ['1/2', '0'],
    ];
    expect(matrix(`${ARRAY} integer symmetric\n2 2\n1\n2\n3\n`).entries).toEqual(symmetric);
    expect(matrix(`${COORDINATE} integer symmetric\n2 2 3\n2 1 2\n2 2 3\n1 1 1\n`).entries).toEqual(
      symmetric,
    );
    expect(matrix(`${ARRAY} real skew-symmetric\n2 2\n.5\n`).entries).toEqual(skew);
    expect(matrix(`${COORDINATE} real skew-symmetric\n2 2 1\n2 1 .5\n`).entries).toEqual(skew);
    expect(matrix(`${COORDINATE} real skew-symmetric\n2 2 1\n2 1 -.5\n`).entries[0]).toEqual(['0', '1/2']);
    expect(matrix(`${COORDINATE} integer skew-symmetric\n2 2 1\n2 1 0\n`).entries[0]).toEqual(['0', '0']);
  });

  test.each([
    [`${ARRAY} integer general\n0 3\n`, 0, 3],
    [`${ARRAY} real general\n3 0\n`, 3, 0],
    [`${COORDINATE} real general\n0 0 0\n`, 0, 0],
    [`${COORDINATE} integer general\n0 9007199254740991 0\n`, 0, Number.MAX_SAFE_INTEGER],
    [`${ARRAY} integer skew-symmetric\n1 1\n`, 1, 1],
  ])('%j', (text, rows, columns) => expect(matrix(text)).toMatchObject({ rows, columns }));

  const real = `${COORDINATE} real general\n`;
  const integer = `${COORDINATE} integer general\n`;
  test.each([
    ['', 'line 1: the first line must begin with'],
    ['\n%%MatrixMarket matrix array real general\n', 'line 1: the first line must begin with'],
    ['%MatrixMarket matrix array real general\n', 'line 1: the first line must begin with'],
    ['%%matrixmarket matrix array real general\n', 'line 1: the first line must begin with'],
    ['%%MatrixMarket vector array real general\n', 'line 1: the first line must begin with'],
    ['%%MatrixMarket matrix sparse real general\n', 'line 1: the first line must say coordinate or array'],
    [`${COORDINATE} complex general\n1 1 1\n1 1 1 0\n`, 'line 1: the first line must say integer or real'],
    [`${COORDINATE} pattern general\n1 1 1\n1 1\n`, 'line 1: the first line must say integer or real'],
    [`${ARRAY} real hermitian\n1 1\n1\n`, 'line 1: the first line must say general or symmetric or'],
    [`${ARRAY} real\n1 1\n1\n`, 'line 1: the first line must say general'],
    [`${ARRAY} real general dense\n1 1\n1\n`, 'line 1: the line goes on'],
    [`${ARRAY} real general\n`, 'line 2: the line with the size'],
    [`${ARRAY} real general\n% 1 1\n`, 'line 3: the line with the size'],
    [`${real}1 1\n1 1 1\n`, 'line 2: a whole number'],
    [`${real}1 1 1 1\n1 1 1\n`, 'line 2: the line goes on'],
    [`${ARRAY} real general\n1 1 1\n1\n`, 'line 2: the line goes on'],
    [`${real}-1 1 1\n`, 'line 2: a count is negative'],
    [`${real}1.0 1 1\n`, 'line 2: a whole number'],
    [`${ARRAY} real symmetric\n1 2\n1\n`, 'line 2: a matrix that is symmetric has as many'],
    [`${real}2 2 2\n1 1 1\n`, 'line 2: there are fewer entries'],
    [`${real}2 2 1\n1 1 1\n\n%\n2 2 1\n`, 'line 6: there are more entries'],
    [`${ARRAY} real general\n2 1\n1\n`, 'line 2: there are fewer entries'],
    [`${ARRAY} real general\n2 1\n1\n2\n3\n`, 'line 5: there are more entries'],
    [`${ARRAY} real general\n2 1\n1 2\n`, 'line 3: the line goes on'],
    [`${real}2 2 2\n1 1 1\n1 1 1\n`, 'line 4: this entry stands in the file already'],
    [`${real}2 2 1\n0 1 1\n`, 'line 3: an index is outside'],
    [`${real}2 2 1\n1 3 1\n`, 'line 3: an index is outside'],
    [`${real}2 2 1\n1 -1 1\n`, 'line 3: an index is outside'],
    [`${real}2 2 1\n1 1\n`, 'line 3: a decimal number'],
    [`${real}2 2 1\n1 1 1 0\n`, 'line 3: the line goes on'],
    [`${real}2 2 1\n1 1 1/3\n`, 'line 3: a decimal number'],
    [`${real}2 2 1\n1 1 inf\n`, 'line 3: a decimal number'],
    [`${real}2 2 1\n1 1 NaN\n`, 'line 3: a decimal number'],
    [`${real}2 2 1\n1 1 1.5D+3\n`, 'line 3: a decimal number'],
    [`${real}2 2 1\n1 1 1e99999\n`, 'line 3: a number has more than'],
    [`${integer}2 2 1\n1 1 1.0\n`, 'line 3: a whole number'],
    [`${integer}2 2 1\n1 1 1e2\n`, 'line 3: a whole number'],
    [`${integer}2 2 1\n1 1 % 1\n`, 'line 3: a whole number'],
    [`${integer}2 2 1\n1 1 \xa0\n`, 'line 3: a byte is no printable'],
    [`${COORDINATE} real symmetric\n2 2 1\n1 2 1\n`, 'line 3: a symmetric matrix lists no entry above'],
    [
      `${COORDINATE} real skew-symmetric\n2 2 1\n1 2 1\n`,
      'line 3: a skew-symmetric matrix lists no entry above',
    ],
    [
      `${COORDINATE} real skew-symmetric\n2 2 1\n1 1 0\n`,
      'line 3: a skew-symmetric matrix lists no entry of',
    ],
    [`${COORDINATE} real symmetric\n2 2 2\n2 1 1\n2 1 1\n`, 'line 4: this entry stands in the file already'],
    [`${real}1000000 1000000 1\n1 1 1\n`, 'DOCUMENT_SIZE line 2: '],
    [`${real}9007199254740991 9007199254740991 0\n`, 'DOCUMENT_SIZE line 2: '],
    [`${real}100000000 0 0\n`, 'DOCUMENT_SIZE line 2: '],
  ])('%j is refused', (text, where) => {
    expect(refused('matrix-market', text)).toMatch(new RegExp(`^${where}`));
  });

  const any = (entry: fc.Arbitrary<string>) =>
    fc.tuple(fc.nat(6), fc.nat(6)).chain(([rows, columns]) => {
      const row = fc.array(entry, { minLength: columns, maxLength: columns });
      const entries = fc.array(row, { minLength: rows, maxLength: rows });
      return fc.record({ rows: fc.constant(rows), columns: fc.constant(columns), entries });
    });
  const integers = any(fc.oneof(fc.constant(0n), fc.bigInt()).map(String));
  const decimals = any(
    fc
      .tuple(fc.integer(), fc.integer({ min: 0, max: 12 }))
      .map(([digits, places]) => valueOfDecimal(digits, places)),
  );

  test.each([
    ['integer', integers],
    ['real', decimals],
  ] as const)('what is written comes back: %s', (field, matrices) => {
    fc.assert(
      fc.property(matrices, fc.integer({ min: 1, max: 50 }), (value, piece) => {
        for (const write of [coordinateText, arrayText]) {
          expect(valueIn('matrix-market', write(value, field), piece)).toEqual(value);
        }
      }),
    );
  });
});

/** digits / 10^places in lowest terms, by trial. */
function valueOfDecimal(digits: number, places: number): string {
  let [top, bottom] = [digits, 10 ** places];
  for (const prime of [2, 5]) {
    while (top % prime === 0 && bottom % prime === 0) [top, bottom] = [top / prime, bottom / prime];
  }
  return bottom === 1 ? String(top) : `${top}/${bottom}`;
}
