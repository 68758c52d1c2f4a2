import { pointer } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';
import type { ResolvedStatement } from './resolve.ts';

/**
 * The candidate came by reference from a run whose inputs were exactly the other given values: neither more nor fewer, whatever
 * the ports and roles are called.
 *
 * @throws AssayError LINEAGE_MISMATCH
 */
export function requireLineage({ claim, roles }: ResolvedStatement): void {
  const { candidate, roles: contracts } = claim.contract;
  const at = `/roles${pointer(candidate)}`;
  const invocation = roles.get(candidate)?.invocation;
  if (invocation === undefined) {
    throw new AssayError('LINEAGE_MISMATCH', 'the candidate did not come by reference from a run', {
      at,
      next: 'give the candidate by the reference or handle that its producer was answered, or do not require lineage',
    });
  }
  const given = contracts
    .filter(({ name, mode }) => mode === 'given' && name !== candidate)
    .map(({ name }) => roles.get(name)?.value.bytes.digest ?? '');
  const inputs = invocation.inputs.map(({ digest }) => digest);
  if (given.toSorted().join() === inputs.toSorted().join()) return;
  throw new AssayError('LINEAGE_MISMATCH', 'the run that gave the candidate had other inputs than these', {
    at,
    next: 'give the roles the very values that stood at its input ports',
  });
}
