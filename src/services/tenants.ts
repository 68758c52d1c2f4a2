import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Tenant, TenantUsage } from '../store/tenants.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';

/** How many bytes of values each tenant may keep for good, unless said otherwise. */
export const USUAL_DURABLE_BYTES = 10 * 1024 ** 3;

/** How much a tenant holds, and how much it may. */
export interface TenantHolding {
  readonly usage: TenantUsage;
  readonly limits: TenantUsage;
}

/** Tenants are seen by the operator's alone; to others there is nothing here. @throws AssayError SCOPE_MISSING */
export function requireOperator({ operator }: Caller): void {
  if (operator) return;
  throw new AssayError('SCOPE_MISSING', 'only the tenant that runs the instance manages tenants');
}

/** Makes a tenant, which has no token yet. */
export function addTenant(name: string, service: Service, once?: Once<Tenant>): Promise<Tenant> {
  const tenant = { id: service.serial(), name, createdAt: service.now(), revokedAt: null };
  return service.forTenant(service.operator).store.tenants.addTenant(tenant, once);
}

/**
 * That the caller may deal with a tenant: everybody with their own, the operator with every one that there is.
 *
 * @param at where a request names it.
 * @throws AssayError SCOPE_MISSING or TENANT_UNKNOWN
 */
export async function requireTenant(
  id: string,
  caller: Caller,
  service: Service,
  at?: string,
): Promise<void> {
  if (id === caller.tenant) return;
  requireOperator(caller);
  const known = await service.forTenant(service.operator).store.tenants.tenant(id);
  if (known === null) throw unknownTenant(at);
}

/** @throws AssayError TENANT_UNKNOWN; TENANT_REQUIRED for the operator's own. */
export async function revokeTenant(id: string, service: Service): Promise<Tenant> {
  if (id === service.operator) {
    throw new AssayError('TENANT_REQUIRED', 'the tenant that runs the instance cannot be revoked');
  }
  const tenant = await service.forTenant(service.operator).store.tenants.revokeTenant(id, service.now());
  if (tenant !== null) return tenant;
  throw unknownTenant();
}

/**
 * What a tenant holds: anybody's own, and for the operator that of every other one.
 *
 * @throws AssayError SCOPE_MISSING or TENANT_UNKNOWN
 */
export async function holdingOf(tenant: string, caller: Caller, service: Service): Promise<TenantHolding> {
  await requireTenant(tenant, caller, service);
  return { usage: await service.forTenant(tenant).store.tenants.usage(), limits: service.limits };
}

function unknownTenant(at?: string): AssayError {
  return new AssayError('TENANT_UNKNOWN', 'there is no such tenant', { at });
}
