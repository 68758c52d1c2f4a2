import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import { readSuccessor, readTrustRoot, type TrustRoot } from '../../src/certificate/trust-root.ts';
import type { KeySigner } from '../../src/keys/ed25519.ts';
import { encodeBase64 } from '../../src/log/base64.ts';
import { type Change, edit, mutations, read, without } from './edit.ts';
import {
  attempt,
  digest,
  Forge,
  given,
  type Issued,
  judge,
  newKey,
  PRIME,
  SUM,
  SUM_CHECKER,
  seal,
  TENANT,
  TRUST_ROOT_TYPE,
  TURN_CHECKER,
  TURN_CLAIM,
  trustedKey,
  verify,
} from './forge.ts';
import { CLOSED, TURN_PROVEN, TURNED } from './sketches.ts';

const forge = new Forge();
forge.appendOthers(9);
const issued = forge.certify(CLOSED);
const { index } = issued;
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

describe('what is in force', () => {
  const interval = (at: string, from: number, until: number | null): JsonValue =>
    changed([`${at}/from`, from], [`${at}/until`, until]);

  test.each<[string, number, number | null]>([
    ['certified', index, null],
    ['certified', index, index + 1],
    ['certified', 0, index + 1],
    ['refused', index + 1, null],
    ['refused', 0, index],
    ['refused', index, index],
    ['refused', 0, 0],
  ])('%s at %i', (outcome, from, until) => {
    const refused = outcome === 'refused';
    expect(under(interval('/keys/1', from, until))).toBe(
      refused ? 'ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid' : 'certified',
    );
    expect(under(interval('/authorisations/0', from, until))).toBe(
      refused ? 'CHECKER_NOT_AUTHORISED /certificate/predicate/checker/identity' : 'certified',
    );
  });

  test('one of two intervals is enough', () => {
    const { from: _from, until: _until, ...permission } = Object(read(payload, '/authorisations/0'));
    const two = [
      { ...permission, from: 0, until: 2 },
      { ...permission, from: index, until: index + 1 },
    ];
    expect(under(changed(['/authorisations', two]))).toBe('certified');
    expect(under(changed(['/authorisations', two.slice(0, 1)]))).toMatch(/^CHECKER_NOT_AUTHORISED/);
  });

  test.each<[string, string, JsonValue]>([
    ['another checker', '/authorisations/0/checker', OTHER],
    ['another claim', '/authorisations/0/claim', PRIME.digest],
    ['another tenant', '/authorisations/0/tenant', 'b'.repeat(32)],
  ])('an authorisation of %s', (_name, at, value) => {
    expect(under(changed([at, value]))).toBe(
      'CHECKER_NOT_AUTHORISED /certificate/predicate/checker/identity',
    );
  });

  test('an authorisation for the very tenant', () => {
    expect(under(changed(['/authorisations/0/tenant', TENANT]))).toBe('certified');
  });

  test.each<[string, JsonValue]>([
    ['retired', interval('/keys/2', 0, 1_000_000)],
    ['retired long ago', interval('/keys/2', 0, 3)],
    ['of another role', changed(['/keys/2/roles', ['certificate']])],
    ['left out', without(payload, '/keys/2')],
  ])('a log key that is %s no longer counts', (_name, value) => {
    expect(under(value)).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
  });

  test('after the log key changed, an old bundle needs a new proof and nothing else', () => {
    const next = newKey();
    const value = changed(
      ['/keys/2/until', 4],
      ['/keys/-', trustedKey(next, ['log'], { from: 4, until: null })],
    );
    const bundle = forge.bundle(issued);
    expect(judge(bundle, forge.trust(value))).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
    const refreshed = edit(bundle, '/certificate/proof', forge.proof(index, { signer: next }));
    expect(judge(refreshed, forge.trust(value))).toBe('certified');
    expect(judge(refreshed, forge.trust())).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
  });

  test('keys for both work, each in its own role', () => {
    const value = changed(
      ['/keys/1/roles', ['certificate', 'log', 'root']],
      ['/keys/2', trustedKey(newKey(), ['root'])],
    );
    const proof = forge.proof(index, { signer: forge.certificate });
    expect(judge(edit(forge.bundle(issued), '/certificate/proof', proof), forge.trust(value))).toBe(
      'certified',
    );
  });

  test('another log than the trust root counts positions of', () => {
    expect(under(changed(['/log', 'demo.example/other']))).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
  });
});

describe('revocations', () => {
  const revoked = (kind: string, what: JsonValue): JsonValue =>
    changed(['/revocations/-', { kind, digest: what, reason: 'unsound' }]);

  test('void every certificate, whenever it was given', () => {
    expect(under(revoked('checker', SUM_CHECKER.identity))).toBe(
      'CHECKER_REVOKED /certificate/predicate/checker',
    );
    expect(under(revoked('claim', SUM.digest))).toBe('CLAIM_REVOKED /certificate/predicate/claim');
  });

  test('void discharges too', () => {
    const bundle = forge.bundle(forge.certify(TURNED), [forge.certify(TURN_PROVEN)]);
    const outcome = (value: JsonValue): string => judge(bundle, forge.trust(value));
    expect(outcome(payload)).toBe('certified');
    expect(outcome(revoked('checker', TURN_CHECKER.identity))).toBe(
      'CHECKER_REVOKED /discharges/0/predicate/checker',
    );
    expect(outcome(revoked('claim', TURN_CLAIM.digest))).toBe('CLAIM_REVOKED /discharges/0/predicate/claim');
  });

  test('touch nothing else', () => {
    expect(under(revoked('checker', TURN_CHECKER.identity))).toBe('certified');
    expect(under(revoked('claim', SUM_CHECKER.identity))).toBe('certified');
    expect(under(revoked('checker', SUM.digest))).toBe('certified');
  });
});

describe('expiry', () => {
  const expiring = changed(['/version', 2], ['/index', 3], ['/expires', '2026-02-28T23:59:59.999Z']);
  const at = (now: string): string => judge(forge.bundle(issued), forge.trust(expiring), { now });

  test('is judged by the time given', () => {
    expect(at('2026-02-28T23:59:59.998Z')).toBe('certified');
    expect(at('2026-02-28T23:59:59.999Z')).toBe('TRUST_ROOT_EXPIRED');
    expect(at('2027-01-01T00:00:00.000Z')).toBe('TRUST_ROOT_EXPIRED');
  });

  test.each([
    '',
    '2026-02-28',
    '2026-02-28T23:59:59Z',
    '2020-01-01T00:00:00.000+00:00',
    'never',
    '2026-02-28T23:59:59.998Z\n',
  ])('a time written as "%s" never passes for one', (now) => {
    expect(() => at(now)).toThrow(RangeError);
  });

  test('no time at all, from a caller without types', () => {
    const options: { trust: TrustRoot; verify: typeof verify; now: string } = JSON.parse('{}');
    expect(() =>
      checkBundle(forge.bundle(issued), { ...options, trust: forge.trust(expiring), verify }),
    ).toThrow(RangeError);
  });
});

describe('the next version', () => {
  const [newRoot, newIssuer] = [newKey(), newKey()];
  const next = (...edits: readonly [string, Change | JsonValue][]): JsonValue =>
    changed(['/version', 2], ['/index', 20], ['/serial', '0'.repeat(32)], ...edits);
  const revocation = { kind: 'checker', digest: OTHER, reason: 'unsound' };
  const permission = { claim: SUM.digest, checker: OTHER, tenant: '*', from: 20, until: null };
  const rotated = next(
    ['/keys/0/until', 20],
    ['/keys/-', trustedKey(newRoot, ['root'], { from: 20, until: null })],
  );

  function follows(
    value: JsonValue,
    signers: readonly KeySigner[] = [forge.root],
    current: JsonValue = payload,
  ): string {
    const before = forge.trust(current);
    return attempt(() => `version ${readSuccessor(before, forge.sealTrust(value, signers), verify).version}`);
  }

  test.each<[string, JsonValue]>([
    ['nothing', next()],
    ['an authorisation from here on', next(['/authorisations/-', permission])],
    [
      'an authorisation that begins later',
      next(['/authorisations/-', { ...permission, from: 30, until: 40 }]),
    ],
    ['an authorisation that ends here', next(['/authorisations/0/until', 20])],
    ['an authorisation that ends later', next(['/authorisations/0/until', 21])],
    [
      'a key from here on',
      next(['/keys/-', trustedKey(newIssuer, ['certificate'], { from: 20, until: null })]),
    ],
    ['a key that ends here', next(['/keys/1/until', 20])],
    ['a compromised key, void from before', next(['/keys/1/until', 5])],
    ['a key void from the beginning', next(['/keys/1/until', 0])],
    ['a revocation', next(['/revocations/-', revocation])],
    ['another default', next(['/defaults/0/checker', OTHER])],
    ['no default', next(['/defaults', []])],
    ['an expiry', next(['/expires', '2027-01-01T00:00:00.000Z'])],
    [
      'all in another order',
      next(['/authorisations', (old) => (Array.isArray(old) ? old.toReversed() : old)]),
    ],
  ])('may change %s', (_name, value) => {
    expect(follows(value)).toBe('version 2');
  });

  test.each<[string, JsonValue]>([
    ['the same version again', changed()],
    ['a version later', next(['/version', 3])],
    ['version 1 again, elsewhere', next(['/version', 1], ['/index', 0])],
    ['another log', next(['/log', 'demo.example/other'])],
    ['an authorisation for the past', next(['/authorisations/-', { ...permission, from: 19 }])],
    ['an authorisation gone', without(next(), '/authorisations/0')],
    [
      'an authorisation that begins earlier',
      next(['/authorisations/0/until', 20], ['/authorisations/-', { ...permission, from: 0 }]),
    ],
    ['an authorisation that ended in the past', next(['/authorisations/0/until', 19])],
    ['an authorisation that begins elsewhere', next(['/authorisations/0/from', 1])],
    ['an authorisation of another checker', next(['/authorisations/0/checker', OTHER])],
    ['an authorisation for everybody made one tenant\u2019s', next(['/authorisations/0/tenant', TENANT])],
    [
      'a key for the past',
      next(['/keys/-', trustedKey(newIssuer, ['certificate'], { from: 19, until: null })]),
    ],
    ['a key gone', without(next(), '/keys/1')],
    ['a key that begins elsewhere', next(['/keys/1/from', 1])],
    ['a key with another role', next(['/keys/1/roles', ['certificate', 'log']])],
  ])('may not change: %s', (_name, value) => {
    expect(follows(value)).toMatch(/^TRUST_ROOT_INVALID/);
  });

  test('a revocation stays', () => {
    const current = changed(['/revocations/-', revocation]);
    expect(follows(next(), [forge.root], current)).toMatch(/^TRUST_ROOT_INVALID/);
    expect(
      follows(next(['/revocations/-', { ...revocation, kind: 'claim' }]), [forge.root], current),
    ).toMatch(/^TRUST_ROOT_INVALID/);
    expect(
      follows(next(['/revocations/-', { ...revocation, reason: 'in other words' }]), [forge.root], current),
    ).toBe('version 2');
  });

  test('what has ended stays ended', () => {
    const ended = changed(['/authorisations/0/until', 4], ['/keys/1/until', 4]);
    const reopened = (at: string, until: number | null): string =>
      follows(
        edit(next(['/authorisations/0/until', 4], ['/keys/1/until', 4]), at, until),
        [forge.root],
        ended,
      );
    expect(reopened('/authorisations/0/until', 4)).toBe('version 2');
    for (const until of [null, 5, 20, 30]) {
      expect(reopened('/authorisations/0/until', until)).toMatch(/^TRUST_ROOT_INVALID/);
      expect(reopened('/keys/1/until', until)).toMatch(/^TRUST_ROOT_INVALID/);
    }
    expect(reopened('/keys/1/until', 3)).toBe('version 2');
  });

  test('stands later in the log', () => {
    const current = changed(['/version', 2], ['/index', 20]);
    const third = (at: number): string =>
      follows(changed(['/version', 3], ['/index', at]), [forge.root], current);
    expect(third(21)).toBe('version 2'.replace('2', '3'));
    expect(third(20)).toMatch(/^TRUST_ROOT_INVALID/);
    expect(third(19)).toMatch(/^TRUST_ROOT_INVALID/);
  });

  test('is signed under the old rules and the new', () => {
    expect(follows(rotated, [forge.root, newRoot])).toBe('version 2');
    expect(follows(rotated, [newRoot, forge.root])).toBe('version 2');
    expect(follows(rotated, [newRoot])).toMatch(/^TRUST_ROOT_INVALID/);
    expect(follows(rotated, [forge.root])).toMatch(/^TRUST_ROOT_INVALID/);
    expect(follows(next(), [newRoot])).toMatch(/^TRUST_ROOT_INVALID/);
    expect(follows(next(), [forge.certificate])).toMatch(/^TRUST_ROOT_INVALID/);
  });

  test('a lower threshold needs the old one once more', () => {
    const two = changed(['/threshold', 2], ['/keys/-', trustedKey(newRoot, ['root'])]);
    const before = readTrustRoot(forge.sealTrust(two, [forge.root, newRoot]), verify);
    const lower = edit(next(), '/keys/-', trustedKey(newRoot, ['root']));
    const attemptWith = (...signers: KeySigner[]): string =>
      attempt(() => `version ${readSuccessor(before, forge.sealTrust(lower, signers), verify).version}`);
    expect(attemptWith(forge.root, newRoot)).toBe('version 2');
    expect(attemptWith(forge.root)).toMatch(/^TRUST_ROOT_INVALID/);
    expect(attemptWith(newRoot)).toMatch(/^TRUST_ROOT_INVALID/);
  });

  test('a root key that was void before cannot sign it', () => {
    const compromised = changed(['/keys/-', trustedKey(newRoot, ['root'], { from: 0, until: 10 })]);
    const later = edit(next(), '/keys/-', trustedKey(newRoot, ['root'], { from: 0, until: 10 }));
    expect(follows(later, [newRoot], compromised)).toMatch(/^TRUST_ROOT_INVALID/);
    expect(follows(later, [forge.root], compromised)).toBe('version 2');
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
