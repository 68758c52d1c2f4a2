import { canonicalise } from '../canonical/canonical.ts';
import { sealEnvelope } from '../certificate/envelope.ts';
import { TRUST_ROOT_TYPE } from '../certificate/trust-root.ts';
import type { KeyRole, TrustRootContent } from '../certificate/trust-root-content.ts';
import { type Permission, trustRootPayload } from '../certificate/trust-root-payload.ts';
import type { KeySigner } from '../keys/ed25519.ts';
import type { NewTrustRoot } from '../store/store.ts';

/** Signs the content of a trust root and makes its log entry. */
export function signTrustRoot(content: TrustRootContent, signers: readonly KeySigner[]): NewTrustRoot {
  const payload = trustRootPayload(content);
  const envelope = sealEnvelope(payload, TRUST_ROOT_TYPE, signers);
  return {
    version: content.version,
    envelope: canonicalise(envelope).bytes,
    payloadDigest: payload.digest,
  };
}

/** What a new data folder starts from. */
export interface Beginnings {
  readonly log: string;
  readonly serial: string;
  readonly keys: Readonly<Record<KeyRole, KeySigner>>;
}

/** Version 1 of a trust root, entry 0 of its log: its keys and the built-in checkers hold from position 0. */
export function genesisTrustRoot(
  { log, serial, keys }: Beginnings,
  permissions: readonly Permission[],
): NewTrustRoot {
  const roles: readonly KeyRole[] = ['root', 'certificate', 'log'];
  const always = { from: 0, until: null } as const;
  const content: TrustRootContent = {
    serial,
    version: 1,
    index: 0,
    expires: null,
    log,
    threshold: 1,
    keys: roles.map((role) => ({
      keyid: keys[role].keyid,
      publicKey: keys[role].publicKey,
      roles: [role],
      ...always,
    })),
    authorisations: permissions.map(({ claim, checker }) => ({ claim, checker, tenant: '*', ...always })),
    defaults: permissions
      .filter((permission) => permission.default)
      .map(({ claim, checker }) => ({ claim, tenant: '*', checker })),
    families: [],
    revocations: [],
  };
  return signTrustRoot(content, [keys.root]);
}
