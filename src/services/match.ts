import type { CheckedBundle } from '../certificate/check.ts';
import { type Difference, firstDifference } from '../certificate/match.ts';
import { roleDigests } from './predicate.ts';
import type { ResolvedStatement } from './resolve.ts';

/**
 * Compares a final statement with what a certificate asserts; digests decide, so that equal-looking
 * values of another meaning differ. Gives the first difference, `null` where there is none.
 */
export function matchStatement(
  statement: ResolvedStatement,
  { certificate: { predicate, embedded } }: CheckedBundle,
): Difference | null {
  const { contract, digest } = statement.claim;
  return firstDifference(
    { claim: { id: contract.id, contract: digest }, roles: roleDigests(statement) },
    predicate,
    embedded.claim.roles.map(({ name }) => name),
  );
}
