import type { Digest } from '../canonical/digest.ts';
import { pointer } from '../canonical/pointer.ts';
import type { RoleDigests } from './proposition.ts';
import type { Predicate } from './statement.ts';

/** A statement somebody holds: a claim contract and the digests of the values in its roles. */
export interface HeldStatement {
  readonly claim: { readonly id: string; readonly contract: Digest };
  readonly roles: RoleDigests;
}

/** Where a held statement first differs from a certificate's. */
export interface Difference {
  readonly at: string;
  readonly what: string;
  readonly held: string | null;
  readonly certified: string | null;
}

/**
 * Compares a statement with what a certificate asserts: the claim contract first, then the roles in
 * the order of the certificate's claim, every role of either. Gives the first difference, or `null` where there is none.
 */
export function firstDifference(
  held: HeldStatement,
  { claim, roles }: Predicate,
  order: readonly string[],
): Difference | null {
  if (held.claim.contract !== claim.contract) {
    return held.claim.id === claim.id
      ? {
          at: '/claim',
          what: 'another version of the claim contract',
          held: held.claim.contract,
          certified: claim.contract,
        }
      : { at: '/claim', what: 'another claim', held: held.claim.id, certified: claim.id };
  }
  for (const name of new Set([...order, ...Object.keys(roles), ...Object.keys(held.roles)])) {
    const certified = Object.hasOwn(roles, name) ? (roles[name]?.digest ?? null) : null;
    const mine = Object.hasOwn(held.roles, name) ? (held.roles[name] ?? null) : null;
    if (mine !== certified)
      return { at: pointer('roles', name), what: 'another value', held: mine, certified };
  }
  return null;
}
