import type { Digest } from '../canonical/digest.ts';
import type { Assumption, ClaimContract } from '../contracts/claim.ts';
import type { TransformContract } from '../contracts/transform.ts';
import { AssayError } from '../errors.ts';
import { type RoleDigests, statementDigest } from './proposition.ts';
import type { Obligation } from './statement.ts';

/** The role a certificate's subject names: the candidate, or where that is a witness the first given role. */
export function subjectRole(claim: ClaimContract): string {
  const candidate = claim.roles.find((role) => role.name === claim.candidate && role.mode === 'given');
  const subject = candidate ?? claim.roles.find((role) => role.mode === 'given');
  if (subject === undefined)
    throw new AssayError('CONTRACT_INVALID', 'a claim needs a given role', { at: claim.id });
  return subject.name;
}

/** "This is the transform of that": what stays open when a role's value was made by a transform. */
export function transformObligation(
  role: string,
  proof: TransformContract['proof'],
  source: Digest,
  target: Digest,
): Obligation {
  return obligation(
    proof.claim,
    proof.contract,
    { [proof.source_role]: source, [proof.target_role]: target },
    {
      transform: role,
    },
  );
}

/** An assumption the claim declares, about the values the checker left open. */
export function assumptionObligation(assumption: Assumption, roles: RoleDigests): Obligation {
  return obligation(assumption.claim.id, assumption.claim.contract, roles, { assumption: assumption.id });
}

function obligation(
  id: string,
  contract: Digest,
  roles: RoleDigests,
  cause: Obligation['cause'],
): Obligation {
  return { cause, claim: { contract, id }, proposition: statementDigest(contract, roles), roles };
}
