import { describe, expect, test } from 'vitest';
import { canonicalise, parse } from '../../src/canonical/canonical.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { encodeUtf8 } from '../../src/canonical/utf8.ts';
import { AssayError } from '../../src/errors.ts';

function refusalOf(work: () => unknown): AssayError {
  try {
    work();
  } catch (error) {
    if (error instanceof AssayError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

const refuse = (text: string | Uint8Array) =>
  refusalOf(() => parse(typeof text === 'string' ? encodeUtf8(text) : text));

const MALFORMED: readonly [name: string, text: string, at: string][] = [
  ['nothing', '', 'line 1, column 1'],
  ['white space alone', ' \n ', 'line 2, column 2'],
  ['white space JSON does not have', '\u00a01', 'line 1, column 1'],
  ['a byte order mark', '\ufeff{}', 'line 1, column 1'],
  ['a byte order mark inside', '[\ufeff1]', '/0: line 1, column 2'],
  ['something behind the value', '{}\n{}', 'line 2, column 1'],
  ['a comma before the end of an array', '[1,]', '/1: line 1, column 4'],
  ['a comma before the end of an object', '{"a":1,}', 'line 1, column 8'],
  ['a missing comma', '{"a":[1,2,\n  3 4]}', '/a: line 2, column 5'],
  ['a missing colon', '{"a" 1}', '/a: line 1, column 6'],
  ['a missing value', '{"a":}', '/a: line 1, column 6'],
  ['the wrong bracket', '{"a":[1}', '/a: line 1, column 8'],
  ['an open array', '[[1]', 'line 1, column 5'],
  ['an open object', '{"a":1', 'line 1, column 7'],
  ['an open string', '["abc', '/0: line 1, column 6'],
  ['a name without quotes', '{a:1}', 'line 1, column 2'],
  ['single quotes', "['a']", '/0: line 1, column 2'],
  ['a comment', '[1 /* one */]', 'line 1, column 4'],
  ['a line break in a string', '["a\nb"]', '/0: line 1, column 4'],
  ['a tab in a name', '{"\t":1}', 'line 1, column 3'],
  ['an escape JSON does not have', '["\\x41"]', '/0: line 1, column 3'],
  ['an escape with too few digits', '["\\u12"]', '/0: line 1, column 3'],
  ['a sign inside an escape', '["\\u+123"]', '/0: line 1, column 3'],
  ['a leading zero', '[01]', '/0: line 1, column 2'],
  ['a leading zero behind a sign', '[-012]', '/0: line 1, column 3'],
  ['a plus sign', '[+1]', '/0: line 1, column 2'],
  ['a sign alone', '[-]', '/0: line 1, column 3'],
  ['a point without digits', '[1.]', '/0: line 1, column 4'],
  ['an exponent without digits', '[1e+]', '/0: line 1, column 5'],
  ['a point first', '[.5]', '/0: line 1, column 2'],
  ['NaN', '[NaN]', '/0: line 1, column 2'],
  ['Infinity', '[-Infinity]', '/0: line 1, column 3'],
  ['a hexadecimal number', '[0x1F]', 'line 1, column 3'],
  ['half a word', '[tru]', '/0: line 1, column 2'],
  ['a word too long', '[nulll]', 'line 1, column 6'],
  ['a word in capitals', '[True]', '/0: line 1, column 2'],
];

test.each(MALFORMED)('%s is malformed', (_name, text, at) => {
  expect(refuse(text)).toMatchObject({ code: 'DOCUMENT_MALFORMED', at });
});

const NOT_TEXT: readonly [name: string, bytes: readonly number[], at: string][] = [
  ['gzip', [0x1f, 0x8b, 0x08, 0x00], 'line 1, column 2'],
  ['PNG', [0x89, 0x50, 0x4e, 0x47], 'line 1, column 1'],
  ['ELF', [0x7f, 0x45, 0x4c, 0x46, 0x02, 0x00, 0xff], 'line 1, column 7'],
  ['UTF-16 with a byte order mark', [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00], 'line 1, column 1'],
  ['UTF-16 without', [0x5b, 0x00, 0x5d, 0x00], '/0: line 1, column 2'],
  ['NUL bytes', [0, 0, 0, 0], 'line 1, column 1'],
  ['NUL in a string', [0x22, 0x00, 0x22], 'line 1, column 2'],
  ['Latin-1', [0x5b, 0x0a, 0x22, 0xe9, 0x22, 0x5d], 'line 2, column 2'],
  ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22], 'line 1, column 2'],
  ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22], 'line 1, column 2'],
  ['a pair of surrogates in UTF-8', [0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x22], 'line 1, column 2'],
  ['beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 'line 1, column 2'],
  ['a sequence cut off', [0x22, 0xe2, 0x82], 'line 1, column 2'],
];

test.each(NOT_TEXT)('%s is not a UTF-8 JSON text', (_name, bytes, at) => {
  const error = refuse(Uint8Array.from(bytes));
  expect(error).toMatchObject({ code: 'DOCUMENT_MALFORMED', at });
  expect(error.message).toMatch(/^not a UTF-8 JSON text: /);
});

const AGAINST_A_RULE: readonly [code: string, text: string, at: string][] = [
  ['DOCUMENT_DUPLICATE_KEY', '{"a":1,"a":1}', '/a'],
  ['DOCUMENT_DUPLICATE_KEY', '{"a":{"b":1,"c":2,"\\u0062":3}}', '/a/b'],
  ['DOCUMENT_DUPLICATE_KEY', '{"__proto__":1,"__proto__":2}', '/__proto__'],
  ['DOCUMENT_DUPLICATE_KEY', '{"a/b":{"~":1,"~":1}}', '/a~1b/~0'],
  ['DOCUMENT_DUPLICATE_KEY', '{"":1,"":1}', '/'],
  ['DOCUMENT_NUMBER', '[1,2.0]', '/1'],
  ['DOCUMENT_NUMBER', '{"a":[0,1e2]}', '/a/1'],
  ['DOCUMENT_NUMBER', '[1E-2]', '/0'],
  ['DOCUMENT_NUMBER', '[-0]', '/0'],
  ['DOCUMENT_NUMBER', '[-0.0]', '/0'],
  ['DOCUMENT_NUMBER', '[9007199254740992]', '/0'],
  ['DOCUMENT_NUMBER', '[9007199254740993]', '/0'],
  ['DOCUMENT_NUMBER', '[-9007199254740992]', '/0'],
  ['DOCUMENT_NUMBER', `[1${'0'.repeat(400)}]`, '/0'],
  ['DOCUMENT_NUMBER', '\n 1.5', 'line 2, column 5'],
  ['DOCUMENT_SURROGATE', '{"a":["\\ud800"]}', '/a/0'],
  ['DOCUMENT_SURROGATE', '["\\udc00"]', '/0'],
  ['DOCUMENT_SURROGATE', '["\\ude00\\ud83d"]', '/0'],
  ['DOCUMENT_SURROGATE', '["\\ud83d😀"]', '/0'],
  ['DOCUMENT_SURROGATE', '["\\ud83dx\\ude00"]', '/0'],
  ['DOCUMENT_SURROGATE', '{"a":{"\\ud800":1}}', '/a'],
  ['DOCUMENT_DEPTH', `{"a":${'['.repeat(64)}`, `/a${'/0'.repeat(63)}`],
  ['DOCUMENT_DEPTH', '['.repeat(20_000) + ']'.repeat(20_000), '/0'.repeat(64)],
  ['DOCUMENT_DEPTH', '['.repeat(1_000_000), '/0'.repeat(64)],
  ['DOCUMENT_DEPTH', '{"a":'.repeat(1_000_000), '/a'.repeat(64)],
  ['DOCUMENT_DEPTH', ' [\n{"a":'.repeat(500_000), '/0/a'.repeat(32)],
];

test.each(AGAINST_A_RULE)('%s: %.40s', (code, text, at) => {
  expect(refuse(text)).toMatchObject({ code, at });
});

describe('values in memory', () => {
  const holey: unknown[] = [1];
  holey[2] = 3;
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  let shared: unknown = ['x'];
  for (let level = 0; level < 60; level++) shared = [shared, shared];
  class List extends Array {}
  const cases: readonly [name: string, code: string, value: unknown, at?: string][] = [
    ['undefined', 'DOCUMENT_MALFORMED', undefined],
    ['an undefined member', 'DOCUMENT_MALFORMED', { a: undefined }, '/a'],
    ['a hole', 'DOCUMENT_MALFORMED', holey, '/1'],
    ['a very large array of holes', 'DOCUMENT_MALFORMED', new Array(4_000_000_000), '/0'],
    ['a function', 'DOCUMENT_MALFORMED', [() => 1], '/0'],
    ['a member toJSON that is a function', 'DOCUMENT_MALFORMED', { toJSON: () => 1 }, '/toJSON'],
    ['a symbol', 'DOCUMENT_MALFORMED', [Symbol('a')], '/0'],
    ['a bigint', 'DOCUMENT_MALFORMED', { a: 1n }, '/a'],
    ['a date', 'DOCUMENT_MALFORMED', { a: new Date(0) }, '/a'],
    ['a map', 'DOCUMENT_MALFORMED', new Map()],
    ['bytes', 'DOCUMENT_MALFORMED', [new Uint8Array(1)], '/0'],
    ['a boxed string', 'DOCUMENT_MALFORMED', [Object('a')], '/0'],
    ['an instance of an array class', 'DOCUMENT_MALFORMED', [new List()], '/0'],
    ['an object with inherited members', 'DOCUMENT_MALFORMED', Object.create({ a: 1 })],
    ['NaN', 'DOCUMENT_NUMBER', [Number.NaN], '/0'],
    ['an infinite number', 'DOCUMENT_NUMBER', { a: { b: Number.NEGATIVE_INFINITY } }, '/a/b'],
    ['a fraction', 'DOCUMENT_NUMBER', [0.5], '/0'],
    ['minus zero', 'DOCUMENT_NUMBER', [-0], '/0'],
    ['an unsafe number', 'DOCUMENT_NUMBER', [2 ** 53], '/0'],
    ['a large number', 'DOCUMENT_NUMBER', [1e300], '/0'],
    ['half a pair', 'DOCUMENT_SURROGATE', ['a\ud800b'], '/0'],
    ['half a pair in a name', 'DOCUMENT_SURROGATE', { a: { '\udc00': 1 } }, '/a'],
    ['a cycle', 'DOCUMENT_DEPTH', cyclic, '/0'.repeat(64)],
    ['one value in 2^60 places', 'DOCUMENT_SIZE', shared],
    ['more text than the limit', 'DOCUMENT_SIZE', ['x'.repeat(17 * 1024 * 1024)]],
  ];

  test.each(cases)('%s', (_name, code, value, at) => {
    expect(refusalOf(() => canonicalise(value as JsonValue))).toMatchObject({ code, at });
  });

  test('getters that answer otherwise the second time give no canonical bytes', () => {
    let calls = 0;
    const value = Object.defineProperty({}, 'a', { enumerable: true, get: () => (calls++ === 0 ? 1 : 1.5) });
    expect(refusalOf(() => canonicalise(value))).toMatchObject({ code: 'DOCUMENT_MALFORMED' });
  });

  test('objects without a prototype are plain', () => {
    expect(canonicalise(Object.assign(Object.create(null), { a: 1 })).text).toBe('{"a":1}');
  });
});

describe('errors', () => {
  const secret = 'hunter2';
  const texts = [
    `{"a":"${secret}","a":1}`,
    `["${secret}" "${secret}"]`,
    `["${secret}\\ud800"]`,
    `["${secret}\\q"]`,
    `[${secret}]`,
    `"${secret}`,
    `["${secret}", 1.5]`,
    `["${secret}"]\0`,
    `${secret}`,
  ];

  test.each(texts)('repeat no value: %s', (text) => {
    const { message, at, next, cause } = refuse(text);
    expect(`${message} ${at} ${next} ${cause}`).not.toContain(secret);
  });

  test('keep pointers short and printable whatever the names are', () => {
    const long = refuse(`{"a":{"${'x'.repeat(1_000_000)}":{"b":[1.5]}}}`);
    expect(long.at).toBe('/a/…');
    const deep = refuse(`${`{"${'x'.repeat(50)}":`.repeat(10)}1.5`);
    expect(deep.at).toBe(`${`/${'x'.repeat(50)}`.repeat(3)}/…`);
    const control = refuse('{"\\u001b[2J\\u202e\\u0000":1.5}');
    expect(control.at).toBe('/\ufffd[2J\ufffd\ufffd');
  });
});
