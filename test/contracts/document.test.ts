import { describe, expect, test } from 'vitest';
import { canonicalise, parse } from '../../src/canonical/canonical.ts';
import { readDocument } from '../../src/canonical/document.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { completeDocument } from '../../src/contracts/document.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { refusal } from './folder.ts';

const contracts = await loadContracts();
const { reference } = contracts.valueType('number.integer@1');
const other = contracts.valueType('number.rational@1').reference;
const value = { value: '7' };

describe('completing a document', () => {
  test('fills in schema and semantics; what is given and matches changes nothing', () => {
    const complete = canonicalise({ ...reference, value });
    const { type, schema, semantics } = reference;
    for (const given of [
      { type, value },
      { type, schema, value },
      { type, semantics, value },
      { ...reference, value },
    ]) {
      expect(completeDocument(given, contracts).text).toBe(complete.text);
      expect(completeDocument(canonicalise(given), contracts).digest).toBe(complete.digest);
    }
    expect(readDocument(complete)).toEqual({ ...reference, value });
  });

  test('gives complete bytes back as they are', () => {
    const complete = canonicalise({ ...reference, value });
    expect(completeDocument(complete, contracts)).toBe(complete);
  });

  test('the same numbers under another type are another value', () => {
    const [integer, rational] = ['number.integer@1', 'number.rational@1'].map((type) =>
      completeDocument({ type, value }, contracts),
    );
    expect(integer?.digest).not.toBe(rational?.digest);
  });

  test.each<[string, JsonValue, string]>([
    ['no object', [{ ...reference }], 'DOCUMENT_SCHEMA : a document is an object'],
    ['no value', { ...reference }, 'DOCUMENT_SCHEMA : the member value is missing'],
    ['no type', { value }, 'DOCUMENT_SCHEMA : the member type is missing'],
    ['the bare value', value, 'DOCUMENT_SCHEMA : the member type is missing'],
    [
      'a result beside the value',
      { ...reference, value, result: value },
      'DOCUMENT_SCHEMA /result: unknown member',
    ],
    ['a name with a slash', { ...reference, value, 'a/b': 1 }, 'DOCUMENT_SCHEMA /a~1b: unknown member'],
    [
      'a name of megabytes',
      { ...reference, value, ['x'.repeat(1 << 20)]: 1 },
      'DOCUMENT_SCHEMA /…: unknown member',
    ],
    [
      'a type that is no text',
      { type: 7, value },
      'DOCUMENT_SCHEMA /type: must be the id of a value type such as "matrix.integer@1"',
    ],
    ['a claim for a type', { type: 'number.gcd@1', value }, 'TYPE_UNKNOWN /type: no value type has this id'],
    [
      'a type without version',
      { type: 'number.integer', value },
      'TYPE_UNKNOWN /type: no value type has this id',
    ],
    [
      'a member of every object',
      { type: 'constructor', value },
      'TYPE_UNKNOWN /type: no value type has this id',
    ],
    [
      "another type's schema",
      { ...reference, schema: other.schema, value },
      'SCHEMA_MISMATCH /schema: is not the schema of this type in the contracts loaded here',
    ],
    [
      "another type's semantics",
      { ...reference, semantics: other.semantics, value },
      'SEMANTICS_MISMATCH /semantics: is not the semantics of this type in the contracts loaded here',
    ],
    [
      'a schema that is null',
      { ...reference, schema: null, value },
      'SCHEMA_MISMATCH /schema: is not the schema of this type in the contracts loaded here',
    ],
    [
      'a schema in capitals',
      { ...reference, schema: reference.schema.toUpperCase(), value },
      'SCHEMA_MISMATCH /schema: is not the schema of this type in the contracts loaded here',
    ],
  ])('refuses %s', async (_, document, expected) => {
    expect(await refusal(() => completeDocument(document, contracts))).toBe(expected);
    expect(await refusal(() => completeDocument(canonicalise(document), contracts))).toBe(expected);
  });

  test('a member named __proto__ is an unknown member', async () => {
    const bytes = parse(
      new TextEncoder().encode('{"type":"number.integer@1","value":{"value":"7"},"__proto__":{}}'),
    );
    expect(await refusal(() => completeDocument(bytes, contracts))).toBe(
      'DOCUMENT_SCHEMA /__proto__: unknown member',
    );
  });
});
