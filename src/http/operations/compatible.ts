import { AssayError } from '../../errors.ts';
import { compatibleValues, type Place } from '../../services/compatible.ts';
import { valueJson } from '../json/values.ts';
import { idParameter, nullable, object, ROLE, VERSIONED } from '../json-schema.ts';
import { operation, type Parameter } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';
import { component } from '../schemas.ts';

const PLACE: readonly Parameter[] = [
  { name: 'claim', in: 'query', description: 'The claim, with `role`.', schema: VERSIONED },
  { name: 'role', in: 'query', description: 'One of its roles.', schema: ROLE },
  { name: 'capability', in: 'query', description: 'Or the capability, with `port`.', schema: VERSIONED },
  { name: 'port', in: 'query', description: 'One of its input ports.', schema: ROLE },
];

export const listCompatible = operation({
  id: 'listCompatible',
  tag: 'sessions',
  method: 'get',
  path: '/v1/sessions/{session}/compatible',
  summary:
    'Which values of a session fit a role of a claim or a port of a capability, and why the others do not.',
  description: 'Declared types decide, never names.',
  scope: null,
  readOnly: true,
  parameters: [idParameter('session', 'The id of the session.'), ...PLACE, ...PAGE_PARAMETERS],
  answers: {
    200: {
      description: 'A part of what the session holds, newest first.',
      schema: pageSchema(
        object({
          value: component('Value'),
          fits: { type: 'boolean' },
          through: { type: 'array', items: { type: 'string' }, description: 'Transforms that make it fit.' },
          reason: nullable({ type: 'string' }),
        }),
      ),
    },
  },
  handle: async ({ service, caller: { tenant }, path, query }) => {
    const instance = service.forTenant(tenant);
    const page = await compatibleValues(path.session, placeOf(query), pageRequest(query), instance);
    const body = pageJson(page, ({ reference, fits, through, reason }) => ({
      value: valueJson(reference, tenant, service),
      fits,
      through: [...through],
      reason,
    }));
    return { status: 200, body };
  },
});

function placeOf({ claim, role, capability, port }: Readonly<Record<string, string>>): Place {
  const ofClaim = claim !== undefined && role !== undefined;
  const ofCapability = capability !== undefined && port !== undefined;
  const given = [claim, role, capability, port].filter((each) => each !== undefined).length;
  if (ofClaim && given === 2) return { claim, role };
  if (ofCapability && given === 2) return { capability, port };
  throw new AssayError('REQUEST_INVALID', 'there must be one place', {
    at: 'the query',
    next: 'say claim and role, or capability and port',
  });
}
