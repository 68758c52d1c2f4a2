import type { Digest } from '../../canonical/digest.ts';
import { ShapeReader } from '../../canonical/shape.ts';
import { assuranceOf } from '../../services/assurance.ts';
import type { Instance } from '../../services/instance.ts';
import { documentOf, promote, promotionOf, requireValue } from '../../services/values.ts';
import type { StoredReference } from '../../store/sessions.ts';
import { digestHeaders } from '../content-digest.ts';
import { standingJson } from '../json/certificates.ts';
import { promotedJson, valueJson } from '../json/values.ts';
import { ID, idParameter, nullable, object, ROLE, TIME } from '../json-schema.ts';
import { type Answer, operation } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';
import { component } from '../schemas.ts';

const TAG = 'values';
const VALUE = idParameter('value', 'The id of the value: what stands behind value:// in its URI.');
const ASSURANCE = pageSchema(
  object({
    roles: { type: 'array', items: { type: 'string' }, description: 'In which this very digest stands.' },
    certificate: component('Certificate'),
  }),
);

export const showValue = operation({
  id: 'showValue',
  tag: TAG,
  method: 'get',
  path: '/v1/values/{value}',
  summary: 'The reference to a value and a look at it, at most 1 KiB.',
  scope: null,
  readOnly: true,
  parameters: [VALUE],
  answers: { 200: { description: 'The value.', schema: component('Value') } },
  handle: async ({ service, caller: { tenant }, path }) => {
    const stored = await requireValue(path.value, service.forTenant(tenant));
    return { status: 200, body: valueJson(stored, tenant, service) };
  },
});

export const showDocument = operation({
  id: 'showDocument',
  tag: TAG,
  method: 'get',
  path: '/v1/values/{value}/document',
  summary: 'The complete document, as its canonical bytes.',
  description: 'Of what a withdrawn version of a capability gave, to tokens with the scope audit only.',
  scope: null,
  readOnly: true,
  parameters: [VALUE],
  answers: {
    200: {
      description: 'The very bytes that its digest is of; ETag and Content-Digest are made of it.',
      schema: component('Document'),
      tagged: true,
    },
  },
  handle: async ({ service, caller, path }) => {
    const { stored, bytes } = await documentOf(path.value, caller, service);
    return {
      status: 200,
      media: 'application/json',
      content: Uint8Array.from(bytes),
      headers: digestHeaders(stored.digest),
    };
  },
});

export const promoteValue = operation({
  id: 'promoteValue',
  tag: TAG,
  method: 'post',
  path: '/v1/values/{value}/promote',
  summary:
    'Makes a durable artifact of a value: a new reference with the same provenance. Verifying never does.',
  scope: 'produce',
  readOnly: false,
  parameters: [VALUE],
  answers: { 201: { description: 'The artifact.', schema: component('Value') } },
  handle: async ({ service, caller, path, once }) => {
    const answer = (stored: StoredReference) => ({
      status: 201,
      body: valueJson(stored, caller.tenant, service),
    });
    return answer(await promote(path.value, caller, service, once(answer)));
  },
});

const KEPT_CONTRACT = nullable(object({ digest: component('Digest'), contract: { type: 'object' } }));

export const showPromotion = operation({
  id: 'showPromotion',
  tag: TAG,
  method: 'get',
  path: '/v1/values/{value}/promotion',
  summary:
    'How a durable artifact came to be one: of which value and run, by whom, when, under which contracts.',
  description:
    'The contracts are those that were in force then, complete, whatever is installed now; null for artifacts of a time when none were kept.',
  scope: null,
  readOnly: true,
  parameters: [VALUE],
  answers: {
    200: {
      description: 'The record of its promotion.',
      schema: object({
        value: ID,
        source: { ...ID, description: 'Of the value it was made of.' },
        invocation: { type: 'string', description: 'The URI of the run that gave it.' },
        port: { ...ROLE, description: 'The output port of that run.' },
        token: { ...ID, description: 'Of the token that promoted it.' },
        promoted_at: TIME,
        value_type: KEPT_CONTRACT,
        capability: KEPT_CONTRACT,
      }),
    },
  },
  handle: async ({ service, caller, path }) => {
    const promoted = await promotionOf(path.value, service.forTenant(caller.tenant));
    return { status: 200, body: promotedJson(promoted) };
  },
});

export const showAssurance = operation({
  id: 'showAssurance',
  tag: TAG,
  method: 'get',
  path: '/v1/values/{value}/assurance',
  summary: 'What is certified of a value: the certificates in which that very digest stands.',
  description:
    'Not those of its inputs, nor of what it was transformed from, nor of what was made of it. Each with all its roles and what it amounts to now.',
  scope: null,
  readOnly: true,
  parameters: [VALUE, ...PAGE_PARAMETERS],
  answers: { 200: { description: 'A part of the list, newest first.', schema: ASSURANCE } },
  handle: async ({ service, caller: { tenant }, path, query, signal }) => {
    const instance = service.forTenant(tenant);
    const { digest } = await requireValue(path.value, instance);
    return assuranceAnswer(digest, query, instance, signal);
  },
});

export const showAssuranceOfDigest = operation({
  id: 'showAssuranceOfDigest',
  tag: TAG,
  method: 'get',
  path: '/v1/assurance/{digest}',
  summary: 'The same for a value that is known by its digest.',
  scope: null,
  readOnly: true,
  parameters: [
    {
      name: 'digest',
      in: 'path',
      description: 'sha256: and 64 hexadecimal digits.',
      schema: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    },
    ...PAGE_PARAMETERS,
  ],
  answers: { 200: { description: 'A part of the list, newest first.', schema: ASSURANCE } },
  handle: async ({ service, caller, path, query, signal }) => {
    const digest = new ShapeReader('REQUEST_INVALID', path.digest, ['digest']).digest();
    return assuranceAnswer(digest, query, service.forTenant(caller.tenant), signal);
  },
});

async function assuranceAnswer(
  digest: Digest,
  query: Readonly<Record<string, string>>,
  instance: Instance,
  signal: AbortSignal,
): Promise<Answer> {
  const page = await assuranceOf(digest, pageRequest(query), instance, signal);
  const body = pageJson(page, ({ roles, standing }) => ({
    roles: [...roles],
    certificate: standingJson(standing),
  }));
  return { status: 200, body };
}
