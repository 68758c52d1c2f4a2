import type { JsonObject } from '../../canonical/json.ts';
import { holdingOf } from '../../services/tenants.ts';
import type { TenantUsage } from '../../store/tenants.ts';
import { COUNT, ID, object } from '../json-schema.ts';
import { operation } from '../operation.ts';

const USAGE = object({ sessions: COUNT, durable_bytes: COUNT });

export const showUsage = operation({
  id: 'showUsage',
  tag: 'tenants',
  method: 'get',
  path: '/v1/usage',
  summary: 'How many sessions this tenant has and how many bytes it keeps for good, and how many it may.',
  description:
    'Durable are the values of certificates and artifacts, each counted once. What a session holds is told by the session.',
  scope: null,
  readOnly: true,
  parameters: [
    {
      name: 'tenant',
      in: 'query',
      description: 'Another tenant: for the one that runs the instance.',
      schema: ID,
    },
  ],
  answers: { 200: { description: 'Usage and limits.', schema: object({ usage: USAGE, limits: USAGE }) } },
  handle: async ({ service, caller, query: { tenant = caller.tenant } }) => {
    const { usage, limits } = await holdingOf(tenant, caller, service);
    return { status: 200, body: { usage: usageJson(usage), limits: usageJson(limits) } };
  },
});

function usageJson({ sessions, durableBytes }: TenantUsage): JsonObject {
  return { sessions, durable_bytes: durableBytes };
}
