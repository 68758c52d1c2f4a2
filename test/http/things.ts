import { AssayError } from '../../src/errors.ts';
import { digestHeaders } from '../../src/http/content-digest.ts';
import { type Answer, bodyOf, type Call, type Operation, operation } from '../../src/http/operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest } from '../../src/http/page.ts';
import type { KeptAnswers } from './support.ts';

export const SECRET = 'SECRET-VALUE-123';

interface Thing {
  readonly name: string;
}

const THING = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string', title: 'a short name', pattern: '^[A-Za-z0-9-]{1,64}$' } },
} as const;

type Hook = (call: Pick<Call, 'signal'>) => Promise<void>;

export interface Hooks {
  /** Runs in `makeThing` before its effect. */
  readonly making?: Hook;
  /** Runs in `readThing`. */
  readonly reading?: Hook;
}

/** Operations of no meaning, for the machinery to be tried on. */
export function things(kept: KeptAnswers, { making, reading }: Hooks = {}): readonly Operation[] {
  return [
    operation({
      id: 'makeThing',
      tag: 'things',
      method: 'post',
      path: '/v1/things',
      summary: 'Makes a thing.',
      scope: 'produce',
      readOnly: false,
      parameters: [],
      request: bodyOf<Thing>('The thing.', THING),
      answers: { 201: { description: 'It is made.', schema: THING } },
      handle: async (call): Promise<Answer> => {
        await making?.(call);
        const { name } = kept.effect(
          { name: call.body.name },
          call.once((thing) => ({ status: 201, body: thing })),
        );
        call.verified(name, 'ACCEPTED');
        return { status: 201, body: { name } };
      },
    }),
    operation({
      id: 'listThings',
      tag: 'things',
      method: 'get',
      path: '/v1/things',
      summary: 'Lists things.',
      scope: 'produce',
      readOnly: true,
      parameters: PAGE_PARAMETERS,
      answers: { 200: { description: 'A part of them.' } },
      handle: async ({ query }) => {
        const { before, limit } = pageRequest(query);
        return { status: 200, body: { before, page: pageJson({ items: [limit], next: 7 }, (item) => item) } };
      },
    }),
    operation({
      id: 'readThing',
      tag: 'things',
      method: 'get',
      path: '/v1/things/{thing}',
      summary: 'Reads a thing.',
      scope: null,
      readOnly: true,
      parameters: [
        {
          name: 'thing',
          in: 'path',
          description: 'Its name.',
          schema: { type: 'string', title: 'a short name', pattern: '^[A-Za-z0-9-]{1,64}$' },
        },
      ],
      answers: { 200: { description: 'The thing.', media: 'text/plain' } },
      handle: async (call): Promise<Answer> => {
        await reading?.(call);
        return {
          status: 200,
          media: 'text/plain',
          content: call.path.thing,
          headers: digestHeaders(`sha256:${'0'.repeat(64)}`),
        };
      },
    }),
    operation({
      id: 'breakThing',
      tag: 'things',
      method: 'post',
      path: '/v1/things/broken',
      summary: 'Fails as nobody meant it to.',
      scope: null,
      readOnly: false,
      parameters: [],
      answers: { 200: { description: 'Never.' } },
      handle: async () => {
        throw new Error(`a fault that quotes ${SECRET}`);
      },
    }),
    operation({
      id: 'refuseThing',
      tag: 'things',
      method: 'delete',
      path: '/v1/things/{thing}',
      summary: 'Refuses.',
      scope: 'admin',
      readOnly: false,
      parameters: [
        {
          name: 'thing',
          in: 'path',
          description: 'Its name.',
          schema: { type: 'string', pattern: '^.{1,9}$' },
        },
      ],
      answers: { 204: { description: 'Never.' } },
      handle: async () => {
        throw new AssayError('VALUE_UNKNOWN', 'there is no such thing');
      },
    }),
  ];
}
