import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import type { TrustRoot } from '../../src/certificate/trust-root.ts';
import { digest, PRIME, SUM, SUM_CHECKER, TURN_CHECKER, TURN_CLAIM } from './demo.ts';
import { type Change, edit, read, without } from './edit.ts';
import { Forge, type Issued, judge, newKey, trustedKey, verify } from './forge.ts';
import { TENANT } from './payload.ts';
import { CLOSED, TURN_PROVEN, TURNED } from './sketches.ts';

const forge = new Forge();
forge.appendOthers(9);
const issued = forge.certify(CLOSED);
const { index } = issued;
const payload = forge.trustPayload();
const OTHER = digest('something else');

const changed = (...edits: readonly [at: string, change: Change | JsonValue][]): JsonValue =>
  edits.reduce<JsonValue>((value, [at, change]) => edit(value, at, change), payload);
const under = (value: JsonValue, certificate: Issued = issued): string =>
  judge(forge.bundle(certificate), forge.trust(value));

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
