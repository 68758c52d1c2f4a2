import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused, valueIn } from './support.ts';
import { cnfText } from './writers.ts';

const cnf = (text: string) => valueIn('dimacs-cnf', text);

describe('dimacs-cnf', () => {
  test.each<[name: string, text: string, clauses: number[][]]>([
    ['plain', 'p cnf 3 2\n1 -2 0\n3 0\n', [[1, -2], [3]]],
    ['clauses over lines, and several in one', 'p cnf 3 3\n1\n-2\n0 3 0 2\n0', [[1, -2], [3], [2]]],
    ['the end of the file instead of the last line end', 'p cnf 3 1\n1 2 3 0', [[1, 2, 3]]],
    ['line ends of Windows', 'c x\r\np cnf 3 1\r\n1 2\r\n3 0\r\n', [[1, 2, 3]]],
    ['blanks as in uf20 of SATLIB', 'c  \np cnf 3  1 \n 2\t-3  0 \n', [[2, -3]]],
    ['a comment that holds a header', 'c p cnf 9 9\np cnf 3 1\nc p cnf 1 1\n1 0\n', [[1]]],
    ['comments of any bytes, within a clause too', 'c\xff\x00\xe9\np cnf 3 1\n1\nc 7 0\n2 0\n', [[1, 2]]],
    ['a comment at the end without a line end', 'p cnf 3 1\n1 0\nc end', [[1]]],
    ['a comment without a blank', 'comment\np cnf 3 1\n1 0\n', [[1]]],
    ['empty lines', '\n\np cnf 3 1\n\n \n1 0\n\n', [[1]]],
    ['an empty clause', 'p cnf 3 2\n0\n1 0\n', [[], [1]]],
    [
      'repeats and tautologies',
      'p cnf 3 2\n1 1 -1 0 1 1 -1 0\n',
      [
        [1, 1, -1],
        [1, 1, -1],
      ],
    ],
    ['no clauses', 'p cnf 3 0\n', []],
  ])('%s', (_, text, clauses) => {
    expect(cnf(text)).toEqual({ variables: 3, clauses });
  });

  test('a long comment is passed, in memory of a piece', () => {
    const comment = `c ${'p cnf 1 1 '.repeat(200_000)}\n`;
    expect(valueIn('dimacs-cnf', `${comment}p cnf 1 1\n${comment}1 0\n${comment}`, 65_536)).toEqual({
      variables: 1,
      clauses: [[1]],
    });
  });

  test.each([
    ['', 'line 1: the header'],
    ['c only\n', 'line 2: the header'],
    ['1 2 0\n', 'line 1: the header'],
    ['p sat 3 2\n', 'line 1: the header'],
    ['p\ncnf 3 2\n', 'line 1: the header'],
    ['p cnf 3\n1 0\n', 'line 1: a whole number'],
    ['p cnf 3 1 7\n1 0\n', 'line 1: the line goes on'],
    ['p cnf -3 1\n1 0\n', 'line 1: a count is negative'],
    ['p cnf 3 1\np cnf 3 1\n1 0\n', 'line 2: there is a second header'],
    ['p cnf 3 2\n1 0\n', 'line 1: there are fewer clauses than this header says'],
    ['c\np cnf 3 1\n1 0\n\n2 0\n', 'line 5: there are more clauses'],
    ['p cnf 3 1\n1 0\n0\n', 'line 3: there are more clauses'],
    ['p cnf 3 1\n1 2\n', 'line 3: the file ends within a clause'],
    ['p cnf 3 1\n1\n4 0\n', 'line 3: the header does not have this variable'],
    ['p cnf 3 1\n-4 0\n', 'line 2: the header does not have this variable'],
    ['p cnf 3 1\n1 0\n%\n0\n\n', 'line 3: a % is no part'],
    ['p cnf 3 1\n1 0\n %\n', 'line 3: a % is no part'],
    ['p cnf 3 1\n1 +2 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n1 02 0\n', 'line 2: a number has a leading zero'],
    ['p cnf 3 1\n1 -0\n', 'line 2: a number is minus zero'],
    ['p cnf 3 1\n1 2.0 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n1 1e0 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n1 - 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\nx1 2 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n c\n1 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n1 0 c end\n', 'line 2: a whole number'],
    ['p cnf 3 1\r1 0\r', 'line 1: a carriage return stands without'],
    ['p cnf 3 1\n1\x0b0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n1\x00 0\n', 'line 2: a whole number'],
    ['p cnf 3 1\n１ 0\n'.replace('１', '\xef\xbc\x91'), 'line 2: a whole number'],
    ['\xef\xbb\xbfp cnf 1 1\n1 0\n', 'line 1: a byte is no printable'],
    ['\x1f\x8b\x08\x00', 'line 1: a byte is no printable'],
    ['p cnf 9007199254740992 0\n', 'line 1: a number is beyond'],
    [`p cnf 3 1\n${'9'.repeat(5000)} 0\n`, 'line 2: a number is beyond'],
    ['p cnf 3 9007199254740991\n1 0\n', 'line 1: there are fewer clauses'],
  ])('%j is refused', (text, where) => {
    expect(refused('dimacs-cnf', text)).toMatch(new RegExp(`^(${where})`));
  });

  test('a header may say variables that no clause has, as many as there can be', () => {
    expect(cnf('p cnf 9007199254740991 0\n')).toEqual({ variables: Number.MAX_SAFE_INTEGER, clauses: [] });
  });

  test('what is written comes back, in pieces of any size', () => {
    const formula = fc.integer({ min: 1, max: 40 }).chain((variables) => {
      const literal = fc
        .integer({ min: -variables, max: variables })
        .map((number) => (number === 0 ? 1 : number));
      return fc.record({ variables: fc.constant(variables), clauses: fc.array(fc.array(literal)) });
    });
    fc.assert(
      fc.property(formula, fc.integer({ min: 1, max: 50 }), (value, piece) => {
        expect(valueIn('dimacs-cnf', cnfText(value), piece)).toEqual(value);
      }),
    );
  });
});
