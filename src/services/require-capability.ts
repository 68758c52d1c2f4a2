import type { CapabilityContract } from '../contracts/capability.ts';
import type { Loaded } from '../contracts/contract-index.ts';
import { AssayError } from '../errors.ts';
import type { Instance } from './instance.ts';

/**
 * The capability of this id and version, unless it was withdrawn.
 *
 * @throws AssayError CAPABILITY_UNKNOWN or CAPABILITY_WITHDRAWN
 */
export async function requireCapability(
  id: string,
  { rules, store }: Instance,
): Promise<Loaded<CapabilityContract>> {
  const capability = rules.contracts.capability(id);
  const withdrawn = await store.sessions.withdrawal(id);
  if (withdrawn === null) return capability;
  throw new AssayError('CAPABILITY_WITHDRAWN', `this version was withdrawn: ${withdrawn}`, {
    at: '/capability',
    next: 'use a later version',
  });
}
