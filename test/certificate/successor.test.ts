import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { readTrustRoot } from '../../src/certificate/trust-root.ts';
import { readSuccessor } from '../../src/certificate/trust-root-successor.ts';
import type { KeySigner } from '../../src/keys/ed25519.ts';
import { digest, SUM } from './demo.ts';
import { type Change, edit, without } from './edit.ts';
import { attempt, Forge, newKey, trustedKey, verify } from './forge.ts';
import { TENANT } from './payload.ts';

const forge = new Forge();
const payload = forge.trustPayload();
const OTHER = digest('something else');

const changed = (...edits: readonly [at: string, change: Change | JsonValue][]): JsonValue =>
  edits.reduce<JsonValue>((value, [at, change]) => edit(value, at, change), payload);

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
    expect(third(21)).toBe('version 3');
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
