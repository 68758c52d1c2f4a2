import { describe, expect, it, test } from 'vitest';
import type { Clauses } from './support/requests.ts';
import { unsatisfiable } from './support/requests.ts';
import { isRefutation } from './support/twin.ts';

/** All clauses over two variables: 1 to 4. */
const FULL: Clauses = [
  [1, 2],
  [-1, 2],
  [1, -2],
  [-1, -2],
];

/** What the checker says; the naive one must agree. */
function judge(clauses: Clauses, lines: readonly string[] | string, variables?: number): string {
  const lrat = typeof lines === 'string' ? lines : lines.map((line) => `${line}\n`).join('');
  const answer = unsatisfiable(clauses, lrat, variables);
  expect(answer.verdict === 'ACCEPTED').toBe(isRefutation(clauses, lrat));
  if (answer.verdict !== 'REJECTED') return answer.verdict;
  expect(answer.at).toBe('/roles/proof/value/lrat');
  return answer.reason;
}

const NOT_LIVE = 'there is no live clause of a number that is named';
const TWO_OPEN = 'a hint leaves two literals that are not false';
const NO_EMPTY = 'the proof does not derive the empty clause';
const NO_CONFLICT = 'the hints reach no conflict';
const LEFT_OUT = `${NO_CONFLICT}, or leave out a clause with the negated first literal`;
const REPEATED = 'a literal stands in the step twice';

describe('a step', () => {
  test.each<[string, string[], string]>([
    ['with its hints in order', ['5 2 0 1 2 0', '6 0 5 3 4 0'], 'ACCEPTED'],
    ['with gaps in the numbers', ['50 2 0 1 2 0', '9007199254740991 0 50 3 4 0'], 'ACCEPTED'],
    [
      'that is numbered as the one before',
      ['5 2 0 1 2 0', '5 0 5 3 4 0'],
      'line 2: the number of a step is greater than all before',
    ],
    [
      'that is numbered lower',
      ['7 2 0 1 2 0', '6 0 7 3 4 0'],
      'line 2: the number of a step is greater than all before',
    ],
    [
      'that is numbered as a clause of the formula',
      ['4 2 0 1 2 0'],
      'line 1: the number of a step is greater than all before',
    ],
    ['numbered 0', ['0 2 0 1 2 0'], 'line 1: the number of a step is greater than all before'],
    ['with a negative number', ['-5 2 0 1 2 0'], 'line 1: a line begins with the number of a step'],
    [
      'with the number of a step that was deleted',
      ['5 2 0 1 2 0', '5 d 5 0', '5 2 0 1 2 0'],
      'line 3: the number of a step is greater than all before',
    ],
    [
      'with a number that is lower than that of a step before a deletion',
      ['9 2 0 1 2 0', '20 d 9 0', '8 2 0 1 2 0'],
      'line 3: the number of a step is greater than all before',
    ],
    ['with a number that a deletion passed', ['99 d 0', '5 2 0 1 2 0', '6 0 5 3 4 0'], 'ACCEPTED'],
    ['with an unknown hint', ['5 2 0 1 9 0'], `line 1: ${NOT_LIVE}`],
    ['with its own number for a hint', ['5 2 0 5 1 2 0'], `line 1: ${NOT_LIVE}`],
    ['with a hint that comes later', ['5 2 0 1 2 0', '6 0 7 0', '7 0 5 3 4 0'], `line 2: ${NOT_LIVE}`],
    ['with a hint to a gap', ['50 2 0 1 2 0', '60 0 49 0'], `line 2: ${NOT_LIVE}`],
    ['with a hint beyond a gap', ['50 2 0 1 2 0', '60 0 51 0'], `line 2: ${NOT_LIVE}`],
    ['with a hint of two literals that are true', ['5 -1 -2 0 1 0'], `line 1: ${TWO_OPEN}`],
    ['with a hint of one literal that is true and one that is open', ['5 -1 0 1 0'], `line 1: ${TWO_OPEN}`],
    ['with a hint that was deleted', ['5 2 0 1 2 0', '5 d 3 0', '6 0 5 3 4 0'], `line 3: ${NOT_LIVE}`],
    ['with hints out of order', ['6 0 3 4 0'], `line 1: ${TWO_OPEN}`],
    [
      'with a hint missing',
      ['5 2 0 1 2 0', '6 0 5 4 0'],
      'line 2: the hints of the empty clause reach no conflict',
    ],
    ['that repeats a literal', ['5 2 2 0 1 2 0', '6 0 5 3 4 0'], `line 1: ${REPEATED}`],
    ['that repeats a literal behind its negation', ['5 1 -1 1 0 0'], `line 1: ${REPEATED}`],
    ['that repeats the negation', ['5 1 -1 -1 0 0'], `line 1: ${REPEATED}`],
    ['with a hint whose one open literal is true already', ['5 2 0 1 1 1 2 0', '6 0 5 3 3 4 0'], 'ACCEPTED'],
    ['with a hint behind the conflict', ['5 2 0 1 2 3 0', '6 0 5 3 4 1 2 0'], 'ACCEPTED'],
    ['with any live hints behind the conflict', ['5 2 0 1 2 3 -4 -4 4 0', '6 0 5 3 4 -1 0'], 'ACCEPTED'],
    [
      'with a dead hint behind the conflict',
      ['5 2 0 1 2 0', '5 d 1 0', '6 0 5 3 4 1 0'],
      `line 3: ${NOT_LIVE}`,
    ],
    ['with an unknown hint behind the conflict', ['5 2 0 1 2 6 0', '6 0 5 3 4 0'], `line 1: ${NOT_LIVE}`],
    ['with an unknown negative hint behind the conflict', ['5 2 0 1 2 -6 0'], `line 1: ${NOT_LIVE}`],
    [
      'with a dead negative hint behind the conflict',
      ['5 2 0 1 2 0', '5 d 1 0', '6 0 5 3 4 -1 0'],
      `line 3: ${NOT_LIVE}`,
    ],
    ['with its own number behind the conflict', ['5 2 0 1 2 5 0'], `line 1: ${NOT_LIVE}`],
    ['with its own number, negated, behind the conflict', ['5 2 0 1 2 -5 0'], `line 1: ${NOT_LIVE}`],
    ['that is a tautology', ['5 1 -1 0 0', '6 2 0 1 2 0', '7 0 6 3 4 0'], 'ACCEPTED'],
    [
      'that is a tautology with other literals and live hints',
      ['5 7 1 9 -1 0 3 -4 3 0', '6 2 0 1 2 0', '7 0 6 3 4 0'],
      'ACCEPTED',
    ],
    ['that is a tautology with an unknown hint', ['5 1 -1 0 6 0'], `line 1: ${NOT_LIVE}`],
    ['that is a tautology with an unknown negative hint', ['5 1 -1 0 -6 0'], `line 1: ${NOT_LIVE}`],
    ['that is a tautology with its own number for a hint', ['5 1 -1 0 5 0'], `line 1: ${NOT_LIVE}`],
    ['empty without hints', ['5 0 0'], 'line 1: the hints of the empty clause reach no conflict'],
    [
      'empty with negative hints',
      ['5 0 -1 -2 -3 -4 0'],
      'line 1: the hints of the empty clause reach no conflict',
    ],
  ])('%s', (_, lines, expected) => {
    expect(judge(FULL, lines)).toBe(expected);
  });

  it('may use a clause that repeats a literal, or is a tautology', () => {
    expect(
      judge(
        [
          [1, 1, 1],
          [-1, -1],
        ],
        ['3 0 1 2 0'],
      ),
    ).toBe('ACCEPTED');
    expect(judge([[1], [1, -1], [-1]], ['4 0 1 2 3 0'])).toBe('ACCEPTED');
    expect(judge([[1], [1, -1], [-1]], ['4 0 2 1 3 0'])).toBe(`line 1: ${TWO_OPEN}`);
    expect(judge([[1, -1, -1, 1], [-1], [1]], ['4 0 3 1 2 0'])).toBe('ACCEPTED');
  });

  it('begins with nothing assumed, whatever was assumed before', () => {
    // Of a step that follows units, of a tautology, and of clauses of the formula that are tautologies.
    expect(judge(FULL, ['5 2 0 1 2 0', '6 0 3 4 0'])).toBe(`line 2: ${TWO_OPEN}`);
    expect(judge(FULL, ['5 1 -1 2 -2 0 0', '6 0 1 0'])).toBe(`line 2: ${TWO_OPEN}`);
    expect(judge([[1, -1, 2, -2], ...FULL], ['6 0 2 0'])).toBe(`line 1: ${TWO_OPEN}`);
    expect(judge([...FULL, [2, -1, -2, 1]], ['6 0 4 0'])).toBe(`line 1: ${TWO_OPEN}`);
  });

  it('of a formula without clauses is numbered from 1', () => {
    expect(judge([], ['1 1 0 0', '2 -1 0 -1 0'])).toBe(`line 2: ${NO_CONFLICT}`);
    expect(judge([], ['1 1 0 0', '3 2 -1 0 -1 0'])).toBe(
      'line 2: a clause is named that does not hold the negated first literal',
    );
    expect(judge([], ['1 1 0 0'])).toBe(NO_EMPTY);
    expect(judge([], ['0 1 0 0'])).toBe('line 1: the number of a step is greater than all before');
    expect(judge([], ['1 0 0'])).toBe('line 1: the hints of the empty clause reach no conflict');
    expect(judge([], ['1 0 1 0'])).toBe(`line 1: ${NOT_LIVE}`);
    expect(judge([], ['1 d 1 0'])).toBe(`line 1: ${NOT_LIVE}`);
  });

  it('may be longer than its formula, and use variables it does not have', () => {
    const lines = ['5 2 77 9007199254740991 -4194304 0 1 2 0', '6 2 0 1 2 0', '7 0 6 3 4 0'];
    expect(judge(FULL, lines)).toBe('ACCEPTED');
  });
});

describe('the empty clause', () => {
  it('must be there', () => {
    expect(judge(FULL, '')).toBe(NO_EMPTY);
    expect(judge(FULL, ['5 2 0 1 2 0'])).toBe(NO_EMPTY);
    expect(judge([], '')).toBe(NO_EMPTY);
  });

  it('may be given in the formula; the lines of the proof follow the rules all the same', () => {
    expect(judge([[]], '')).toBe('ACCEPTED');
    expect(judge([[1], [], [2]], '')).toBe('ACCEPTED');
    expect(judge([[1], []], ['3 0 2 0', '3 d 2 3 0'])).toBe('ACCEPTED');
    expect(judge([[1], []], ['3 2 0 7 0'])).toBe(`line 1: ${NOT_LIVE}`);
    expect(judge([[1], []], 'c')).toBe('line 1: a number is expected');
  });

  it('may be deleted, once derived', () => {
    expect(judge([[1], [-1]], ['3 0 1 2 0', '3 d 3 0'])).toBe('ACCEPTED');
  });

  test.each<[string, string[], string]>([
    ['good steps', ['6 3 0 5 0', '7 0 5 0'], 'ACCEPTED'],
    ['a hint that is not live', ['6 3 0 9 0'], `line 3: ${NOT_LIVE}`],
    ['a number that does not rise', ['5 3 0 5 0'], 'line 3: the number of a step is greater than all before'],
    ['a deletion of what is not there', ['5 d 9 0'], `line 3: ${NOT_LIVE}`],
    ['no step at all', ['7'], 'line 3: a number is expected'],
    ['words', ['7 3 0 5 0', 'end'], 'line 4: a number is expected'],
  ])('is followed by %s', (_, more, expected) => {
    expect(judge([[1], [-1, 2], [-2]], ['4 2 0 1 2 0', '5 0 4 3 0', ...more])).toBe(expected);
  });
});

describe('a deletion', () => {
  const proof = (deletion: string) => judge(FULL, ['5 2 0 1 2 0', deletion, '6 0 5 3 4 0']);

  test.each([
    ['of nothing', '5 d 0', 'ACCEPTED'],
    ['of clauses that are not needed', '5 d 1 2 0', 'ACCEPTED'],
    ['whose first number is anything', '0 d 1 0', 'ACCEPTED'],
    ['whose first number is large', '9007199254740991 d 2 0', 'ACCEPTED'],
    ['whose first number is negative', '-5 d 1 0', 'line 2: a line begins with the number of a step'],
    ['of a clause twice on a line', '5 d 1 1 0', `line 2: ${NOT_LIVE}`],
    ['of an unknown clause', '5 d 6 0', `line 2: ${NOT_LIVE}`],
    ['of a negative number', '5 d -1 0', `line 2: ${NOT_LIVE}`],
    ['of a clause that is needed', '5 d 3 0', `line 3: ${NOT_LIVE}`],
    ['without its end', '5 d 1', 'line 2: a number is expected'],
    ['without a list', '5 d ', 'line 2: a number is expected'],
    ['without anything', '5 d', 'line 2: a space is expected after the d'],
    ['with minus zero for its end', '5 d -0', 'line 2: a number has no leading zero'],
    ['whose first number has a leading zero', '05 d 1 0', 'line 2: a number has no leading zero'],
    ['and a step in one', '5 d 1 0 6 2 0 1 2 0', 'line 2: the line does not end at its last 0'],
    ['with two ends', '5 d 1 0 0', 'line 2: the line does not end at its last 0'],
    ['with a letter too many', '5 dd 1 0', 'line 2: a space is expected after the d'],
    ['with a letter and a number in one', '5 d1 0', 'line 2: a space is expected after the d'],
    ['with the number and the letter in one', '5d 1 0', 'line 2: a number is expected'],
    ['without a number', 'd 1 0', 'line 2: a number is expected'],
    ['in capitals', '6 D 1 0', 'line 2: a number is expected'],
  ])('%s', (_, deletion, expected) => {
    expect(proof(deletion)).toBe(expected);
  });

  it('of a clause that was deleted before', () => {
    expect(judge(FULL, ['5 d 1 0', '5 d 1 0'])).toBe(`line 2: ${NOT_LIVE}`);
  });

  it('of a unit clause takes what it would make true', () => {
    const units: Clauses = [[1], [-1, 2], [-2]];
    expect(judge(units, ['4 0 1 2 3 0'])).toBe('ACCEPTED');
    expect(judge(units, ['3 d 1 0', '4 0 3 2 0'])).toBe(
      'line 2: the hints of the empty clause reach no conflict',
    );
  });

  it('takes one of two equal clauses only', () => {
    expect(judge([[1], [1], [-1]], ['3 d 1 0', '4 0 3 2 0'])).toBe('ACCEPTED');
  });
});

describe('a RAT step', () => {
  /** Clause 1 holds the negation of 3, clause 2 does not; 3 to 6 are unsatisfiable by themselves. */
  const clauses: Clauses = [[-3, 1, 2], [1, -2], ...FULL];
  const end = ['90 2 0 3 4 0', '91 0 90 5 6 0'];
  const step = (text: string, formula = clauses) => judge(formula, [text, ...end]);

  test.each([
    ['names the clause with the negation, and hints that reach a conflict', '7 3 1 0 -1 3 0', 'ACCEPTED'],
    ['names none', '7 3 1 0 0', `line 1: ${LEFT_OUT}`],
    ['has leading hints only', '7 3 1 0 2 0', `line 1: ${LEFT_OUT}`],
    [
      'names a clause without the negation',
      '7 3 1 0 -2 0',
      'line 1: a clause is named that does not hold the negated first literal',
    ],
    [
      'names the clause and one more',
      '7 3 1 0 -1 3 -2 0',
      'line 1: a clause is named that does not hold the negated first literal',
    ],
    ['names the clause twice', '7 3 1 0 -1 3 -1 3 0', 'line 1: a clause is named twice'],
    ['names an unknown clause', '7 3 1 0 -8 0', `line 1: ${NOT_LIVE}`],
    ['names itself', '7 3 1 0 -1 3 -7 0', `line 1: ${NOT_LIVE}`],
    ['has itself for a leading hint', '7 3 1 0 7 -1 3 0', `line 1: ${NOT_LIVE}`],
    ['has itself for a hint of the named clause', '7 3 1 0 -1 7 3 0', `line 1: ${NOT_LIVE}`],
    ['has itself behind a conflict of the named clause', '7 3 1 0 -1 3 7 0', `line 1: ${NOT_LIVE}`],
    [
      'names a clause that holds the first literal, not its negation',
      '7 -3 0 -1 3 0',
      'line 1: a clause is named that does not hold the negated first literal',
    ],
    ['names the clause without the hints it takes', '7 3 1 0 -1 0', `line 1: ${NO_CONFLICT}`],
    ['has its first literal only', '7 3 0 -1 3 0', 'ACCEPTED'],
    ['has a hint that leaves two open', '7 3 0 -1 6 0', `line 1: ${TWO_OPEN}`],
    ['has a leading hint that makes a literal true', '7 3 1 0 2 -1 3 0', 'ACCEPTED'],
    ['has leading hints and none behind the named clause', '7 3 1 0 2 -1 0', `line 1: ${NO_CONFLICT}`],
    ['has hints behind a conflict of the named clause', '7 3 1 0 -1 3 2 5 0', 'ACCEPTED'],
    ['has unknown hints behind a conflict of the named clause', '7 3 1 0 -1 3 99 0', `line 1: ${NOT_LIVE}`],
    [
      'is RAT on its second literal only',
      '7 1 3 0 -1 3 0',
      'line 1: a clause is named that does not hold the negated first literal',
    ],
    ['names none where none holds the negation', '7 -3 0 0', 'ACCEPTED'],
    ['names none where none holds the negation of a new variable', '7 8 1 0 0', 'ACCEPTED'],
  ])('%s', (_, text, expected) => {
    expect(step(text)).toBe(expected);
  });

  it('names every live clause with the negation: all of three, in any order', () => {
    const formula: Clauses = [[-3, 1], [-3, 2, 1], [5, -3, 1], ...FULL];
    const proof = (hints: string) => judge(formula, [`8 3 -1 0 ${hints} 0`, '9 2 0 4 5 0', '10 0 9 6 7 0']);
    expect(proof('-1 -2 -3')).toBe('ACCEPTED');
    expect(proof('-3 -1 -2')).toBe('ACCEPTED');
    for (const hints of ['-1 -2', '-1 -3', '-2 -3', '-1', ''])
      expect(proof(hints)).toBe(`line 1: ${LEFT_OUT}`);
  });

  it('names each of two equal clauses', () => {
    const formula: Clauses = [[-3, 1], [1, -3], ...FULL];
    const proof = (hints: string) => judge(formula, [`7 3 -1 0 ${hints} 0`, '8 2 0 3 4 0', '9 0 8 5 6 0']);
    expect(proof('-1 -2')).toBe('ACCEPTED');
    expect(proof('-1')).toBe(`line 1: ${LEFT_OUT}`);
    expect(proof('-1 -1')).toBe('line 1: a clause is named twice');
    expect(judge(formula, ['6 d 2 0', '7 3 -1 0 -1 0', '8 2 0 3 4 0', '9 0 8 5 6 0'])).toBe('ACCEPTED');
  });

  it('takes dead hints nowhere', () => {
    const without = (hints: string) => judge(clauses, ['7 d 6 0', `7 3 1 0 ${hints} 0`]);
    expect(without('-1 3')).toBe(NO_EMPTY);
    for (const hints of ['6 -1 3', '-1 6 3', '-1 3 6', '-1 3 -6'])
      expect(without(hints)).toBe(`line 2: ${NOT_LIVE}`);
  });

  it('need not name a deleted clause, and must name one that was derived', () => {
    expect(judge(clauses, ['6 d 1 0', '7 3 1 0 0', ...end])).toBe('ACCEPTED');
    expect(judge(clauses, ['6 d 1 0', '7 3 1 0 -1 3 0'])).toBe(`line 2: ${NOT_LIVE}`);
    expect(judge(clauses, ['7 -3 1 0 0', '8 3 1 0 -1 3 0'])).toBe(`line 2: ${LEFT_OUT}`);
    expect(judge(clauses, ['7 -3 1 0 0', '8 3 1 0 -1 3 -7 3 5 0', ...end])).toBe('ACCEPTED');
  });

  it('must name a clause whose neighbours were deleted', () => {
    const formula: Clauses = [[4, 5], [-3, 1], [-3, 4], [5, 4], ...FULL];
    const proof = (hints: string) =>
      judge(formula, ['9 d 1 4 3 0', `9 3 -1 0 ${hints} 0`, '10 2 0 5 6 0', '11 0 10 7 8 0']);
    expect(proof('-2')).toBe('ACCEPTED');
    expect(proof('')).toBe(`line 2: ${LEFT_OUT}`);
  });

  it('takes no hints for a clause with a literal that is true, and needs none', () => {
    const formula: Clauses = [[-3, -1], [-1, 4], [-3, -4, 7], ...FULL];
    const lines = (hints: string) => [`8 3 1 0 ${hints} 0`, '9 2 0 4 5 0', '10 0 9 6 7 0'];
    // The literal -1 of the first clause is true: 1 is assumed false.
    expect(judge(formula.toSpliced(2, 1, [5]), lines('-1'))).toBe('ACCEPTED');
    expect(judge(formula.toSpliced(2, 1, [5]), lines('-1 4'))).toBe(
      'line 1: a clause with a literal that is true takes no hints',
    );
    // Made true by a leading hint: with 1 and -2 false, 4 gives 2.
    const more: Clauses = [[-3, 2], ...FULL];
    const proof = (hints: string) => judge(more, [`6 3 1 0 ${hints} 0`, '7 2 0 2 3 0', '8 0 7 4 5 0']);
    expect(proof('2 -1')).toBe('ACCEPTED');
    expect(proof('-1 2')).toBe('ACCEPTED');
    expect(proof('-1')).toBe(`line 1: ${NO_CONFLICT}`);
    expect(proof('2 -1 4')).toBe('line 1: a clause with a literal that is true takes no hints');
  });

  it('must name a tautology with the negation too, and hints that reach a conflict with all of it false', () => {
    const proof = (more: Clauses, hints: string) => {
      const formula: Clauses = [[-3, 5, -5], ...FULL, ...more];
      return judge(formula, [`7 3 0 ${hints} 0`, '8 2 0 2 3 0', '9 0 8 4 5 0']);
    };
    expect(proof([[5, -5]], '-1 6')).toBe('ACCEPTED');
    expect(proof([[5, -5]], '-1')).toBe(`line 1: ${NO_CONFLICT}`);
    expect(proof([[5, -5]], '')).toBe(`line 1: ${LEFT_OUT}`);
    expect(proof([[5]], '6 -1')).toBe('ACCEPTED');
    expect(proof([[5]], '-1 6')).toBe('ACCEPTED');
    expect(proof([[5]], '6 -1 6')).toBe('line 1: a clause with a literal that is true takes no hints');
  });

  it('does not hold by a clause with the literal and its negation alone', () => {
    const formula: Clauses = [[-3, 3], ...FULL];
    expect(judge(formula, ['6 3 0 -1 0'])).toBe(`line 1: ${NO_CONFLICT}`);
  });

  it('counts a clause that repeats the negation once', () => {
    const formula: Clauses = [[-3, -3, 1, -3], ...FULL];
    expect(judge(formula, ['6 3 -1 0 -1 0', '7 2 0 2 3 0', '8 0 7 4 5 0'])).toBe('ACCEPTED');
    expect(judge(formula, ['5 d 1 0', '6 3 -1 0 0', '7 2 0 2 3 0', '8 0 7 4 5 0'])).toBe('ACCEPTED');
  });

  it('forgets what was assumed for one clause before the next', () => {
    // The first clause assumes 1 false, from which 2 follows; that must not help the second.
    const formula: Clauses = [[-3, 1], [-3, 4], [1, 2], [-2, 1], [-2, 4], ...FULL];
    expect(judge(formula, ['10 3 0 -1 3 4 -2 5 0', '11 2 0 6 7 0', '12 0 11 8 9 0'])).toBe(
      `line 1: ${NO_CONFLICT}`,
    );
  });

  it('keeps what leading hints made true, also where a later hint says it again', () => {
    const formula: Clauses = [[-3, 5], [-3, 6], [1, 2], [-2, 5], [-2, 6], ...FULL];
    const proof = (hints: string) => judge(formula, [`10 3 1 0 ${hints} 0`, '11 2 0 6 7 0', '12 0 11 8 9 0']);
    expect(proof('3 -1 4 -2 5')).toBe('ACCEPTED');
    expect(proof('3 -1 3 4 -2 5')).toBe('ACCEPTED');
    expect(proof('-1 3 4 -2 3 5')).toBe('ACCEPTED');
    expect(proof('-1 3 4 -2 5')).toBe(`line 1: ${NO_CONFLICT}`);
  });

  it('assumes nothing of the clause that was given next', () => {
    const formula: Clauses = [[-3, 5], [6, 5], ...FULL];
    const proof = (hints: string) => judge(formula, [`7 3 0 ${hints} 0`, '8 2 0 3 4 0', '9 0 8 5 6 0']);
    expect(proof('-1 2')).toBe(`line 1: ${NO_CONFLICT}`);
  });

  it('keeps its own literals false from one clause to the next, and the negated first one true', () => {
    const formula: Clauses = [[-3, 1, 5], [-3, 6], [1, 5], [1, 6], ...FULL];
    const proof = (hints: string) => judge(formula, [`9 3 1 0 ${hints} 0`, '10 2 0 5 6 0', '11 0 10 7 8 0']);
    expect(proof('-1 3 -2 4')).toBe('ACCEPTED');
    expect(proof('-2 4 -1 3')).toBe('ACCEPTED');
    expect(proof('-1 1 -2 4')).toBe(`line 1: ${NO_CONFLICT}`);
    expect(proof('-1 3 -2 2')).toBe(`line 1: ${NO_CONFLICT}`);
    expect(proof('-1 3 -2 1')).toBe(`line 1: ${TWO_OPEN}`);
  });

  it('defines a variable by three steps', () => {
    const lines = ['5 9 -1 -2 0 0', '6 -9 1 0 -5 0', '7 -9 2 0 -5 0', '8 9 0 5 1 0', '8 d 5 6 7 0'];
    expect(judge(FULL, lines.toSpliced(3, 1))).toBe(NO_EMPTY);
    expect(judge(FULL, lines)).toBe(`line 4: ${TWO_OPEN}`);
    expect(judge(FULL, ['5 9 -1 -2 0 0', '6 -9 1 0 0'])).toBe(`line 2: ${LEFT_OUT}`);
  });
});

describe('the text', () => {
  const steps = '5 2 0 1 2 0\n6 0 5 3 4 0\n';

  test.each([
    ['with a line end behind it', steps],
    ['without a line end behind it', steps.trimEnd()],
    ['with empty lines', `\n\n${steps.replace('\n', '\n\n')}\n\n`],
    ['with more spaces', ' 5  2 0 1   2 0 \n  \n6 0 5 3 4 0  '],
  ])('may be written %s', (_, text) => {
    expect(judge(FULL, text)).toBe('ACCEPTED');
  });

  test.each([
    ['a comment', 'c proof\n', 'line 1: a number is expected'],
    ['a header', 'p cnf 2 4\n', 'line 1: a number is expected'],
    ['a tab', '7 2 0 1\t2 0\n', 'line 1: a number is expected'],
    ['a carriage return', '7 2 0 1 2 0\r\n', 'line 1: the line does not end at its last 0'],
    ['a carriage return for a line end', '7 2 0 1 2 0\r', 'line 1: the line does not end at its last 0'],
    ['a form feed', '\f', 'line 1: a number is expected'],
    ['a no-break space', '7\u00a02 0 1 2 0\n', 'line 1: a number is expected'],
    ['a byte order mark', `\ufeff${steps}`, 'line 1: a number is expected'],
    ['a zero character', `7 2 0 1 2 0\n\0`, 'line 2: a number is expected'],
    ['other digits', '٥ 2 0 1 2 0\n', 'line 1: a number is expected'],
    ['a plus sign', '7 +2 0 1 2 0\n', 'line 1: a number is expected'],
    ['two minus signs', '7 --2 0 1 2 0\n', 'line 1: a number is expected'],
    ['a minus sign alone', '7 - 2 0 1 2 0\n', 'line 1: a number is expected'],
    ['minus zero', '7 2 -0 1 2 0\n', 'line 1: a number has no leading zero'],
    ['a leading zero', '7 02 0 1 2 0\n', 'line 1: a number has no leading zero'],
    ['a negative leading zero', '7 -02 0 1 2 0\n', 'line 1: a number has no leading zero'],
    ['two zeros', '7 2 00 1 2 0\n', 'line 1: a number has no leading zero'],
    ['a fraction', '7 2.0 0 1 2 0\n', 'line 1: a number is expected'],
    ['an exponent', '7 2e0 0 1 2 0\n', 'line 1: a number is expected'],
    ['a number alone', '7\n', 'line 1: a number is expected'],
    ['a step without hints and their 0', '7 2 0\n', 'line 1: a number is expected'],
    ['a step without its last 0', '7 2 0 1 2\n', 'line 1: a number is expected'],
    ['a step over two lines', '7 2 0\n1 2 0\n', 'line 1: a number is expected'],
    ['two steps on a line', '7 2 0 1 2 0 8 0 7 3 4 0\n', 'line 1: the line does not end at its last 0'],
    ['a third list', '7 2 0 1 2 0 0\n', 'line 1: the line does not end at its last 0'],
    ['a word behind a step', '7 2 0 1 2 0 x\n', 'line 1: the line does not end at its last 0'],
    ['a word at a number', '7 2 0 1 2 0x\n', 'line 1: a number is expected'],
    ['an n behind a step', '7 2 0 1 2 0 n', 'line 1: the line does not end at its last 0'],
    [
      'two letters for a line end',
      '7 2 0 1 2 0 nn8 2 0 1 2 0',
      'line 1: the line does not end at its last 0',
    ],
    ['two letters for an empty line', 'xn', 'line 1: a number is expected'],
    ['the binary form', 'a\u0005\u0002\0\u0001\u0002\0', 'line 1: a number is expected'],
  ])('holds nothing else: %s', (_, text, expected) => {
    expect(judge(FULL, text)).toBe(expected);
    expect(judge(FULL, `${steps}${text}`)).toBe(expected.replace(/\d+/, (line) => `${Number(line) + 2}`));
  });

  test.each([
    ['a quote', '7 2 0 1 2 0"', 'the line does not end at its last 0'],
    ['a backslash', '7 2 0 1 2 0\\', 'the line does not end at its last 0'],
    ['a backslash and an n', '7 2 0 1 2 0\\n8 0 7 3 4 0', 'the line does not end at its last 0'],
    ['a backslash and an n in a step', '7 2 0 1 \\n2 0', 'a number is expected'],
    ['what would end its document', '7 2 0 1 2 0"}}', 'the line does not end at its last 0'],
    ['what would begin another one', '"value":{"lrat":"7 2 0 1 2 0', 'a number is expected'],
  ])('is read in place, and refused where it holds %s', (_, text, expected) => {
    expect(judge(FULL, `${steps}${text}`)).toBe(`line 3: ${expected}`);
  });

  it('with a number above 2^53 - 1 is not examined', () => {
    for (const text of [
      '9007199254740992 2 0 1 2 0',
      `5 ${'9'.repeat(400)} 0 0`,
      '7 2 0 -18014398509481984 0',
    ]) {
      const answer = unsatisfiable(FULL, text);
      expect(answer).toEqual({
        verdict: 'INCONCLUSIVE',
        reason: 'UNSUPPORTED',
        bound: 'numbers of at most 9007199254740991',
      });
    }
  });
});
