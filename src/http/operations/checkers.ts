import type { Digest } from '../../canonical/digest.ts';
import type { JsonObject } from '../../canonical/json.ts';
import type { CheckerProgram } from '../../checking/program.ts';
import { authorise, permissionFor } from '../../services/authorise.ts';
import { requireChecker } from '../../services/checkers.ts';
import { currentTrustRoot, type Instance } from '../../services/instance.ts';
import { type CheckerPermission, permissionOf } from '../../services/permission.ts';
import { revoke } from '../../services/revoke.ts';
import { requireOperator } from '../../services/tenants.ts';
import type { StoredTrustRoot } from '../../store/store.ts';
import { NAME, object } from '../json-schema.ts';
import { type Answer, bodyOf, type Call, operation } from '../operation.ts';
import { component } from '../schemas.ts';

/** Small enough to be one answer: there are as many as are installed. */
export const listCheckers = operation({
  id: 'listCheckers',
  tag: 'checkers',
  method: 'get',
  path: '/v1/checkers',
  summary: 'The installed checkers, and which of them decide for this tenant now.',
  scope: null,
  readOnly: true,
  parameters: [],
  answers: {
    200: {
      description: 'By id, newer versions first.',
      schema: {
        type: 'object',
        required: ['items'],
        additionalProperties: false,
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'version', 'claim', 'identity', 'authorised', 'default', 'revoked'],
              additionalProperties: false,
              properties: {
                id: { type: 'string' },
                version: { type: 'string' },
                claim: { type: 'string', description: 'The id of the claim it decides.' },
                identity: component('Digest'),
                authorised: {
                  type: 'boolean',
                  description: 'Whether the trust root lets it decide its claim for this tenant now.',
                },
                default: { type: 'boolean', description: 'Whether it decides where none is named.' },
                revoked: { type: 'boolean', description: 'Whether it was revoked as unsound.' },
              },
            },
          },
        },
      },
    },
  },
  handle: async ({ service, caller: { tenant } }) => {
    const { checkers, rules, store } = service.forTenant(tenant);
    const trust = await currentTrustRoot(store);
    const items = checkers
      .list()
      .map((program) => checkerJson(program, permissionOf(program, rules.contracts, trust, tenant)));
    return { status: 200, body: { items } };
  },
});

const PUBLISHED = object({
  changed: { type: 'boolean', description: 'Whether the trust root did not say so already.' },
  version: { type: 'integer', description: 'Of the trust root that says it.' },
});

export const authoriseChecker = operation({
  id: 'authoriseChecker',
  tag: 'checkers',
  method: 'post',
  path: '/v1/checkers/authorise',
  summary: 'Lets an installed checker decide its claim from now on: signs and logs the next trust root.',
  scope: 'admin',
  readOnly: false,
  parameters: [],
  request: bodyOf<{ readonly checker: string; readonly default?: boolean }>(
    'Which checker.',
    object({ checker: NAME }, { default: { type: 'boolean', description: 'Also where none is named.' } }),
  ),
  answers: { 201: { description: 'It is authorised.', schema: PUBLISHED } },
  handle: async ({ service, caller, body, once }) => {
    requireOperator(caller);
    const instance = service.forTenant(service.operator);
    const { checkers, rules } = instance;
    const program = requireChecker(body.checker, checkers, '/checker');
    const permission = permissionFor(program, rules.contracts, body.default ?? false);
    return publishedAnswer(await authorise([permission], instance, once(published)), instance, once);
  },
});

export const revokeChecker = operation({
  id: 'revokeChecker',
  tag: 'checkers',
  method: 'post',
  path: '/v1/checkers/revoke',
  summary:
    'Revokes a checker as unsound: every certificate it gave is void, for every tenant and every reader of the next trust root.',
  scope: 'admin',
  readOnly: false,
  parameters: [],
  request: bodyOf<{ readonly identity: Digest; readonly reason: string }>(
    'Which identity, installed or not, and why.',
    object({ identity: component('Digest'), reason: NAME }),
  ),
  answers: { 201: { description: 'It is revoked.', schema: PUBLISHED } },
  handle: async ({ service, caller, body: { identity, reason }, once }) => {
    requireOperator(caller);
    const instance = service.forTenant(service.operator);
    const revocation = { kind: 'checker', digest: identity, reason } as const;
    return publishedAnswer(await revoke(revocation, instance, once(published)), instance, once);
  },
});

function published({ version }: StoredTrustRoot): { status: 201; body: JsonObject } {
  return { status: 201, body: { changed: true, version } };
}

/** What changed nothing is answered under its key too: a repetition must change nothing either. */
async function publishedAnswer(
  next: StoredTrustRoot | null,
  { store }: Instance,
  once: Call['once'],
): Promise<Answer> {
  if (next !== null) return published(next);
  const { version } = await store.trustRoot();
  const answer = { status: 201, body: { changed: false, version } };
  await store.answers.keep(once(() => answer));
  return answer;
}

function checkerJson(program: CheckerProgram, permission: CheckerPermission): JsonObject {
  const { id, version, claim } = program.manifest;
  const { authorised, default: isDefault, revoked } = permission;
  return { id, version, claim, identity: program.identity, authorised, default: isDefault, revoked };
}
