import { expect, test } from 'vitest';
import { Domains } from '../../src/domains/domains.ts';
import { type DocumentRules, prepareDocument, rulesFor } from '../../src/domains/prepare.ts';
import { AssayError } from '../../src/errors.ts';
import { rules } from './rules.ts';

/** Rules that note each value they look at, and refuse the value "13". */
function noting(): { readonly rules: DocumentRules; readonly seen: unknown[] } {
  const seen: unknown[] = [];
  const domain = {
    name: 'noting',
    transforms: {},
    producers: {},
    values: {
      'number.integer@1': (value: unknown) => {
        seen.push(value);
        if (JSON.stringify(value) === '{"value":"13"}') throw new AssayError('DOCUMENT_SCHEMA', 'unlucky');
      },
    },
  };
  return { seen, rules: { ...rules, domains: new Domains([domain]) } };
}

const integer = (value: string) => ({ type: 'number.integer@1', value: { value } });

test('what rules accepted they do not look at again; other rules do', () => {
  const [one, other] = [noting(), noting()];
  const first = prepareDocument(integer('7'), one.rules);
  expect(prepareDocument(integer('7'), one.rules).bytes.digest).toBe(first.bytes.digest);
  prepareDocument(first.bytes, one.rules);
  expect(one.seen).toEqual([{ value: '7' }]);
  prepareDocument(first.bytes, other.rules);
  expect(other.seen).toEqual([{ value: '7' }]);
  prepareDocument(integer('8'), one.rules);
  expect(one.seen).toEqual([{ value: '7' }, { value: '8' }]);
});

test('what was accepted of one owner is looked at again for another: nobody learns from the time it takes that it is known', () => {
  const { rules, seen } = noting();
  for (const owner of ['one', 'one', 'other', 'one', 'other']) {
    prepareDocument(integer('7'), rulesFor(rules, owner));
  }
  prepareDocument(integer('7'), rules);
  expect(seen).toHaveLength(3);
});

test('what was refused is looked at again, and refused again', () => {
  const { rules: strict, seen } = noting();
  for (const _ of [1, 2]) expect(() => prepareDocument(integer('13'), strict)).toThrow('unlucky');
  expect(seen).toHaveLength(2);
  expect(() => prepareDocument({ type: 'number.integer@1', value: { value: '07' } }, strict)).toThrow(
    AssayError,
  );
});
