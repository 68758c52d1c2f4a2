import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Tenant } from '../store/tenants.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';

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

/** @throws AssayError TENANT_UNKNOWN; TENANT_REQUIRED for the operator's own. */
export async function revokeTenant(id: string, service: Service): Promise<Tenant> {
  if (id === service.operator) {
    throw new AssayError('TENANT_REQUIRED', 'the tenant that runs the instance cannot be revoked');
  }
  const tenant = await service.forTenant(service.operator).store.tenants.revokeTenant(id, service.now());
  if (tenant !== null) return tenant;
  throw new AssayError('TENANT_UNKNOWN', 'there is no such tenant');
}
