import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { readTrustRoot } from '../../src/certificate/trust-root.ts';
import type { KeySigner } from '../../src/keys/ed25519.ts';
import { encodeBase64 } from '../../src/log/base64.ts';
import { digest, given, SUM, SUM_CHECKER } from './demo.ts';
import { type Change, edit, mutations, read } from './edit.ts';
import {
  attempt,
  Forge,
  type Issued,
  judge,
  newKey,
  seal,
  TRUST_ROOT_TYPE,
  trustedKey,
  verify,
} from './forge.ts';
import { TENANT } from './payload.ts';
import { CLOSED } from './sketches.ts';

const forge = new Forge();
forge.appendOthers(9);
const issued = forge.certify(CLOSED);
const payload = forge.trustPayload();
const OTHER = digest('something else');

const changed = (...edits: readonly [at: string, change: Change | JsonValue][]): JsonValue =>
  edits.reduce<JsonValue>((value, [at, change]) => edit(value, at, change), payload);
const opened = (envelope: JsonValue): string =>
  attempt(() => `version ${readTrustRoot(envelope, verify).version}`);
const sealed = (value: JsonValue, signers?: readonly KeySigner[]): string =>
  opened(forge.sealTrust(value, signers));
const under = (value: JsonValue, certificate: Issued = issued): string =>
  judge(forge.bundle(certificate), forge.trust(value));

describe('the file', () => {
  const envelope = forge.sealTrust(payload);

  test('is read', () => {
    expect(opened(envelope)).toBe('version 1');
    expect(under(payload)).toBe('certified');
  });

  test('nothing in the envelope can change', () => {
    for (const { what, at, value } of mutations(envelope)) {
      expect(opened(value), `${what} ${at}`).toMatch(/^TRUST_ROOT_INVALID/);
    }
  });

  test('nothing in the payload can change under the old signature', () => {
    for (const { what, at, value } of mutations(payload)) {
      const spoiled = { ...envelope, payload: encodeBase64(canonicalise(value).bytes) };
      expect(opened(spoiled), `${what} ${at}`).toMatch(/^TRUST_ROOT_INVALID/);
    }
  });

  test('a payload that is not canonical', () => {
    for (const text of [
      JSON.stringify(payload),
      ` ${canonicalise(payload).text}`,
      `\ufeff${canonicalise(payload).text}`,
      '',
    ]) {
      const bytes = new TextEncoder().encode(text);
      expect(opened(seal(bytes, TRUST_ROOT_TYPE, [forge.root]))).toMatch(/^TRUST_ROOT_INVALID/);
    }
  });

  test('a certificate is no trust root, though the root key signed it', () => {
    const { envelope: certificate } = forge.certify(CLOSED, forge.root);
    expect(opened(certificate)).toMatch(/^TRUST_ROOT_INVALID/);
    expect(opened({ ...certificate, payloadType: TRUST_ROOT_TYPE })).toMatch(/^TRUST_ROOT_INVALID/);
  });
});

describe('signed again', () => {
  test('every member is required, and no other known', () => {
    for (const { what, at, value } of mutations(payload)) {
      if (at.endsWith('/until') && what === 'number') continue;
      if (!/^(delete|rename|unknown member|null|wrap|array|object|number|negative)/.test(what)) continue;
      // Lists may be shorter; `until` may be null.
      if (
        /^\/(authorisations|defaults|families|revocations|keys)\/\d+(\/checkers\/\d+)?$/.test(at) &&
        what === 'delete'
      )
        continue;
      expect(sealed(value), `${what} ${at}`).toMatch(/^TRUST_ROOT_INVALID/);
    }
  });

  const key0 = read(payload, '/keys/0');
  test.each<[string, string, JsonValue]>([
    ['another format', '/trust_root', changed(['/trust_root', '2'])],
    ['version 0', '/version', changed(['/version', 0])],
    ['version 1 not at entry 0', '/index', changed(['/index', 3])],
    ['version 2 at entry 0', '/index', changed(['/version', 2])],
    ['a first version that expires', '/expires', changed(['/expires', '2999-01-01T00:00:00.000Z'])],
    ['an expiry without milliseconds', '/expires', changed(['/expires', '2999-01-01T00:00:00Z'])],
    ['an expiry in another zone', '/expires', changed(['/expires', '2999-01-01T00:00:00.000+01:00'])],
    ['a log with a space', '/log', changed(['/log', 'demo example'])],
    ['a log with a plus', '/log', changed(['/log', 'demo+example'])],
    ['no log', '/log', changed(['/log', ''])],
    ['a threshold of none', '/threshold', changed(['/threshold', 0])],
    ['a threshold above the root keys', '/threshold', changed(['/threshold', 2])],
    ['no keys', '/keys', changed(['/keys', []])],
    ['a key twice', '/keys', changed(['/keys/-', key0])],
    ['a key twice with other roles', '/keys', changed(['/keys/-', edit(key0, '/roles', ['log'])])],
    ['a key under another name', '/keys/0/keyid', changed(['/keys/0/keyid', OTHER])],
    [
      'a key under an upper-case name',
      '/keys/0/keyid',
      changed(['/keys/0/keyid', (old) => String(old).toUpperCase()]),
    ],
    ['a key without roles', '/keys/0/roles', changed(['/keys/0/roles', []])],
    ['a role twice', '/keys/0/roles', changed(['/keys/0/roles', ['root', 'root']])],
    ['an unknown role', '/keys/0/roles/0', changed(['/keys/0/roles/0', 'admin'])],
    [
      'an interval that ends before it begins',
      '/keys/1/until',
      changed(['/keys/1/from', 5], ['/keys/1/until', 4]),
    ],
    ['a tenant that is none', '/authorisations/0/tenant', changed(['/authorisations/0/tenant', 'all'])],
    ['a tenant by a pattern', '/authorisations/0/tenant', changed(['/authorisations/0/tenant', 'a*'])],
    [
      'two defaults',
      '/defaults',
      changed(['/defaults/-', { claim: SUM.digest, tenant: '*', checker: OTHER }]),
    ],
    [
      'a revocation of something else',
      '/revocations/0/kind',
      changed(['/revocations/-', { kind: 'key', digest: OTHER, reason: 'x' }]),
    ],
    [
      'a revocation in upper case',
      '/revocations/0/digest',
      changed(['/revocations/-', { kind: 'claim', digest: OTHER.toUpperCase(), reason: 'x' }]),
    ],
  ])('%s', (_name, where, value) => {
    expect(sealed(value)).toBe(`TRUST_ROOT_INVALID ${where}`);
  });

  const bytes = (...head: number[]): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => head[at] ?? 0);
  const ff = (first: number, last: number): Uint8Array =>
    new Uint8Array(32).fill(0xff).with(0, first).with(31, last);
  test.each<[string, Uint8Array]>([
    ['the identity', bytes(1)],
    ['order 2', ff(0xec, 0x7f)],
    ['order 4', bytes()],
    ['order 4 with the other sign', bytes().with(31, 0x80)],
    [
      'order 8',
      new Uint8Array(Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex')),
    ],
    [
      'order 8, the other y',
      new Uint8Array(Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex')),
    ],
    ['y = p', ff(0xed, 0x7f)],
    ['y = p + 3', ff(0xf0, 0x7f)],
    ['off the curve', bytes(2)],
    ['31 bytes', bytes(9).slice(1)],
    ['33 bytes', new Uint8Array(33).fill(9)],
  ])('a key that is %s', (_name, publicKey) => {
    const keyid = digestOf(publicKey);
    const value = changed(['/keys/-', trustedKey({ keyid, publicKey }, ['certificate'])]);
    expect(sealed(value)).toBe('TRUST_ROOT_INVALID /keys/3/public_key');
  });
});

describe('a threshold', () => {
  const [second, third] = [newKey(), newKey()];
  const two = changed(
    ['/threshold', 2],
    ['/keys/-', trustedKey(second, ['root'])],
    ['/keys/-', trustedKey(third, ['root'], { from: 0, until: 0 })],
  );
  const bytes = canonicalise(two).bytes;
  const signed = (...signers: KeySigner[]): string => opened(seal(bytes, TRUST_ROOT_TYPE, signers));

  test('of two: two of its root keys', () => {
    expect(signed(forge.root, second)).toBe('version 1');
    expect(signed(second, forge.root)).toBe('version 1');
  });

  test.each<[string, KeySigner[]]>([
    ['one', [forge.root]],
    ['one key twice', [forge.root, forge.root]],
    ['one key under the name of another', [forge.root, { ...forge.root, keyid: second.keyid }]],
    ['one key under an unknown name', [forge.root, { ...forge.root, keyid: OTHER }]],
    ['the keys of certificates and checkpoints', [forge.root, forge.certificate, forge.log]],
    ['a key that is no longer in force', [forge.root, third]],
    ['a stranger', [forge.root, newKey()]],
    ['two and a stranger', [forge.root, second, newKey()]],
    ['two and a false one', [forge.root, second, { ...third, sign: forge.root.sign }]],
    ['nobody', []],
  ])('of two, signed by %s', (_name, signers) => {
    expect(signed(...signers)).toMatch(/^TRUST_ROOT_INVALID/);
  });

  test('a signature more, of a root key no longer in force, is true or refused', () => {
    expect(signed(forge.root, second, third)).toBe('version 1');
  });

  test('one public key cannot stand under two names', () => {
    const twice = edit(two, '/keys/3', { ...trustedKey(forge.root, ['root']), keyid: OTHER });
    expect(sealed(twice, [forge.root, { ...forge.root, keyid: OTHER }])).toBe(
      'TRUST_ROOT_INVALID /keys/3/keyid',
    );
  });
});

test('a trust root does not change in the hands of its reader', () => {
  const trust = forge.trust();
  expect(trust.defaultChecker(SUM.digest, TENANT)).toBe(SUM_CHECKER.identity);
  const own = { claim: SUM.digest, tenant: TENANT, checker: OTHER };
  expect(forge.trust(changed(['/defaults/-', own])).defaultChecker(SUM.digest, TENANT)).toBe(OTHER);
  expect(forge.trust(changed(['/defaults/-', own])).defaultChecker(SUM.digest, 'b'.repeat(32))).toBe(
    SUM_CHECKER.identity,
  );
  expect(given(trust.currentLogKeys()[0]).keyid).toBe(forge.log.keyid);
});
