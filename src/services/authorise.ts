import { type Permission, withPermissions } from '../certificate/trust-root-payload.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { CheckerRegistry } from '../checking/registry.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';
import type { Once } from '../store/answers.ts';
import type { StoredTrustRoot } from '../store/store.ts';
import { publishTrust, type TrustPublisher } from './publish-trust.ts';

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
 * Signs and logs the next version of the trust root with these permissions added. Gives `null`, and publishes nothing,
 * where all of it holds already.
 *
 * @throws AssayError `KEY_UNUSABLE` or `STORE_…`.
 */
export function authorise(
  permissions: readonly Permission[],
  instance: TrustPublisher,
  once?: Once<StoredTrustRoot>,
): Promise<StoredTrustRoot | null> {
  return publishTrust((current, place) => withPermissions(current, permissions, place), instance, once);
}
