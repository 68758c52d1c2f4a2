import { expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { artifactUri, digestOf } from '../../src/canonical/digest.ts';
import { readDocument } from '../../src/canonical/document.ts';
import type { JsonValue } from '../../src/canonical/json.ts';

const uri = artifactUri(digestOf(new Uint8Array()));
const document = { type: 'matrix.integer@1', schema: uri, semantics: uri, value: { rows: 0 } };

test('a document is read as it is', () => {
  expect(readDocument(canonicalise(document))).toEqual(document);
  for (const value of [null, 0, false, '', []]) {
    expect(readDocument(canonicalise({ ...document, value })).value).toEqual(value);
  }
  expect(readDocument(canonicalise({ ...document, type: 'a@10' })).type).toBe('a@10');
});

const { type: _type, ...withoutType } = document;
const { value: _value, ...withoutValue } = document;
const REFUSED: readonly [at: string | undefined, value: JsonValue][] = [
  [undefined, null],
  [undefined, [document]],
  [undefined, 'matrix.integer@1'],
  ['/type', withoutType],
  ['/value', withoutValue],
  ['/extra', { ...document, extra: null }],
  ['/__proto__', JSON.parse(`{"__proto__":1,${JSON.stringify(document).slice(1)}`)],
  ['/Type', { ...withoutType, Type: 'matrix.integer@1' }],
  ['/type', { ...document, type: null }],
  ['/type', { ...document, type: 'matrix.integer' }],
  ['/type', { ...document, type: 'matrix.integer@0' }],
  ['/type', { ...document, type: 'matrix.integer@01' }],
  ['/type', { ...document, type: 'matrix.integer@1\n' }],
  ['/type', { ...document, type: 'Matrix.integer@1' }],
  ['/type', { ...document, type: 'matrix..integer@1' }],
  ['/type', { ...document, type: '1matrix@1' }],
  ['/type', { ...document, type: ['matrix.integer@1'] }],
  ['/schema', { ...document, schema: 'sha256:00' }],
  ['/schema', { ...document, schema: uri.toUpperCase() }],
  ['/schema', { ...document, schema: [uri] }],
  ['/semantics', { ...document, semantics: `${uri}0` }],
  ['/semantics', { ...document, semantics: ` ${uri}` }],
  ['/semantics', { ...document, semantics: null }],
];

test.each(REFUSED)('refused at %s: %j', (at, value) => {
  expect(() => readDocument(canonicalise(value))).toThrow(
    expect.objectContaining({ code: 'DOCUMENT_SCHEMA', at }),
  );
});
