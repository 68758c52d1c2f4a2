import { TO_COME } from '../certificate/interval.ts';
import type { TrustRoot } from '../certificate/trust-root.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { CheckerRegistry } from '../checking/registry.ts';
import type { ClaimContract } from '../contracts/claim.ts';
import type { Loaded } from '../contracts/contract-index.ts';
import { AssayError, type ErrorCode } from '../errors.ts';
import { requireChecker } from './checkers.ts';
import { currentTrustRoot, type Instance } from './instance.ts';

const AUTHORISE = 'an administrator authorises it with `assay checkers authorise`';

/**
 * The checker that is to decide a claim now: the one the handoff names, else the claim's default in the
 * trust root; never a silent second choice.
 *
 * @param named a checker's id or identity.
 * @throws AssayError `CHECKER_UNKNOWN`, `CHECKER_NOT_AUTHORISED`, `CHECKER_REVOKED`, `CLAIM_REVOKED` or
 *   `TRUST_ROOT_EXPIRED`.
 */
export async function chooseChecker(
  claim: Loaded<ClaimContract>,
  named: string | undefined,
  { checkers, store, now }: Pick<Instance, 'checkers' | 'store' | 'now'>,
): Promise<CheckerProgram> {
  const { tenant } = store;
  const trust = await currentTrustRoot(store);
  trust.assertCurrent(now());
  const program =
    named === undefined
      ? defaultChecker(claim, checkers, trust, tenant)
      : requireChecker(named, checkers, '/checker');
  if (program.manifest.claim !== claim.contract.id) {
    throw new AssayError('CHECKER_UNKNOWN', 'the checker decides another claim', {
      at: '/checker',
      next: `\`assay checkers list\` shows which decide ${claim.contract.id}`,
    });
  }
  requireAuthorised(trust, { claim: claim.digest, checker: program.identity, tenant, index: TO_COME });
  return program;
}

/** What is to be in force at one position of the log. */
export interface Permit {
  readonly claim: Loaded<ClaimContract>['digest'];
  readonly checker: CheckerProgram['identity'];
  readonly tenant: string;
  readonly index: number;
}

/** @throws AssayError `CLAIM_REVOKED`, `CHECKER_REVOKED` or `CHECKER_NOT_AUTHORISED`. */
export function requireAuthorised(trust: TrustRoot, { claim, checker, tenant, index }: Permit): void {
  if (trust.revocation('claim', claim) !== undefined) {
    throw new AssayError('CLAIM_REVOKED', 'the claim contract was revoked as unsound');
  }
  if (trust.revocation('checker', checker) !== undefined) {
    throw new AssayError('CHECKER_REVOKED', 'the checker was revoked as unsound', { at: checker });
  }
  if (!trust.authorises(claim, checker, tenant, index)) {
    throw new AssayError(
      'CHECKER_NOT_AUTHORISED',
      'the trust root authorises this checker for this claim nowhere',
      {
        at: checker,
        next: AUTHORISE,
      },
    );
  }
}

/** Whether the trust root forbids to certify: not a fault of the input, and it may change while a checker runs. */
export function isForbidden(error: unknown): error is AssayError {
  return error instanceof AssayError && FORBIDDEN.includes(error.code);
}

const FORBIDDEN: readonly ErrorCode[] = [
  'CLAIM_REVOKED',
  'CHECKER_REVOKED',
  'CHECKER_NOT_AUTHORISED',
  'ISSUER_UNTRUSTED',
  'TRUST_ROOT_EXPIRED',
];

function defaultChecker(
  claim: Loaded<ClaimContract>,
  checkers: CheckerRegistry,
  trust: TrustRoot,
  tenant: string,
): CheckerProgram {
  const identity = trust.defaultChecker(claim.digest, tenant);
  const upgrade =
    'after an upgrade, `assay checkers authorise --builtin --default` authorises what is installed; `assay checkers authorise ID --default` makes another checker the default';
  if (identity === undefined) {
    throw new AssayError(
      'CHECKER_NOT_AUTHORISED',
      'the trust root names no checker for this claim contract',
      {
        at: claim.contract.id,
        next: upgrade,
      },
    );
  }
  const program = checkers.byIdentity(identity);
  if (program === undefined) {
    throw new AssayError(
      'CHECKER_NOT_AUTHORISED',
      'the checker the trust root names for this claim is not installed',
      {
        at: identity,
        next: upgrade,
      },
    );
  }
  return program;
}
