import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import type { LoadedValueType } from '../../src/contracts/contract-index.ts';
import { indexContracts } from '../../src/contracts/index-contracts.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { DocumentValidator } from '../../src/contracts/validate.ts';
import { refusal } from './folder.ts';

const contracts = await loadContracts();
const validator = new DocumentValidator();

/** The matrix [[x]]. */
const matrix = (x: unknown): Record<string, unknown> => ({ rows: 1, columns: 1, entries: [[x]] });

function validate(type: string, value: unknown): Promise<string> {
  const text = JSON.stringify(value);
  return refusal(() => validator.validate(JSON.parse(text), contracts.valueType(type)));
}

describe('validating against the schema of a type', () => {
  test.each([
    ['an entry that is a number', matrix(7), '/value/entries/0/0: must be an integer string such as "-12"'],
    ['a rational entry', matrix('1/2'), '/value/entries/0/0: must be an integer string such as "-12"'],
    [
      'an entry list that is no list',
      { ...matrix('1'), entries: '1' },
      '/value/entries: must be an array of rows',
    ],
    [
      'a row that is no list',
      { ...matrix('1'), entries: ['1'] },
      '/value/entries/0: must be a row: an array of integer strings',
    ],
    [
      'a count that is text',
      { ...matrix('1'), rows: '1' },
      '/value/rows: must be a count: a whole number from 0 to 9007199254740991, without quotes',
    ],
    [
      'a negative count',
      { ...matrix('1'), rows: -1 },
      '/value/rows: must be a count: a whole number from 0 to 9007199254740991, without quotes',
    ],
    [
      'a boolean count',
      { ...matrix('1'), columns: true },
      '/value/columns: must be a count: a whole number from 0 to 9007199254740991, without quotes',
    ],
    ['no columns', { rows: 1, entries: [['1']] }, '/value: the member columns is missing'],
    ['an unknown member', { ...matrix('1'), 'a/b~c': 1 }, '/value/a~1b~0c: unknown member'],
    [
      'a numeric label',
      { ...matrix('1'), row_labels: [1] },
      '/value/row_labels/0: must be a label: a string of 1 to 256 code points without control characters',
    ],
    ['no object', [['1']], '/value: must be a matrix with rows, columns and entries'],
    ['null', null, '/value: must be a matrix with rows, columns and entries'],
  ])('refuses %s', async (_, value, expected) => {
    expect(await validate('matrix.integer@1', value)).toBe(`DOCUMENT_SCHEMA ${expected}`);
  });

  test('a long name or a secret value never appears in the refusal', async () => {
    const secret = 'correct horse battery staple';
    expect(await validate('matrix.integer@1', matrix(secret))).not.toContain('horse');
    const long = await validate('matrix.integer@1', { ...matrix('1'), ['n'.repeat(1 << 20)]: 1 });
    expect(long).toBe('DOCUMENT_SCHEMA /value/…: unknown member');
  });

  test('leaves the value as it was', () => {
    const value = Object.freeze({ rows: 0, columns: 0, entries: Object.freeze([]) });
    validator.validate(value, contracts.valueType('matrix.integer@1'));
    expect(value).toEqual({ rows: 0, columns: 0, entries: [] });
  });

  test('accepts exactly the integer strings of the catalogue', async () => {
    const text = fc.oneof(
      fc.bigInt().map(String),
      fc.stringMatching(/^[-+0-9 .eE/]{0,6}$/),
      fc.constantFrom('', '0', '-0', '00', '01', '+1', '-01', '1\n', ' 1', '１', '٣', '1_000', '0x1', '1n'),
    );
    await fc.assert(
      fc.asyncProperty(text, async (entry) => {
        const isInteger =
          /^-?[0-9]+$/.test(entry) && entry === String(BigInt(entry)) && !entry.endsWith('\n');
        expect(await validate('number.integer@1', { value: entry })).toMatch(
          isInteger ? /^accepted/ : /^DOCUMENT_SCHEMA/,
        );
      }),
    );
  });

  test.each([
    ['', false],
    ['a', true],
    ['😀'.repeat(256), true],
    ['😀'.repeat(257), false],
    ['x'.repeat(257), false],
    ['a\tb', false],
    ['\u0000', false],
    ['\u007f', false],
    ['\u0085', false],
    ['\u009f', false],
    ['\u00a0', true],
    ['a\n', false],
    ['\u200d', true],
    ['__proto__', true],
  ])('label %j: %s', async (label, usable) => {
    const value = { ...matrix('1'), column_labels: [label] };
    expect(await validate('matrix.integer@1', value)).toMatch(
      usable ? /^accepted/ : /^DOCUMENT_SCHEMA \/value\/column_labels\/0/,
    );
  });

  test('a 10 MB integer string is one pass of the pattern, no stack of it', async () => {
    const long = '7'.repeat(10_000_000);
    expect(await validate('number.integer@1', { value: long })).toBe('accepted');
    expect(await validate('number.integer@1', { value: `${long}x` })).toMatch(
      /^DOCUMENT_SCHEMA \/value\/value/,
    );
    expect(await validate('number.rational@1', { value: `${long}/${long}/` })).toMatch(
      /^DOCUMENT_SCHEMA \/value\/value/,
    );
  });
});

describe("schemas of users' types", () => {
  test('one that says nothing in a title still gets a message without the value', async () => {
    const type = userType({
      type: 'object',
      properties: { n: { enum: ['a', 'b'] } },
      required: ['n'],
      additionalProperties: false,
    });
    expect(await refusal(() => validator.validate({ n: 'secret' }, type))).toBe(
      'DOCUMENT_SCHEMA /value/n: must be equal to one of the allowed values',
    );
  });

  test('of alternatives, the whole is named and not the first branch', async () => {
    const type = userType({
      title: 'a number or null',
      anyOf: [
        { type: 'integer', title: 'a number' },
        { type: 'null', title: 'null' },
      ],
    });
    expect(await refusal(() => validator.validate('x', type))).toBe(
      'DOCUMENT_SCHEMA /value: must be a number or null',
    );
  });

  test('members that every object inherits are not taken for members of the value', async () => {
    const type = userType({
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
    });
    expect(await refusal(() => validator.validate({}, type))).toBe(
      'DOCUMENT_SCHEMA /value: the member constructor is missing',
    );
  });
});

function userType(schema: object): LoadedValueType {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const contract = {
    kind: 'value-type',
    id: 'acme.thing@1',
    title: 'X',
    schema: { $schema, ...schema },
    semantics: { v: 'x' },
  };
  const bytes = canonicalise(JSON.parse(JSON.stringify(contract)));
  return indexContracts([
    { file: 'acme/values/thing.json', domain: 'acme', folder: 'values', bytes },
  ]).valueType('acme.thing@1');
}
