import type { JsonObject } from '../../canonical/json.ts';
import { addTenant, requireOperator, revokeTenant } from '../../services/tenants.ts';
import type { Tenant } from '../../store/tenants.ts';
import { ID, idParameter, NAME, nullable, object, TIME } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';

const TENANT = object({ id: ID, name: NAME, created_at: TIME, revoked_at: nullable(TIME) });
const TAG = 'tenants';

export const createTenant = operation({
  id: 'createTenant',
  tag: TAG,
  method: 'post',
  path: '/v1/tenants',
  summary: 'A new tenant. Only the tenant that runs the instance makes one.',
  scope: 'admin',
  readOnly: false,
  parameters: [],
  request: bodyOf<{ readonly name: string }>('The tenant.', object({ name: NAME })),
  answers: { 201: { description: 'The tenant. Make a token for it next.', schema: TENANT } },
  handle: async ({ service, caller, body, once }) => {
    requireOperator(caller);
    const answer = (tenant: Tenant) => ({ status: 201, body: tenantJson(tenant) });
    return answer(await addTenant(body.name, service, once(answer)));
  },
});

export const listTenants = operation({
  id: 'listTenants',
  tag: TAG,
  method: 'get',
  path: '/v1/tenants',
  summary: 'All tenants, newest first.',
  scope: 'admin',
  readOnly: true,
  parameters: PAGE_PARAMETERS,
  answers: { 200: { description: 'A part of the list.', schema: pageSchema(TENANT) } },
  handle: async ({ service, caller, query }) => {
    requireOperator(caller);
    const { tenants } = service.forTenant(service.operator).store;
    return { status: 200, body: pageJson(await tenants.tenants(pageRequest(query)), tenantJson) };
  },
});

export const endTenant = operation({
  id: 'revokeTenant',
  tag: TAG,
  method: 'delete',
  path: '/v1/tenants/{tenant}',
  summary: 'Revokes a tenant: none of its tokens is valid any more. What it was certified stays.',
  scope: 'admin',
  readOnly: false,
  parameters: [idParameter('tenant', 'The id of the tenant.')],
  answers: { 200: { description: 'The tenant as it is now.', schema: TENANT } },
  handle: async ({ service, caller, path }) => {
    requireOperator(caller);
    return { status: 200, body: tenantJson(await revokeTenant(path.tenant, service)) };
  },
});

function tenantJson({ id, name, createdAt, revokedAt }: Tenant): JsonObject {
  return { id, name, created_at: createdAt, revoked_at: revokedAt };
}
