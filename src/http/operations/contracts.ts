import type { JsonObject } from '../../canonical/json.ts';
import type { LoadedContract } from '../../contracts/contract-index.ts';
import { AssayError } from '../../errors.ts';
import type { Service } from '../../services/service.ts';
import { digestHeaders } from '../content-digest.ts';
import { type JsonSchema, operation } from '../operation.ts';
import { component } from '../schemas.ts';

const KIND: JsonSchema = {
  type: 'string',
  title: 'value-type, claim, transform or capability',
  enum: ['value-type', 'claim', 'transform', 'capability'],
};

const CONTRACT_ID: JsonSchema = {
  type: 'string',
  title: 'the id of a contract, such as matrix.product@1',
  pattern: '^[A-Za-z0-9_.@-]{1,200}$',
};

/** Small enough to be one answer: there are as many as the contract folders hold. */
export const listContracts = operation({
  id: 'listContracts',
  tag: 'contracts',
  method: 'get',
  path: '/v1/contracts',
  summary: 'The value types, claims, transforms and capabilities in force.',
  scope: null,
  readOnly: true,
  parameters: [{ name: 'kind', in: 'query', description: 'Only those of this kind.', schema: KIND }],
  answers: {
    200: {
      description: 'Value types, then claims, transforms and capabilities, each in the order of ids.',
      schema: {
        type: 'object',
        required: ['items'],
        additionalProperties: false,
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              required: ['kind', 'id', 'title', 'digest'],
              additionalProperties: false,
              properties: {
                kind: KIND,
                id: CONTRACT_ID,
                title: { type: 'string' },
                digest: component('Digest'),
              },
            },
          },
        },
      },
    },
  },
  handle: async ({ service, caller, query: { kind } }) => ({
    status: 200,
    body: {
      items: contracts(service, caller.tenant)
        .filter(({ contract }) => kind === undefined || contract.kind === kind)
        .map(entryOf),
    },
  }),
});

export const showContract = operation({
  id: 'showContract',
  tag: 'contracts',
  method: 'get',
  path: '/v1/contracts/{kind}/{id}',
  summary: 'One contract: the canonical bytes that its digest is of.',
  scope: null,
  readOnly: true,
  parameters: [
    { name: 'kind', in: 'path', description: 'What it is.', schema: KIND },
    { name: 'id', in: 'path', description: 'Its id with the version.', schema: CONTRACT_ID },
  ],
  answers: { 200: { description: 'The contract.', media: 'application/json', tagged: true } },
  handle: async ({ service, caller, path: { kind, id } }) => {
    const found = contracts(service, caller.tenant).find(
      ({ contract }) => contract.kind === kind && contract.id === id,
    );
    if (found === undefined) {
      throw new AssayError('CONTRACT_UNKNOWN', 'no contract of this kind has this id', {
        next: 'GET /v1/contracts lists what there is',
      });
    }
    return {
      status: 200,
      media: 'application/json',
      content: found.bytes.text,
      headers: digestHeaders(found.digest),
    };
  },
});

function contracts(service: Service, tenant: string): readonly LoadedContract[] {
  return service.forTenant(tenant).rules.contracts.list();
}

function entryOf({ contract: { kind, id, title }, digest }: LoadedContract): JsonObject {
  return { kind, id, title, digest };
}
