import { expect, test } from 'vitest';
import type { Authenticate } from '../../src/http/door.ts';
import { openApi } from '../../src/http/openapi.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { COMPONENTS } from '../../src/http/schemas.ts';
import { readVersion } from '../../src/installation.ts';
import { SCOPES } from '../../src/store/tenants.ts';
import { readPublished } from '../service/published.ts';
import { KeptAnswers, problem, serve } from './support.ts';
import { things } from './things.ts';

/** A token that may do everything, of the tenant that runs the instance. */
const anything: Authenticate = async () => ({
  tenant: '0'.repeat(32),
  token: '0'.repeat(32),
  scopes: SCOPES,
  operator: true,
});

test.each([
  ['the service', undefined],
  ['a service of other operations', things(new KeptAnswers())],
])(
  '%s publishes every operation it serves, with the very schemas by which it judges',
  async (_, operations) => {
    const server = await serve(operations === undefined ? {} : { operations });
    const published = await readPublished(server.url);
    const served = operations ?? OPERATIONS;
    expect(published.document).toEqual(openApi(served, readVersion()));
    expect(published.document.components).toMatchObject({ schemas: COMPONENTS });
    const judged = served.map(({ id, method, path, parameters, request, answers }) => ({
      id,
      method,
      path,
      parameters: parameters.map(({ name, schema }) => ({ name, schema })),
      request: request?.schema,
      answers: Object.entries(answers).map(([status, { schema, media, tagged = false }]) => ({
        status,
        tagged,
        ...(schema === undefined && media === undefined
          ? {}
          : { media: media ?? 'application/json', schema }),
      })),
    }));
    const said = published.operations.map(({ id, method, path, parameters, request, answers }) => ({
      id,
      method,
      path,
      parameters: parameters
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name, schema }) => ({ name, schema })),
      request,
      answers: answers.filter(({ status }) => /^2\d\d$/.test(status)),
    }));
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    expect(said.toSorted(byId)).toEqual(judged.toSorted(byId));
  },
);

test('what the document does not admit is refused, and names the document', async () => {
  const server = await serve({ authenticate: anything });
  const { operations } = await readPublished(server.url);
  const posts = operations.filter(({ request }) => request !== undefined);
  expect(posts.length).toBeGreaterThan(8);
  for (const { path, request } of posts) {
    const target = path.replaceAll(/\{[a-z_]+\}/g, '0'.repeat(32));
    for (const body of [null, [], 'text', { 'no such member': 1 }]) {
      const answer = await server.post(target, JSON.stringify(body));
      expect(answer.status, `${path} ${JSON.stringify(request)}`).toBe(400);
      expect(await problem(answer)).toMatchObject({
        code: 'REQUEST_INVALID',
        next: expect.stringContaining('/openapi.json'),
      });
    }
  }
});

test('what is in no document is served nowhere', async () => {
  const server = await serve({ authenticate: anything });
  const { operations } = await readPublished(server.url);
  for (const { path } of operations) {
    const target = path.replaceAll(/\{[a-z_]+\}/g, '0'.repeat(32));
    const said = new Set(operations.filter((each) => each.path === path).map(({ method }) => method));
    for (const method of ['get', 'post', 'put', 'patch', 'delete'].filter((each) => !said.has(each))) {
      const body = method === 'get' || method === 'delete' ? {} : { body: '{}' };
      const answer = await server.ask(target, { method: method.toUpperCase(), ...body });
      expect(answer.status, `${method} ${path}`).toBe(405);
    }
  }
});
