import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { broken } from './fault.ts';
import { readBySchema } from './read-schema.ts';
import { refuseRepeats } from './repeats.ts';
import { CLAIM_SCHEMA } from './schema.ts';
import type { TypeReference } from './value-type.ts';

/** A named relation over roles. Its digest closes over its meaning: types and other claims are named by digest. */
export interface ClaimContract {
  readonly kind: 'claim';
  readonly id: string;
  readonly title: string;
  /** The relation in words, exactly. */
  readonly statement: string;
  /** What is claimed and what is not. */
  readonly scope: string;
  /** The role whose value a producer hands over. */
  readonly candidate: string;
  readonly roles: readonly RoleContract[];
  readonly assumptions: readonly Assumption[];
}

export interface RoleContract {
  readonly name: string;
  /** A witness is no part of the proposition. */
  readonly mode: 'given' | 'witness';
  readonly description: string;
  readonly types: readonly TypeReference[];
}

/** A proposition that an accepted verification may leave open: another claim, and the types of the values in its given roles. */
export interface Assumption {
  readonly id: string;
  readonly description: string;
  readonly claim: { readonly id: string; readonly contract: Digest };
  readonly roles: readonly { readonly name: string; readonly type: TypeReference }[];
}

/**
 * Reads a claim from untrusted JSON: the same rules for a contract folder and for a contract embedded in a certificate.
 *
 * @throws AssayError CONTRACT_INVALID with a pointer.
 */
export function readClaimContract(value: JsonValue): ClaimContract {
  const claim = readBySchema<ClaimContract>(CLAIM_SCHEMA, value);
  refuseRepeats(claim.roles, 'name', ['roles']);
  for (const [index, role] of claim.roles.entries()) {
    refuseRepeats(role.types, 'type', ['roles', index, 'types']);
  }
  if (!claim.roles.some((role) => role.name === claim.candidate)) {
    throw broken('the candidate is not one of the roles', ['candidate']);
  }
  if (!claim.roles.some((role) => role.mode === 'given')) {
    throw broken('at least one role must be given', ['roles']);
  }
  refuseRepeats(claim.assumptions, 'id', ['assumptions']);
  for (const [index, assumption] of claim.assumptions.entries()) {
    refuseRepeats(assumption.roles, 'name', ['assumptions', index, 'roles']);
  }
  return claim;
}
