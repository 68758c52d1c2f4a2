import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWER_BYTES, readAnswer } from '../../src/checking/answer.ts';
import { plainLine } from '../../src/checking/outcome.ts';

const read = (answer: unknown) => readAnswer(Buffer.from(JSON.stringify(answer)));

describe('an answer', () => {
  const value = { type: 'number.integer@1', value: { any: ['thing', 7] } };
  test.each([
    [{ verdict: 'ACCEPTED' }, { verdict: 'ACCEPTED', open: [] }],
    [
      { verdict: 'ACCEPTED', open: [] },
      { verdict: 'ACCEPTED', open: [] },
    ],
    [
      { verdict: 'ACCEPTED', open: [{ assumption: 'prime', values: { n: value } }] },
      { verdict: 'ACCEPTED', open: [{ assumption: 'prime', values: { n: value } }] },
    ],
    [
      { verdict: 'REJECTED', reason: 'no' },
      { verdict: 'REJECTED', reason: 'no' },
    ],
    [
      { verdict: 'REJECTED', reason: 'no', at: '/roles/a~1b/value/0' },
      { verdict: 'REJECTED', reason: 'no', at: '/roles/a~1b/value/0' },
    ],
    [
      { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', bound: 'rows' },
      { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', detail: 'rows' },
    ],
  ])('%j is read', (answer, verdict) => {
    expect(read(answer)).toEqual(verdict);
  });

  test.each([
    [[]],
    [0],
    ['ACCEPTED'],
    [{}],
    [{ verdict: 'Accepted' }],
    [{ verdict: ['ACCEPTED'] }],
    [{ verdict: 'ACCEPTED', open: null }],
    [{ verdict: 'ACCEPTED', open: {} }],
    [{ verdict: 'ACCEPTED', open: [null] }],
    [{ verdict: 'ACCEPTED', open: [{ assumption: 'a' }] }],
    [{ verdict: 'ACCEPTED', open: [{ assumption: '', values: {} }] }],
    [{ verdict: 'ACCEPTED', open: [{ assumption: 'a', values: [] }] }],
    [{ verdict: 'ACCEPTED', open: [{ assumption: 'a', values: { n: 1 } }] }],
    [{ verdict: 'ACCEPTED', open: [{ assumption: 'a', values: { n: { type: 't' } } }] }],
    [
      {
        verdict: 'ACCEPTED',
        open: [{ assumption: 'a', values: { n: { type: 't', value: 1, digest: 'x' } } }],
      },
    ],
    [{ verdict: 'ACCEPTED', at: '' }],
    [{ verdict: 'REJECTED', reason: '' }],
    [{ verdict: 'REJECTED', reason: ' \n ' }],
    [{ verdict: 'REJECTED', reason: 1 }],
    [{ verdict: 'REJECTED', reason: 'x', open: [] }],
    [{ verdict: 'REJECTED', reason: 'x', at: 'roles' }],
    [{ verdict: 'REJECTED', reason: 'x', at: '/a~2' }],
    [{ verdict: 'REJECTED', reason: 'x', at: '/a\n' }],
    [{ verdict: 'REJECTED', reason: 'x', at: `/${'a'.repeat(500)}` }],
    [{ verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED' }],
    [{ verdict: 'INCONCLUSIVE', reason: 'MEMORY', bound: 'x' }],
    [{ verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', bound: 'x', detail: 'y' }],
  ])('%j is PROTOCOL', (answer) => {
    expect(read(answer)).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'PROTOCOL' });
  });

  test('that is too long, or no JSON at all, is PROTOCOL', () => {
    const long = JSON.stringify({ verdict: 'REJECTED', reason: 'x'.repeat(ANSWER_BYTES) });
    for (const text of [long, '', '{', '{"verdict":"ACCEPTED"}}', "{'verdict':'ACCEPTED'}", '\u0000']) {
      expect(readAnswer(Buffer.from(text))).toMatchObject({ reason: 'PROTOCOL' });
    }
  });

  test('of any JSON value at all never throws, and is accepted only with the verdict ACCEPTED', () => {
    const verdict = fc.constantFrom('ACCEPTED', 'REJECTED', 'INCONCLUSIVE', 'UNSUPPORTED');
    const member = fc.oneof(fc.jsonValue(), verdict);
    const keys = fc.constantFrom('verdict', 'open', 'reason', 'at', 'bound', 'x');
    fc.assert(
      fc.property(fc.dictionary(keys, member), (answer) => {
        const { verdict } = read(answer);
        if (verdict === 'ACCEPTED') expect(answer.verdict).toBe('ACCEPTED');
      }),
    );
  });
});

test('a plain line is short, well-formed and printable, whatever it was made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000, size: 'max' }), (text) => {
      const line = plainLine(text);
      expect(line.length).toBeLessThanOrEqual(500);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});
