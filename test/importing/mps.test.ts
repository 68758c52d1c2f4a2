import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused, valueIn } from './support.ts';
import { decimalOf, fixedLine, freeLine, type LinearProgram, mpsText } from './writers.ts';

/** In the manner of the files of netlib: fixed, two entries a line, points without digits on one side. */
const AFIRO_LIKE = `NAME          AFIROLIKE
* 1 row of each type
ROWS
 E  R09
 L  X51
 G  R10
 N  COST
COLUMNS
    X01       X51               301.   R09                -1.
    X01       R10              -1.06
    X02       R09                 1.   COST               -.4
    X03       R09                +1.   R10          2.386E+00
RHS
    B         X51               310.   R10               -44.
BOUNDS
 UP BND       X02                80.
 FR BND       X03
ENDATA
`;

const AFIRO_VALUE: LinearProgram = {
  sense: 'min',
  columns: [
    { name: 'X01', objective: '0', lower: '0', upper: null },
    { name: 'X02', objective: '-2/5', lower: '0', upper: '80' },
    { name: 'X03', objective: '0', lower: null, upper: null },
  ],
  rows: [
    {
      name: 'R09',
      type: 'E',
      rhs: '0',
      coefficients: [
        ['X01', '-1'],
        ['X02', '1'],
        ['X03', '1'],
      ],
    },
    { name: 'X51', type: 'L', rhs: '310', coefficients: [['X01', '301']] },
    {
      name: 'R10',
      type: 'G',
      rhs: '-44',
      coefficients: [
        ['X01', '-53/50'],
        ['X03', '1193/500'],
      ],
    },
  ],
};

const program = (text: string, format = 'mps') => valueIn(format, text) as LinearProgram;

/** A program of one column X (objective 1) and one row R (X ≤ 4), with these sections behind COLUMNS. */
const small = (behind: string) => `NAME S\nROWS\n N C\n L R\nCOLUMNS\n X C 1 R 1\n${behind}ENDATA\n`;
const bounded = (...lines: string[]) => small(`BOUNDS\n${lines.map((line) => ` ${line}\n`).join('')}`);

describe('mps', () => {
  test('a file in the manner of netlib, as mps and as fixed and free', () => {
    for (const format of ['mps', 'mps-fixed', 'mps-free']) {
      expect(program(AFIRO_LIKE, format)).toEqual(AFIRO_VALUE);
      expect(program(AFIRO_LIKE.replaceAll('\n', '\r\n').trimEnd(), format)).toEqual(AFIRO_VALUE);
    }
  });

  test('bare necessities: no NAME, RHS or BOUNDS', () => {
    expect(program('ROWS\n N C\nCOLUMNS\nENDATA\n')).toEqual({ sense: 'min', columns: [], rows: [] });
  });

  test.each([
    ['OBJSENSE\n MAX\n', 'max'],
    ['OBJSENSE\n    MAXIMIZE\n', 'max'],
    ['OBJSENSE MAX\n', 'max'],
    ['OBJSENSE\n MIN\n', 'min'],
    ['OBJSENSE MINIMIZE\n', 'min'],
    ['', 'min'],
  ])('%j is %s', (section, sense) => {
    expect(program(`NAME\n${section}ROWS\n N C\nCOLUMNS\nENDATA\n`).sense).toBe(sense);
  });

  test.each<[lines: string[], lower: string | null, upper: string | null]>([
    [[], '0', null],
    [['UP B X 7.5'], '0', '15/2'],
    [['UP B X 0'], '0', '0'],
    [['LO B X -3'], '-3', null],
    [['LO B X -3', 'UP B X -1'], '-3', '-1'],
    [['UP B X -1', 'LO B X -3'], '-3', '-1'],
    [['MI B X', 'UP B X -1'], null, '-1'],
    [['UP B X -1', 'MI B X'], null, '-1'],
    [['MI B X'], null, null],
    [['PL B X'], '0', null],
    [['FR B X'], null, null],
    [['FX B X -2'], '-2', '-2'],
    [['FR B X 1e+30'], null, null],
    [['MI B X -1e+30', 'UP B X 4'], null, '4'],
    [['PL B X 100000000000000000000'], '0', null],
    [['LO B X 5', 'UP B X 1'], '5', '1'],
    [['UP X 7'], '0', '7'],
    [['MI X', 'UP X -7'], null, '-7'],
    [['UP B X 99999999999999999999'], '0', '99999999999999999999'],
  ])('bounds %j', (lines, lower, upper) => {
    const [column] = program(lines.length === 0 ? small('') : bounded(...lines)).columns;
    expect(column).toEqual({ name: 'X', objective: '1', lower, upper });
  });

  test.each([
    ['RHS\n B R 4\n', '4'],
    ['RHS\n R 4\n', '4'],
    ['RHS\n R -.25\n', '-1/4'],
    ['RHS\n B C 0 R 4\n', '4'],
    ['RHS\n C 0 R 4\n', '4'],
    ['RHS\n', '0'],
    ['', '0'],
  ])('right-hand side %j', (section, rhs) => {
    expect(program(small(section)).rows[0]?.rhs).toBe(rhs);
  });

  test('names and lines may be as long as they may be', () => {
    const name = 'N'.repeat(256);
    const text = small('').replaceAll('R', name).replace(`${name}OWS`, 'ROWS');
    expect(program(text).rows[0]?.name).toBe(name);
    const padded = ` X C 1 R${' '.repeat(65_536 - ' X C 1 R1'.length)}1\n`;
    expect(program(small('').replace(' X C 1 R 1\n', padded)).rows[0]?.coefficients).toEqual([['X', '1']]);
    expect(refused('mps', small('').replace(' X C 1 R 1\n', padded.replace('R ', 'R  ')))).toMatch(
      /^line 6: a line/,
    );
  });

  test('comments and empty lines anywhere, of any length and any bytes', () => {
    const comment = `* ENDATA \xe9\x00${'x'.repeat(200_000)}\n\n  \n`;
    const text = small(' RHS\n'.trimStart());
    expect(valueIn('mps', text.replaceAll('\n', `\n${comment}`), 65_536)).toEqual(valueIn('mps', text));
  });

  test.each([
    ['', 'line 1: the file ends without ENDATA'],
    [AFIRO_LIKE.replace('ENDATA\n', ''), 'line 18: the file ends without ENDATA'],
    [`${AFIRO_LIKE}NAME\n`, 'line 19: something follows ENDATA'],
    [' X C 1\n', 'line 1: a line with data stands before'],
    ['NAME\n X C 1\n', 'line 2: a line with data stands before'],
    ['NAME\nCOLUMNS\n', 'line 2: this section is unknown, or not where'],
    ['NAME\nROWS\n N C\nRHS\n', 'line 4: this section'],
    ['NAME\nROWS\n N C\nCOLUMNS\nBOUNDS\nRHS\nENDATA\n', 'line 6: this section'],
    ['NAME\nROWS\n N C\nROWS\n', 'line 4: this section'],
    ['NAME\nNAME\n', 'line 2: this section'],
    ['name\nrows\n', 'line 1: this section'],
    ['NAME\nROWS\n N C\nCOLUMNS\nSOS\nENDATA\n', 'line 5: this section'],
    ['NAME\nROWS\n N C\nCOLUMNS\nQUADOBJ\nENDATA\n', 'line 5: this section'],
    ['NAME\nROWS\n N C\nCOLUMNS\nRHS\nRANGES\nENDATA\n', 'line 6: ranges are not read'],
    ['NAME\nROWS here\n', 'line 2: the line goes on'],
    ['NAME\nOBJSENSE\nROWS\n', 'line 3: the section before says no sense'],
    ['NAME\nOBJSENSE\n LOW\n', 'line 3: the sense of the objective is MAX or MIN'],
    ['NAME\nOBJSENSE MAX MIN\n', 'line 2: the line goes on'],
    ['NAME\nOBJSENSE\n MAX\n MAX\n', 'line 4: the sense of the objective is said twice'],
    ['NAME\nROWS\n L R\nCOLUMNS\nENDATA\n', 'line 5: there is no row of type N'],
    ['NAME\nROWS\n N C\n N D\n', 'line 4: there is a second row of type N'],
    ['NAME\nROWS\n N C\n L C\n', 'line 4: two rows have this name'],
    ['NAME\nROWS\n L C\n N C\n', 'line 4: two rows have this name'],
    ['NAME\nROWS\n N C\n X R\n', 'line 4: the type of a row'],
    ['NAME\nROWS\n N C\n LE R\n', 'line 4: the type of a row'],
    ['NAME\nROWS\n N C\n L\n', 'line 4: this section has no line'],
    ['NAME\nROWS\n N C\n L R S\n', 'line 4: this section has no line'],
    [`NAME\nROWS\n N C\n L ${'R'.repeat(257)}\n`, 'line 4: a name has at most'],
    [small('').replace(' X C 1 R 1\n', ' X C 1 R\n'), 'line 6: this section has no line'],
    [small('').replace('R 1\n', 'S 1\n'), 'line 6: no row has this name'],
    [small('').replace('R 1\n', 'R 1\n X R 0\n'), 'line 7: the column has two entries in this row'],
    [small('').replace('R 1\n', 'C 0\n'), 'line 6: the column has two entries in this row'],
    [small('').replace('R 1\n', 'R 1\n Y R 1\n X C 1\n'), 'line 8: the entries of this column do not stand'],
    [small('').replace('R 1\n', 'R 1/2\n'), 'line 6: a decimal number'],
    [small('').replace('R 1\n', 'R 1D3\n'), 'line 6: a decimal number'],
    [small('').replace('R 1\n', 'R inf\n'), 'line 6: a decimal number'],
    [small('').replace(' X C', ` ${'X'.repeat(257)} C`), 'line 6: a name has at most'],
    [small('').replace(' X C', " M1 'MARKER' 'INTORG'\n X C"), 'line 6: integer columns'],
    [small('').replace(' X C', " M1 'MARKER'                 'INTORG'\n X C"), 'line 6: integer columns'],
    [small('').replace(' X C 1', ' X $C 1'), 'line 6: a field begins with \\$'],
    [small('RHS\n B R 4 $ four\n'), 'line 8: (this section has|a field begins)'],
    [small('RHS\n B R\n'), 'line 8: a decimal|line 8: no row'],
    [small('RHS\n B S 4\n'), 'line 8: no row has this name'],
    [small('RHS\n B X 4\n'), 'line 8: no row has this name'],
    [small('RHS\n B R 4\n B R 4\n'), 'line 9: the row has two right-hand sides'],
    [small('RHS\n B R 4 R 4\n'), 'line 8: the row has two right-hand sides'],
    [small('RHS\n B R 4\n D R 4\n'), 'line 9: there is a second right-hand side'],
    [small('RHS\n B R 4\n R 4\n'), 'line 9: there is a second right-hand side'],
    [small('RHS\n B C 1\n'), 'line 8: the objective has a constant'],
    [small('RHS\n B C 0 C 0\n'), 'line 8: the row has two right-hand sides'],
    [small('RHS\n B R 1e30\n'), 'line 8: a number of 10\\^20 or more'],
    [bounded('UP B X -1'), 'line 8: a negative upper bound'],
    [bounded('UP B X -1', 'PL B X'), 'line 9: the upper bound of the column is said twice'],
    [bounded('UP B X 1', 'UP B X 1'), 'line 9: the upper bound of the column is said twice'],
    [bounded('FR B X', 'LO B X 1'), 'line 9: the lower bound of the column is said twice'],
    [bounded('FX B X 1', 'UP B X 1'), 'line 9: the upper bound'],
    [bounded('BV B X'), 'line 8: the type of a bound'],
    [bounded('LI B X 1'), 'line 8: the type of a bound'],
    [bounded('UI B X 1'), 'line 8: the type of a bound'],
    [bounded('SC B X 1'), 'line 8: the type of a bound'],
    [bounded('toString B X'), 'line 8: the type of a bound'],
    [bounded('UP B Y 1'), 'line 8: no column has this name'],
    [bounded('UP B X'), 'line 8: no column has this name'],
    [bounded('FR B X 0'), 'line 8: a bound of this type has no number, or an infinite one'],
    [
      bounded('MI B X -99999999999999999999'),
      'line 8: a bound of this type has no number, or an infinite one',
    ],
    [bounded('PL B X x'), 'line 8: a decimal number'],
    [bounded('FR X 1e30'), 'line 8: no column has this name'],
    [bounded('FR B X 0 0'), 'line 8: this section has no line of so many'],
    [bounded('FR X', 'FR B X'), 'line 9: there is a second set of bounds'],
    [bounded('UP B X 1e20'), 'line 8: a number of 10\\^20 or more'],
    [bounded('LO B X -1e30'), 'line 8: a number of 10\\^20 or more'],
    [bounded('UP B X 200000000000000000000.5'), 'line 8: a number of 10\\^20 or more'],
    [small('RHS\n B R \xb2\n'), 'line 8: a byte is no printable'],
    [small('').replaceAll('\n', '\r'), 'line 1: a carriage return'],
    [small(`RHS\n B R ${' '.repeat(70_000)}4\n`), 'line 8: a line has more than 65536'],
  ])('%j is refused', (text, where) => {
    expect(refused('mps', text, 64)).toMatch(new RegExp(`^(${where})`));
  });

  describe('fixed', () => {
    const fixed = (text: string) => refused('mps-fixed', text, 64);

    test('names with blanks, and fields one word cannot tell apart', () => {
      const text = AFIRO_LIKE.replaceAll('R09 ', 'R 9 ').replaceAll('R09\n', 'R 9\n');
      for (const format of ['mps-fixed', 'mps']) {
        expect(program(text, format).rows[0]?.name).toBe('R 9');
      }
      expect(refused('mps-free', text)).toMatch(/^line 4: this section has no line of so many/);
    });

    test.each([
      [AFIRO_LIKE.replace(' E  R09', ' E   R09'), 'line 4: something stands outside'],
      [AFIRO_LIKE.replace(' E  R09', ' E R09'), 'line 4: something stands outside'],
      [AFIRO_LIKE.replace('    X01 ', '    X01TOOLONG'), 'line 9: something stands outside'],
      [AFIRO_LIKE.replace('    X01 ', '\tX01 '), 'line 9: a line of fixed MPS has no tabs'],
      [AFIRO_LIKE.replace('301. ', '3 1. '), 'line 9: a decimal number'],
      [AFIRO_LIKE.replace('              -1.06', ''), 'line 10: this section has no line of these fields'],
      [AFIRO_LIKE.replace('               -.4', ''), 'line 11: a name stands without its number'],
      [AFIRO_LIKE.replace('-.4', '-.4          5'), 'line 11: something stands outside'],
      [AFIRO_LIKE.replace(' E  R09', '    R09'), 'line 4: this section has no line of these fields'],
    ])('%j is refused', (text, where) => expect(fixed(text)).toMatch(new RegExp(`^${where}`)));
  });

  test('what says one program as free MPS and another as fixed MPS is refused, until it is said which it is', () => {
    // In the columns of fixed MPS "R 5" is the name of the set; in free MPS it is a row and a number.
    const text = small(`RHS\n${fixedLine('', 'R 5', ['Q', '6'])}`)
      .replace(' N C\n L R\n', [fixedLine('N', 'C'), fixedLine('L', 'R'), fixedLine('L', 'Q')].join(''))
      .replace(' X C 1 R 1\n', fixedLine('', 'X', ['C', '1'], ['R', '1']));
    expect(refused('mps', text)).toMatch(
      /^line 11: the file says one program as free MPS and another as fixed/,
    );
    expect(program(text, 'mps-free').rows.map(({ rhs }) => rhs)).toEqual(['5', '6']);
    expect(program(text, 'mps-fixed').rows.map(({ rhs }) => rhs)).toEqual(['0', '6']);
  });

  const rational = fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.constantFrom(1, 2, 4, 5, 8, 10, 25))
    .map(([top, bottom]) => lowest(top, bottom));
  const bound = fc.option(rational);
  const programs = fc.tuple(fc.nat(5), fc.nat(5)).chain(([rows, columns]) =>
    fc.record({
      sense: fc.constantFrom('min' as const, 'max' as const),
      columns: fc.tuple(
        ...Array.from({ length: columns }, (_, index) =>
          fc.record({ name: fc.constant(`X${index}`), objective: rational, lower: bound, upper: bound }),
        ),
      ),
      rows: fc.tuple(
        ...Array.from({ length: rows }, (_, index) =>
          fc.record({
            name: fc.constant(`R${index}`),
            type: fc.constantFrom('L', 'G', 'E'),
            rhs: rational,
            coefficients: fc
              .subarray(Array.from({ length: columns }, (_, column) => `X${column}`))
              .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), rational)))),
          }),
        ),
      ),
    }),
  );

  test('what is written comes back, free and fixed', () => {
    fc.assert(
      fc.property(programs, fc.integer({ min: 1, max: 90 }), (value, piece) => {
        for (const line of [freeLine, fixedLine]) {
          const text = mpsText(value, line);
          expect(valueIn('mps', text, piece)).toEqual(value);
          expect(valueIn(line === freeLine ? 'mps-free' : 'mps-fixed', text)).toEqual(value);
        }
      }),
    );
  });

  test('the writer of these tests writes exact decimals', () => {
    expect(['-2/5', '7', '1/8', '0', '-1/40'].map(decimalOf)).toEqual(['-0.4', '7', '0.125', '0', '-0.025']);
  });
});

function lowest(top: number, bottom: number): string {
  let [a, b] = [Math.abs(top), bottom];
  while (b !== 0) [a, b] = [b, a % b];
  return bottom === a ? String(top / a) : `${top / a}/${bottom / a}`;
}
