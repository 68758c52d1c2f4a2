import { type CanonicalBytes, canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { encodeBase64 } from './base64.ts';
import { intervalJson } from './interval.ts';
import type { TrustRoot } from './trust-root.ts';
import type { Authorisation, Revocation, TrustRootContent } from './trust-root-content.ts';

/** The canonical payload of a trust root: what its root keys sign. */
export function trustRootPayload(content: TrustRootContent): CanonicalBytes {
  const { serial, version, index, expires, log, threshold } = content;
  return canonicalise({
    trust_root: '1',
    serial,
    version,
    index,
    expires,
    log,
    threshold,
    keys: content.keys.map(({ keyid, publicKey, roles, ...interval }) => ({
      keyid,
      public_key: encodeBase64(publicKey),
      roles,
      ...intervalJson(interval),
    })),
    authorisations: content.authorisations.map(({ claim, checker, tenant, ...interval }) => ({
      claim,
      checker,
      tenant,
      ...intervalJson(interval),
    })),
    defaults: content.defaults.map((entry) => ({ ...entry })),
    families: content.families.map(({ name, checkers }) => ({ name, checkers })),
    revocations: content.revocations.map((entry) => ({ ...entry })),
  });
}

/** A checker to authorise for a claim contract, perhaps as the claim's default. */
export interface Permission {
  readonly claim: Digest;
  readonly checker: Digest;
  readonly default: boolean;
}

/**
 * The content of the next version, standing at `index`, with these permissions added for all tenants.
 * What is authorised already stays as it is; gives `null` where nothing would change.
 */
export function withPermissions(
  current: TrustRoot,
  permissions: readonly Permission[],
  { index, serial }: { readonly index: number; readonly serial: string },
): TrustRootContent | null {
  const { content } = current;
  const added: Authorisation[] = permissions
    .filter(
      ({ claim, checker }) =>
        !content.authorisations.some(
          (entry) =>
            entry.claim === claim &&
            entry.checker === checker &&
            entry.tenant === '*' &&
            entry.until === null,
        ),
    )
    .map(({ claim, checker }) => ({ claim, checker, tenant: '*', from: index, until: null }));
  const chosen = permissions.filter((permission) => permission.default);
  const changed = chosen.filter(
    ({ claim, checker }) =>
      !content.defaults.some(
        (entry) => entry.claim === claim && entry.tenant === '*' && entry.checker === checker,
      ),
  );
  if (added.length === 0 && changed.length === 0) return null;
  const kept = content.defaults.filter(
    (entry) => entry.tenant !== '*' || !changed.some(({ claim }) => claim === entry.claim),
  );
  return {
    ...content,
    serial,
    version: content.version + 1,
    index,
    authorisations: [...content.authorisations, ...added],
    defaults: [...kept, ...changed.map(({ claim, checker }) => ({ claim, tenant: '*', checker }))],
  };
}

/**
 * The content of the next version, standing at `index`, which voids every certificate that a checker or a claim contract
 * gave; `null` where it is revoked already. What was authorised stays written: it says what was in force when.
 */
export function withRevocation(
  { content }: Pick<TrustRoot, 'content'>,
  revoked: Revocation,
  { index, serial }: { readonly index: number; readonly serial: string },
): TrustRootContent | null {
  if (content.revocations.some(({ kind, digest }) => kind === revoked.kind && digest === revoked.digest)) {
    return null;
  }
  const revocations = [...content.revocations, revoked];
  return { ...content, serial, version: content.version + 1, index, revocations };
}
