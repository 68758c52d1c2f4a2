import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused, valueIn } from './support.ts';

const PROOF = '5 2 0 1 2 0\n5 d 1 2 0\n6 -2 1 0 -3 5 -4 0\n7 d 0\n8 0 5 6 0\n';

describe('lrat', () => {
  test.each([
    ['steps and deletions', PROOF],
    ['no line end at the end', PROOF.trimEnd()],
    ['empty lines and more spaces', '\n 5  2 0 1   2 0 \n   \n\n8 0 5 6 0\n\n'],
    ['extension variables, and steps in any order: that is for the checker', '9 77 -3 0 0\n3 0 0\n'],
    ['a deletion before any step', '0 d 1 0\n'],
    ['nothing at all', ''],
  ])('is taken as it stands: %s', (_, lrat) => {
    expect(valueIn('lrat', lrat)).toEqual({ lrat });
  });

  test('line ends of Windows become those of the value type', () => {
    for (const piece of [1, 2, 3, 5, 64]) {
      expect(valueIn('lrat', PROOF.replaceAll('\n', '\r\n'), piece)).toEqual({ lrat: PROOF });
    }
  });

  test.each([
    ['c made by a prover\n5 0 1 0\n', 'line 1: a proof has no comments'],
    ['5 0 1 0\nc end\n', 'line 2: a proof has no comments'],
    ['5 0 1 0 c end\n', 'line 1: the line goes on'],
    ['a\x05\x02\x00\x03\x00', 'line 1: a line begins with a number'],
    ['d\x05\x00', 'line 1: a line begins with a number'],
    ['5 0 1 0\nd 1 2 0\n', 'line 2: a line begins with a number'],
    ['p cnf 1 1\n1 0\n', 'line 1: a whole number'],
    ['1 2 0\n', 'line 1: a step has no hints'],
    ['5 2 0 \r\n', 'line 1: a step has no hints'],
    ['1 -2 0\n-1 0\n0\n', 'line 1: a step has no hints'],
    ['5 2 0 1 2\n', 'line 1: a whole number'],
    ['5 2 0 1 2\n0\n', 'line 1: a whole number'],
    ['5 2 0 1 0\n6 2', 'line 2: a whole number'],
    ['5 2 0 1 2 0 0\n', 'line 1: the line goes on'],
    ['5 d 1 2\n', 'line 1: a whole number'],
    ['5 d 1 2 0 3 0\n', 'line 1: the line goes on'],
    ['5 d 1 -2 0\n', 'line 1: a count is negative'],
    ['5 d1 0\n', 'line 1: a space is expected'],
    ['5 D 1 0\n', 'line 1: a whole number'],
    ['-5 2 0 1 0\n', 'line 1: a line begins with a literal'],
    ['0 2 0 1 0\n', 'line 1: the number of a step is 0'],
    ['5 02 0 1 0\n', 'line 1: a number has a leading zero'],
    ['5 +2 0 1 0\n', 'line 1: a whole number'],
    ['5 2 -0 1 0\n', 'line 1: a number is minus zero'],
    ['5\t2 0 1 0\n', 'line 1: a whole number'],
    ['5 2 0 1 0\t\n', 'line 1: the line goes on'],
    ['5 2 0 1 0\r6 0 5 0\r', 'line 1: a carriage return'],
    ['5 2 0 1 0\n\x00\n', 'line 2: a whole number'],
    ['5 9007199254740992 0 1 0\n', 'line 1: a number is beyond'],
    ['\xef\xbb\xbf5 2 0 1 0\n', 'line 1: a whole number'],
  ])('%j is refused', (text, where) => {
    for (const piece of [1, 64]) expect(refused('lrat', text, piece)).toMatch(new RegExp(`^${where}`));
  });

  test('any steps and deletions are taken, character by character', () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const signed = fc.tuple(id, fc.boolean()).map(([number, minus]) => (minus ? -number : number));
    const step = fc
      .tuple(id, fc.array(signed), fc.array(signed))
      .map(([n, literals, hints]) => [n, ...literals, 0, ...hints, 0].join(' '));
    const deletion = fc.tuple(id, fc.array(id)).map(([n, ids]) => [n, 'd', ...ids, 0].join(' '));
    const proof = fc.array(fc.oneof(step, deletion, fc.constant(''))).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(proof, fc.integer({ min: 1, max: 60 }), (lrat, piece) => {
        expect(valueIn('lrat', lrat, piece)).toEqual({ lrat });
      }),
    );
  });
});
