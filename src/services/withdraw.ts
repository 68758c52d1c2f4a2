import type { Caller } from './caller.ts';
import type { Service } from './service.ts';
import { requireOperator } from './tenants.ts';

/** A version of a capability that was withdrawn. */
export interface Withdrawal {
  /** Id with version. */
  readonly capability: string;
  readonly withdrawnAt: string;
}

/**
 * Withdraws a version of a capability for all tenants: references to what it gave are stale from now on. One that was withdrawn
 * keeps its first reason, and the time of that.
 *
 * @param reason told to whoever uses such a reference.
 * @throws AssayError SCOPE_MISSING for all but the operator; CAPABILITY_UNKNOWN
 */
export async function withdraw(
  capability: string,
  reason: string,
  caller: Caller,
  service: Service,
): Promise<Withdrawal> {
  requireOperator(caller);
  const { rules, store } = service.forTenant(service.operator);
  rules.contracts.capability(capability);
  const withdrawnAt = await store.sessions.withdraw(capability, reason, service.now());
  return { capability, withdrawnAt };
}
