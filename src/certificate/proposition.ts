import { canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';

/** A digest for each role, under the role's name. */
export type RoleDigests = Readonly<Record<string, Digest>>;

/**
 * The digest of a statement (every role of the claim) or of a proposition (the given roles only):
 * sha256 of JCS `{claim: <contract digest>, roles: {ROLE: digest}}`.
 */
export function statementDigest(claim: Digest, roles: RoleDigests): Digest {
  return canonicalise({ claim, roles }).digest;
}

/** The roles without the witnesses: what is asserted, however it was shown. */
export function givenRoles(
  roles: readonly { readonly name: string; readonly mode: 'given' | 'witness' }[],
  digests: RoleDigests,
): RoleDigests {
  const given: Record<string, Digest> = {};
  for (const { name, mode } of roles) {
    const digest = digests[name];
    if (mode === 'given' && digest !== undefined) given[name] = digest;
  }
  return given;
}
