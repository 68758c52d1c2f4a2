import type { JsonObject } from '../../canonical/json.ts';
import { AssayError } from '../../errors.ts';
import { createToken as create } from '../../services/tokens.ts';
import { SCOPES, type Scope, type Token } from '../../store/tenants.ts';
import { ID, idParameter, NAME, nullable, object, TIME } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';

const SCOPE_LIST = {
  type: 'array',
  items: { enum: [...SCOPES] },
  minItems: 1,
  uniqueItems: true,
  maxItems: 4,
};
const TOKEN = object({
  id: ID,
  tenant: ID,
  name: NAME,
  scopes: SCOPE_LIST,
  created_at: TIME,
  expires_at: nullable(TIME),
  revoked_at: nullable(TIME),
});
const TAG = 'tokens';

interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: string;
  readonly tenant?: string;
}

export const createToken = operation({
  id: 'createToken',
  tag: TAG,
  method: 'post',
  path: '/v1/tokens',
  summary: 'A new token, whose secret is shown this once.',
  description:
    'Of this tenant, or by the tenant that runs the instance of another one. A repetition of the request gets the token without its secret: only the hash is kept. Revoke it then and make another.',
  scope: 'admin',
  readOnly: false,
  parameters: [],
  request: bodyOf<NewToken>(
    'What it allows.',
    object({ name: NAME, scopes: SCOPE_LIST }, { expires_at: TIME, tenant: ID }),
  ),
  answers: {
    201: {
      description: 'The token, and what to send as `Authorization: Bearer …`.',
      schema: object({ token: TOKEN, bearer: nullable({ type: 'string' }) }),
    },
  },
  handle: async ({ service, caller, body, once }) => {
    const { name, scopes, expires_at: expiresAt = null, tenant = caller.tenant } = body;
    if (expiresAt !== null) requireDate(expiresAt);
    const kept = once((token: Token) => ({ status: 201, body: { token: tokenJson(token), bearer: null } }));
    const request = { name, scopes, expiresAt };
    const { token, bearer } = await create(tenant, request, caller, service, kept);
    return { status: 201, body: { token: tokenJson(token), bearer } };
  },
});

export const listTokens = operation({
  id: 'listTokens',
  tag: TAG,
  method: 'get',
  path: '/v1/tokens',
  summary: 'The tokens of this tenant, newest first, without their secrets.',
  scope: 'admin',
  readOnly: true,
  parameters: PAGE_PARAMETERS,
  answers: { 200: { description: 'A part of the list.', schema: pageSchema(TOKEN) } },
  handle: async ({ service, caller, query }) => {
    const { tenants } = service.forTenant(caller.tenant).store;
    return { status: 200, body: pageJson(await tenants.tokens(pageRequest(query)), tokenJson) };
  },
});

export const revokeToken = operation({
  id: 'revokeToken',
  tag: TAG,
  method: 'delete',
  path: '/v1/tokens/{token}',
  summary: 'Revokes a token of this tenant.',
  scope: 'admin',
  readOnly: false,
  parameters: [idParameter('token', 'The id of the token, which stands in it.')],
  answers: { 200: { description: 'The token as it is now.', schema: TOKEN } },
  handle: async ({ service, caller, path }) => {
    const { tenants } = service.forTenant(caller.tenant).store;
    const token = await tenants.revokeToken(path.token, service.now());
    if (token === null) throw new AssayError('TOKEN_UNKNOWN', 'there is no such token');
    return { status: 200, body: tokenJson(token) };
  },
});

/** The pattern of a time admits a thirteenth month. */
function requireDate(time: string): void {
  const date = new Date(time);
  if (!Number.isNaN(date.getTime()) && date.toISOString() === time) return;
  throw new AssayError('REQUEST_INVALID', 'there is no such time', { at: '/expires_at' });
}

function tokenJson({ id, tenant, name, scopes, createdAt, expiresAt, revokedAt }: Token): JsonObject {
  return {
    id,
    tenant,
    name,
    scopes: [...scopes],
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  };
}
