import { TO_COME } from '../certificate/interval.ts';
import type { TrustRoot } from '../certificate/trust-root.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';

/** What a trust root says of a checker. */
export interface CheckerPermission {
  /** Whether the contract of its claim is at hand; without it, it decides nothing. */
  readonly hasClaim: boolean;
  /** Whether it may decide its claim for this tenant now. */
  readonly authorised: boolean;
  /** Whether it decides where none is named. */
  readonly default: boolean;
  /** Whether it was revoked as unsound. */
  readonly revoked: boolean;
}

/** What holds of a checker now, for one tenant and the claim contract that is in force here. */
export function permissionOf(
  { manifest, identity }: CheckerProgram,
  contracts: ContractIndex,
  trust: TrustRoot,
  tenant: string,
): CheckerPermission {
  const revoked = trust.revocation('checker', identity) !== undefined;
  const claim = contracts.claims().find(({ contract }) => contract.id === manifest.claim)?.digest;
  if (claim === undefined) return { hasClaim: false, authorised: false, default: false, revoked };
  return {
    hasClaim: true,
    authorised: !revoked && trust.authorises(claim, identity, tenant, TO_COME),
    default: trust.defaultChecker(claim, tenant) === identity,
    revoked,
  };
}
