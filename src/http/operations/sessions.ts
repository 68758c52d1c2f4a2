import {
  LIFETIME,
  MOST_LIMITS,
  openSession as open,
  requireLiveSession,
  USUAL_LIMITS,
  unknownSession,
} from '../../services/open-session.ts';
import type { Session } from '../../store/sessions.ts';
import { sessionJson, valueJson } from '../json/values.ts';
import { idParameter, object } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';
import { component } from '../schemas.ts';

const TAG = 'sessions';
const SESSION = idParameter('session', 'The id of the session.');
const count = (most: number) => ({ type: 'integer', minimum: 1, maximum: most });

interface NewSession {
  readonly seconds?: number;
  readonly limits?: { readonly values?: number; readonly bytes?: number };
}

export const openSession = operation({
  id: 'openSession',
  tag: TAG,
  method: 'post',
  path: '/v1/sessions',
  summary: 'A new session: a place for values that expires.',
  description: `It lives ${LIFETIME.usual} seconds and holds ${USUAL_LIMITS.values} values and ${USUAL_LIMITS.bytes} bytes unless said otherwise.`,
  scope: 'produce',
  readOnly: false,
  parameters: [],
  request: bodyOf<NewSession>(
    'How long it lives and how much it holds.',
    object(
      {},
      {
        seconds: count(LIFETIME.most),
        limits: object({}, { values: count(MOST_LIMITS.values), bytes: count(MOST_LIMITS.bytes) }),
      },
    ),
  ),
  answers: { 201: { description: 'The session.', schema: component('Session') } },
  handle: async ({ service, caller, body, once }) => {
    const answer = (session: Session) => ({ status: 201, body: sessionJson(session) });
    return answer(await open(body, caller.tenant, service, once(answer)));
  },
});

export const listSessions = operation({
  id: 'listSessions',
  tag: TAG,
  method: 'get',
  path: '/v1/sessions',
  summary: 'The sessions of this tenant, newest first.',
  scope: null,
  readOnly: true,
  parameters: PAGE_PARAMETERS,
  answers: { 200: { description: 'A part of the list.', schema: pageSchema(component('Session')) } },
  handle: async ({ service, caller, query }) => {
    const { sessions } = service.forTenant(caller.tenant).store;
    return { status: 200, body: pageJson(await sessions.sessions(pageRequest(query)), sessionJson) };
  },
});

export const showSession = operation({
  id: 'showSession',
  tag: TAG,
  method: 'get',
  path: '/v1/sessions/{session}',
  summary: 'A session: when it expires, what it may hold and what it holds.',
  scope: null,
  readOnly: true,
  parameters: [SESSION],
  answers: { 200: { description: 'The session.', schema: component('Session') } },
  handle: async ({ service, caller, path }) => {
    const session = await service.forTenant(caller.tenant).store.sessions.session(path.session);
    if (session === null) throw unknownSession();
    return { status: 200, body: sessionJson(session) };
  },
});

export const endSession = operation({
  id: 'endSession',
  tag: TAG,
  method: 'delete',
  path: '/v1/sessions/{session}',
  summary: 'Ends a session now, as if it had expired.',
  scope: 'produce',
  readOnly: false,
  parameters: [SESSION],
  answers: { 200: { description: 'The session as it is now.', schema: component('Session') } },
  handle: async ({ service, caller, path }) => {
    const { sessions } = service.forTenant(caller.tenant).store;
    const session = await sessions.endSession(path.session, service.now());
    if (session === null) throw unknownSession();
    return { status: 200, body: sessionJson(session) };
  },
});

export const listValues = operation({
  id: 'listValues',
  tag: TAG,
  method: 'get',
  path: '/v1/sessions/{session}/values',
  summary: 'What a session holds, newest first. Its values are listed nowhere else.',
  scope: null,
  readOnly: true,
  parameters: [SESSION, ...PAGE_PARAMETERS],
  answers: { 200: { description: 'A part of the list.', schema: pageSchema(component('Value')) } },
  handle: async ({ service, caller: { tenant }, path, query }) => {
    const instance = service.forTenant(tenant);
    await requireLiveSession(path.session, instance);
    const page = await instance.store.sessions.references(path.session, pageRequest(query));
    return { status: 200, body: pageJson(page, (stored) => valueJson(stored, tenant, service)) };
  },
});
