import { parse } from '../canonical/canonical.ts';
import { type Permission, withPermissions } from '../certificate/trust-root-payload.ts';
import { readSuccessor } from '../certificate/trust-root-successor.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { CheckerRegistry } from '../checking/registry.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';
import { verifyNode } from '../keys/ed25519.ts';
import type { StoredTrustRoot } from '../store/store.ts';
import { type Instance, openTrustRoot } from './instance.ts';
import { signTrustRoot } from './trust-root.ts';

/** The permission for a checker to decide the claim it was written for, as the contract stands here. */
export function permissionFor(
  { identity, manifest }: CheckerProgram,
  contracts: ContractIndex,
  isDefault: boolean,
): Permission {
  return { claim: contracts.claim(manifest.claim).digest, checker: identity, default: isDefault };
}

/** Permissions for all installed checkers; with `defaults`, the one named after its claim becomes its default. */
export function builtInPermissions(
  checkers: CheckerRegistry,
  contracts: ContractIndex,
  defaults: boolean,
): Permission[] {
  return checkers
    .list()
    .map((program) => permissionFor(program, contracts, defaults && isNamedAfterClaim(program)));
}

/** `matrix.product` decides `matrix.product@1` unless somebody says otherwise. */
function isNamedAfterClaim({ manifest }: CheckerProgram): boolean {
  return manifest.claim.startsWith(`${manifest.id}@`);
}

/**
 * Signs and logs the next version of the trust root with these permissions added, its position fixed
 * under the write lock. Gives `null`, and publishes nothing, where all of it holds already.
 *
 * @throws AssayError `KEY_UNUSABLE` or `STORE_…`.
 */
export async function authorise(
  permissions: readonly Permission[],
  { store, root, serial }: Pick<Instance, 'store' | 'root' | 'serial'>,
): Promise<StoredTrustRoot | null> {
  const now = openTrustRoot(await store.trustRoot());
  if (withPermissions(now, permissions, { index: now.content.index + 1, serial: '' }) === null) return null;
  const signer = root();
  const publish = store.publishTrustRoot((stored, index) => {
    const current = openTrustRoot(stored);
    const content = withPermissions(current, permissions, { index, serial: serial() });
    if (content === null) throw new AlreadyAuthorised();
    const next = signTrustRoot(content, [signer]);
    readSuccessor(current, parse(next.envelope).value, verifyNode);
    return next;
  });
  return publish.catch((error: unknown) => {
    if (error instanceof AlreadyAuthorised) return null;
    throw error;
  });
}

/** Another process has authorised the same in the meantime. */
class AlreadyAuthorised extends Error {}
