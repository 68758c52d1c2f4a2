import { withdraw } from '../../services/withdraw.ts';
import { NAME, object, TIME, VERSIONED } from '../json-schema.ts';
import { operation } from '../operation.ts';

export const withdrawCapability = operation({
  id: 'withdrawCapability',
  tag: 'capabilities',
  method: 'delete',
  path: '/v1/capabilities/{capability}',
  summary: 'Withdraws a version of a capability: references to what it gave are stale from now on.',
  description: 'For all tenants, by the one that runs the instance. Certificates stay what they are.',
  scope: 'admin',
  readOnly: false,
  parameters: [
    { name: 'capability', in: 'path', description: 'Id with version.', schema: VERSIONED },
    { name: 'reason', in: 'query', description: 'Told to whoever uses it.', schema: NAME, required: true },
  ],
  answers: {
    200: { description: 'It is withdrawn.', schema: object({ capability: VERSIONED, withdrawn_at: TIME }) },
  },
  handle: async ({ service, caller, path, query: { reason = '' } }) => {
    const { capability, withdrawnAt } = await withdraw(path.capability, reason, caller, service);
    return { status: 200, body: { capability, withdrawn_at: withdrawnAt } };
  },
});
