import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { isJsonObject } from '../../src/canonical/json.ts';
import { digest } from './demo.ts';
import { type Change, edit, places, read, without } from './edit.ts';
import { Forge, judge } from './forge.ts';
import { payloadOf } from './payload.ts';
import { CLOSED, FACTOR_PROVEN, OPEN, PRIME_PROVEN, TURNED } from './sketches.ts';

const forge = new Forge();
const trust = forge.trust();
const closed = payloadOf(CLOSED, forge.certificate.keyid);
const turned = payloadOf(TURNED, forge.certificate.keyid);
const open = payloadOf(OPEN, forge.certificate.keyid);

function judgePayload(payload: JsonValue): string {
  return judge(forge.bundle(forge.issue(payload)), trust);
}

test('the honest payloads', () => {
  expect(judgePayload(closed)).toBe('certified');
  expect(judgePayload(turned)).toBe('conditional');
  expect(judgePayload(open)).toBe('conditional');
});

describe('the subject', () => {
  const sha256 = String(read(closed, '/subject/0/digest/sha256'));
  const other = String(read(closed, '/predicate/roles/left/digest')).slice(7);
  const AT = '/subject/0/digest';

  test.each<[string, string, string, Change | JsonValue]>([
    ['upper case', `${AT}/sha256`, `${AT}/sha256`, sha256.toUpperCase()],
    ['with its algorithm before it', `${AT}/sha256`, `${AT}/sha256`, `sha256:${sha256}`],
    ['a digit short', `${AT}/sha256`, `${AT}/sha256`, sha256.slice(1)],
    ['a line end behind', `${AT}/sha256`, `${AT}/sha256`, `${sha256}\n`],
    ['by sha512', `${AT}/sha256`, AT, { sha512: sha256 + sha256 }],
    ['by two algorithms', `${AT}/sha512`, AT, { sha256, sha512: sha256 + sha256 }],
    ['by gitBlob beside it', `${AT}/gitBlob`, `${AT}/gitBlob`, sha256.slice(24)],
    ['by none', `${AT}/sha256`, AT, {}],
    ['no subject', '/subject', '/subject', []],
    ['two subjects', '/subject', '/subject', (old) => (Array.isArray(old) ? [...old, ...old] : old)],
    ['a subject that is no list', '/subject', '/subject', { name: 'total', digest: { sha256 } }],
    ['another name', '/subject/0', '/subject/0/name', 'left'],
    ['no name', '/subject/0', '/subject/0/name', ''],
    ['another digest', '/subject/0', `${AT}/sha256`, other],
    [
      'another role with its own digest',
      '/subject/0',
      '/subject/0',
      { name: 'left', digest: { sha256: other } },
    ],
    ['a resource descriptor more', '/subject/0/uri', '/subject/0/uri', 'artifact://x'],
  ])('%s', (_name, where, at, change) => {
    expect(judgePayload(edit(closed, at, change))).toBe(`STATEMENT_INVALID /certificate${where}`);
  });

  test('where the candidate is a witness it is the first given role', () => {
    const payload = payloadOf(PRIME_PROVEN, forge.certificate.keyid);
    expect(read(payload, '/subject/0/name')).toBe('n');
    expect(judgePayload(payload)).toBe('certified');
    const proof = String(read(payload, '/predicate/roles/proof/digest')).slice(7);
    const witness = edit(payload, '/subject/0', { name: 'proof', digest: { sha256: proof } });
    expect(judgePayload(witness)).toBe('STATEMENT_INVALID /certificate/subject/0');
  });
});

describe('every member is required', () => {
  // That an assumption was left open only its checker knows; that one was left out shows when it is replayed.
  const optional = new Set(['/predicate/lineage/0', '/predicate/lineage/0/run', '/predicate/obligations/1']);
  const inEmbedded = /^\/predicate\/embedded\/[a-z]+\//;
  const members = [...new Set([closed, turned, open].flatMap((payload) => places(payload)))].filter(
    (at) => at !== '' && !inEmbedded.test(at) && !optional.has(at),
  );

  test.each(members)('%s', (at) => {
    for (const payload of [closed, turned, open].filter((each) => places(each).includes(at))) {
      expect(judgePayload(without(payload, at))).toMatch(/^STATEMENT_INVALID \/certificate\//);
    }
  });
});

describe('no member is known beside them', () => {
  const objects = places(open).filter((at) => at === '' || isJsonObject(read(open, at)));

  test.each(objects)('in "%s"', (at) => {
    for (const name of ['x', '__proto__', 'constructor', '']) {
      const there = read(open, at === '' ? '/predicate' : at);
      if (at !== '' && isJsonObject(there) && Object.hasOwn(there, name)) continue;
      const outcome = judgePayload(edit(open, `${at}/${name}`, {}));
      expect(outcome).toMatch(/^STATEMENT_INVALID \/certificate/);
    }
  });
});

describe('type and obligations agree', () => {
  const CERTIFICATE = 'urn:assay:certificate:v1';
  const CONDITIONAL = 'urn:assay:conditional-certificate:v1';
  const typed = (payload: JsonValue, type: JsonValue): JsonValue => edit(payload, '/predicateType', type);
  const obligations = read(turned, '/predicate/obligations');

  test.each<[string, string, JsonValue]>([
    ['conditional without the member', '/predicate/obligations', typed(closed, CONDITIONAL)],
    [
      'conditional with none',
      '/predicate/obligations',
      typed(edit(closed, '/predicate/obligations', []), CONDITIONAL),
    ],
    [
      'conditional with null',
      '/predicate/obligations',
      typed(edit(closed, '/predicate/obligations', null), CONDITIONAL),
    ],
    [
      'a certificate with an empty list',
      '/predicate/obligations',
      edit(closed, '/predicate/obligations', []),
    ],
    ['a certificate with null', '/predicate/obligations', edit(closed, '/predicate/obligations', null)],
    ['a certificate with obligations', '/predicate/obligations', typed(turned, CERTIFICATE)],
    [
      'a certificate with what it closes open',
      '/predicate/obligations',
      edit(closed, '/predicate/obligations', obligations),
    ],
    [
      'the obligations taken away with the type',
      '/predicate/obligations',
      typed(without(turned, '/predicate/obligations'), CERTIFICATE),
    ],
    ['another type', '/predicateType', typed(closed, 'urn:assay:certificate:v2')],
    ['a type in capitals', '/predicateType', typed(closed, CERTIFICATE.toUpperCase())],
    ['a list of types', '/predicateType', typed(closed, [CERTIFICATE])],
    ['another statement type', '/_type', edit(closed, '/_type', 'https://in-toto.io/Statement/v0.1')],
    ['the statement type with a slash', '/_type', edit(closed, '/_type', 'https://in-toto.io/Statement/v1/')],
  ])('%s', (_name, where, payload) => {
    expect(judgePayload(payload)).toBe(`STATEMENT_INVALID /certificate${where}`);
  });
});

describe('payloads that are no statement', () => {
  test.each<[string, JsonValue]>([
    ['null', null],
    ['a number', 7],
    ['a text', 'certified'],
    ['a list', [closed]],
    ['an empty object', {}],
    ['the predicate alone', read(closed, '/predicate')],
    ['a trust root', forge.trustPayload()],
    ['a bundle', forge.bundle(forge.certify(FACTOR_PROVEN))],
    ['62 levels deep', Array.from({ length: 62 }).reduce<JsonValue>((inner) => [inner], null)],
  ])('%s', (_name, payload) => {
    expect(judgePayload(payload)).toMatch(/^STATEMENT_INVALID \/certificate/);
  });

  const text = JSON.stringify(closed);
  test.each<[string, string]>([
    ['spaces', JSON.stringify(closed, null, 1)],
    ['members in another order', text],
    ['a member twice', '{"_type":"x","_type":"y"}'],
    ['a byte order mark', `\ufeff${text}`],
    ['a line end behind it', `${text}\n`],
    ['nothing', ''],
    ['two values', '{}{}'],
    ['a fraction', '{"a":1.0}'],
    ['70 levels', `${'['.repeat(70)}${']'.repeat(70)}`],
    ['no text', '\0\u0001'],
  ])('%s', (_name, payload) => {
    const issued = forge.issueBytes(new TextEncoder().encode(payload));
    expect(judge(forge.bundle(issued), trust)).toMatch(/^STATEMENT_INVALID \/certificate/);
  });

  test('not UTF-8', () => {
    const issued = forge.issueBytes(Uint8Array.of(0x22, 0xff, 0x22));
    expect(judge(forge.bundle(issued), trust)).toMatch(/^STATEMENT_INVALID \/certificate/);
  });

  test('a certificate logged as something else', () => {
    const issued = forge.issue(closed);
    const index = forge.appendLeaf(digest(closed), 'trust-root');
    expect(judge(forge.bundle({ ...issued, index }), trust)).toBe('PROOF_INVALID /certificate/proof');
  });
});
