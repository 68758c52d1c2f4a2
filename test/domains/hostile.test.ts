import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { refusal, rules } from './rules.ts';

/** From the bytes at the door, as every door does it. */
function open(text: string): string {
  return refusal(() => prepareDocument(parse(new TextEncoder().encode(text)), rules));
}

function document(type: string, value: string): string {
  return `{"type":"${type}","value":${value}}`;
}

/** A 2×2 matrix; `members` (JSON text) replaces or adds members. */
function matrix(type: 'integer' | 'rational', members: Record<string, string> = {}): string {
  const all = { rows: '2', columns: '2', entries: '[["1","2"],["3","4"]]', ...members };
  const text = Object.entries(all).map(([name, member]) => `${JSON.stringify(name)}:${member}`);
  return document(`matrix.${type}@1`, `{${text.join()}}`);
}

const SHORT = 'this array is shorter than';
const LONG = 'this array is longer than';

describe('a matrix with', () => {
  test.each<[string, Record<string, string>, string]>([
    ['nothing wrong', {}, 'accepted'],
    ['labels on both axes', { row_labels: '["a","b"]', column_labels: '["a","b"]' }, 'accepted'],
    ['no rows', { rows: '0', entries: '[]' }, 'accepted'],
    ['no columns', { columns: '0', entries: '[[],[]]' }, 'accepted'],
    [
      'no rows and column labels',
      { rows: '0', entries: '[]', row_labels: '[]', column_labels: '["a","b"]' },
      'accepted',
    ],

    ['a row cut off', { entries: '[["1","2"]]' }, `DOCUMENT_SCHEMA /value/entries: ${SHORT} \`rows\` says`],
    ['a row too many', { rows: '1' }, `DOCUMENT_SCHEMA /value/entries: ${LONG} \`rows\` says`],
    ['a column too many', { columns: '1' }, `DOCUMENT_SCHEMA /value/entries/0: ${LONG} \`columns\` says`],
    [
      'a ragged row',
      { entries: '[["1","2"],["3"]]' },
      `DOCUMENT_SCHEMA /value/entries/1: ${SHORT} \`columns\` says`,
    ],
    [
      'rows that are promised only',
      { rows: '9007199254740991' },
      `DOCUMENT_SCHEMA /value/entries: ${SHORT} \`rows\` says`,
    ],
    [
      'no rows where columns are 0',
      { columns: '0', entries: '[]' },
      `DOCUMENT_SCHEMA /value/entries: ${SHORT} \`rows\` says`,
    ],
    [
      'row labels for the columns',
      { rows: '1', entries: '[["1","2"]]', row_labels: '["a","b"]' },
      `DOCUMENT_SCHEMA /value/row_labels: ${LONG} \`rows\` says`,
    ],
    [
      'a column label missing',
      { column_labels: '["a"]' },
      `DOCUMENT_SCHEMA /value/column_labels: ${SHORT} \`columns\` says`,
    ],
    [
      'no labels where there should be two',
      { column_labels: '[]' },
      `DOCUMENT_SCHEMA /value/column_labels: ${SHORT} \`columns\` says`,
    ],

    [
      'a row label twice',
      { row_labels: '["a","a"]' },
      'LABEL_AMBIGUOUS /value/row_labels/1: this label stands in the list twice',
    ],
    [
      'a row label twice, once escaped',
      { row_labels: '["a","\\u0061"]' },
      'LABEL_AMBIGUOUS /value/row_labels/1: this label stands in the list twice',
    ],
    [
      'labels equal after NFC',
      { column_labels: '["\\u00e9","e\\u0301"]' },
      'LABEL_AMBIGUOUS /value/column_labels/1: this label differs from an earlier one only until both are normalised (NFC)',
    ],
    [
      'labels equal after NFC, neither of them normal',
      { column_labels: '["\\u212b","A\\u030a"]' },
      'LABEL_AMBIGUOUS /value/column_labels/1: this label differs from an earlier one only until both are normalised (NFC)',
    ],
    ['labels that only look alike', { column_labels: '["a","\\u0430"]' }, 'accepted'],
    ['labels that only NFKC makes equal', { column_labels: '["ﬁ","fi"]' }, 'accepted'],
    ['labels that read as one number', { column_labels: '["1","01"]' }, 'accepted'],
    ['labels of the object prototype', { column_labels: '["__proto__","constructor"]' }, 'accepted'],
  ])('%s', (_, members, expected) => {
    expect(open(matrix('integer', members))).toBe(expected);
    expect(open(matrix('rational', members))).toBe(expected);
  });

  test.each([
    ['a count written as text', { rows: '"2"' }, '/value/rows'],
    ['a count that is true', { rows: 'true' }, '/value/rows'],
    ['a count that is null', { columns: 'null' }, '/value/columns'],
    ['a count below 0', { columns: '-1' }, '/value/columns'],
    ['a number for an entry', { entries: '[["1",2],["3","4"]]' }, '/value/entries/0/1'],
    ['a row that is an object', { entries: '[{"0":"1","1":"2"},["3","4"]]' }, '/value/entries/0'],
    ['an unknown member', { note: '"x"' }, '/value/note'],
    ['another spelling of a member', { rowLabels: '["a","b"]' }, '/value/rowLabels'],
    ['an empty label', { row_labels: '["a",""]' }, '/value/row_labels/1'],
    ['a control character in a label', { row_labels: '["a","b\\u0007"]' }, '/value/row_labels/1'],
    ['a C1 control character in a label', { row_labels: '["a","b\\u0085"]' }, '/value/row_labels/1'],
    ['a label of 257 code points', { row_labels: `["a","${'é'.repeat(257)}"]` }, '/value/row_labels/1'],
    ['null for a label', { row_labels: '["a",null]' }, '/value/row_labels/1'],
    ['null for labels', { row_labels: 'null' }, '/value/row_labels'],
  ])('%s', (_, members, at) => {
    expect(open(matrix('integer', members))).toMatch(new RegExp(`^DOCUMENT_SCHEMA ${at}: `));
    expect(open(matrix('rational', members))).toMatch(new RegExp(`^DOCUMENT_SCHEMA ${at}: `));
  });

  test.each(['2.0', '1e2', '-0', '2.5', '9007199254740992', '1E400'])('a count written %s', (rows) => {
    expect(open(matrix('integer', { rows }))).toMatch(/^DOCUMENT_NUMBER /);
  });

  test.each([
    '01',
    '+1',
    '-0',
    '',
    ' 1',
    '1 ',
    '1.0',
    '1e2',
    '0x1',
    '1_0',
    '１',
    '--1',
    '1-',
    'NaN',
    'Infinity',
    '1/1',
    '1/2',
  ])('the integer entry "%s"', (entry) => {
    const entries = JSON.stringify([
      ['1', '2'],
      ['3', entry],
    ]);
    expect(open(matrix('integer', { entries }))).toMatch(
      /^DOCUMENT_SCHEMA \/value\/entries\/1\/1: must be an integer string/,
    );
  });

  const NOT_RATIONAL = 'must be a rational string such as "-12" or "2/3"';
  test.each([
    ['1/2', 'accepted'],
    ['-7/12', 'accepted'],
    ['1/9007199254740993', 'accepted'],
    ['3/1', NOT_RATIONAL],
    ['0/5', NOT_RATIONAL],
    ['1/0', NOT_RATIONAL],
    ['1/-2', NOT_RATIONAL],
    ['-1/-2', NOT_RATIONAL],
    ['1/02', NOT_RATIONAL],
    ['01/2', NOT_RATIONAL],
    ['+1/2', NOT_RATIONAL],
    ['1/+2', NOT_RATIONAL],
    ['1/2/3', NOT_RATIONAL],
    ['/2', NOT_RATIONAL],
    ['1/', NOT_RATIONAL],
    ['1 /2', NOT_RATIONAL],
    ['-0/2', NOT_RATIONAL],
    ['0.5', NOT_RATIONAL],
    ['½', NOT_RATIONAL],
    ['2/4', 'a fraction is in lowest terms'],
    ['-2/4', 'a fraction is in lowest terms'],
    ['7/7', 'a fraction is in lowest terms'],
    ['18014398509481984/2', 'a fraction is in lowest terms'],
  ])('the rational entry "%s"', (entry, expected) => {
    const entries = JSON.stringify([
      ['1', entry],
      ['3', '4'],
    ]);
    const text = expected === 'accepted' ? expected : `DOCUMENT_SCHEMA /value/entries/0/1: ${expected}`;
    expect(open(matrix('rational', { entries }))).toBe(text);
  });
});

describe('a number', () => {
  test.each([
    ['number.integer@1', '{"value":"-12"}', 'accepted'],
    ['number.integer@1', '{"value":-12}', '/value/value'],
    ['number.integer@1', '{"value":"1/2"}', '/value/value'],
    ['number.integer@1', '"12"', '/value'],
    ['number.integer@1', '{"value":"1","unit":"m"}', '/value/unit'],
    ['number.integer@1', '{}', '/value'],
    ['number.rational@1', '{"value":"-12"}', 'accepted'],
    ['number.rational@1', '{"value":"-1/2"}', 'accepted'],
    ['number.rational@1', '{"value":"6/4"}', '/value/value'],
    ['number.bezout@1', '{"gcd":"2","x":"-1","y":"0"}', 'accepted'],
    ['number.bezout@1', '{"gcd":"-2","x":"-1","y":"0"}', 'accepted'],
    ['number.bezout@1', '{"gcd":"2","x":"-0","y":"0"}', '/value/x'],
    ['number.bezout@1', '{"gcd":"2","x":"-1"}', '/value'],
    ['number.bezout@1', '{"gcd":"2","x":"1","y":"1/2"}', '/value/y'],
  ])('%s %s', (type, value, expected) => {
    const found = open(document(type, value));
    if (expected === 'accepted') expect(found).toBe(expected);
    else expect(found).toMatch(new RegExp(`^DOCUMENT_SCHEMA ${expected}: `));
  });

  test('of 100,000 digits is an integer; a fraction of as many is not examined', () => {
    const digits = '9'.repeat(100_000);
    expect(open(document('number.integer@1', `{"value":"${digits}"}`))).toBe('accepted');
    expect(open(document('number.rational@1', `{"value":"${digits}"}`))).toBe('accepted');
    expect(open(document('number.rational@1', `{"value":"1/${digits}"}`))).toBe(
      'DOCUMENT_SCHEMA /value/value: a fraction has at most 20000 characters',
    );
  });
});
