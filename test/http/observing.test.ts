import { expect, test } from 'vitest';
import { AUDITOR, KeptAnswers, problem, serve, TENANT, TOKEN } from './support.ts';
import { SECRET, things } from './things.ts';

async function samples(server: { ask(path: string): Promise<Response> }): Promise<string[]> {
  const response = await server.ask('/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain');
  return (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('metrics have labels from fixed lists only', async () => {
  const kept = new KeptAnswers();
  const server = await serve({ operations: things(kept), findAnswer: kept.find });
  await server.post('/v1/things', '{"name":"a"}');
  const vary = async (mark: string): Promise<void> => {
    for (const path of ['/v1/', '/v1/other/', '/v1/things/', '/v1/things/a?query=', '/']) {
      await server.ask(path + mark);
    }
    for (const method of ['PUT', 'PATCH', 'PROPFIND']) await server.ask(`/v1/things?${mark}`, { method });
    await server.post('/v1/things', `{"name":"${mark}"}`, { 'idempotency-key': mark });
  };
  await vary('one');
  await samples(server);
  const before = (await samples(server)).length;
  for (const mark of ['two', 'three', 'four']) await vary(mark);
  const lines = await samples(server);
  expect(lines).toHaveLength(before);
  const text = lines.join('\n');
  expect(text).toContain('assay_http_requests_total{operation="makeThing",method="POST",status="2xx"} 5');
  expect(text).toContain('assay_http_requests_total{operation="readThing",method="GET",status="2xx"} 4');
  expect(text).toContain('assay_http_requests_total{operation="other",method="GET",status="4xx"} 12');
  expect(text).toContain('assay_http_requests_total{operation="other",method="other",status="4xx"} 12');
  expect(text).toContain('assay_verifications_total{claim="other",verdict="ACCEPTED"} 5');
  expect(text).toContain('assay_http_requests_in_flight 1');
  expect(text).toMatch(/^assay_checker_processes \d+$/m);
  for (const hidden of [TENANT, TOKEN, 'a'.repeat(32), '/v1', 'three', 'PROPFIND']) {
    expect(text).not.toContain(hidden);
  }
});

test('a claim that there is has its own label', async () => {
  const { Metrics } = await import('../../src/http/metrics.ts');
  const metrics = new Metrics({
    claims: ['matrix.product@1'],
    checkerProcesses: () => 3,
    committingProcesses: () => 1,
    process: false,
  });
  metrics.verified('matrix.product@1', 'REJECTED');
  metrics.verified('made.up@1', 'REJECTED');
  const text = await metrics.registry.metrics();
  expect(text).toContain('assay_verifications_total{claim="matrix.product@1",verdict="REJECTED"} 1');
  expect(text).not.toContain('made.up');
  expect(text).toContain('assay_checker_processes 3');
  expect(text).toContain('assay_committing_processes 1');
});

test('the process is counted too, where that is wanted', async () => {
  const server = await serve({ processMetrics: true });
  expect((await samples(server)).join('\n')).toContain('process_resident_memory_bytes');
});

test('one line for each request, without token, value, path or query', async () => {
  const kept = new KeptAnswers();
  const server = await serve({ operations: things(kept), findAnswer: kept.find });
  const made = await server.post('/v1/things', `{"name":"${SECRET}"}`, { 'x-request-id': 'mine-1' });
  expect(made.headers.get('x-request-id')).toBe('mine-1');
  expect(made.headers.get('x-content-type-options')).toBe('nosniff');
  const listed = await server.ask(`/v1/things?limit=${SECRET}`, { headers: { 'x-request-id': 'a b' } });
  expect(listed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  await server.ask(`/v1/${SECRET}`);
  const lines = server.lines.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({
    request: 'mine-1',
    operation: 'makeThing',
    status: 201,
    tenant: TENANT,
    token: 'a'.repeat(32),
    milliseconds: expect.any(Number),
    time: expect.stringMatching(/^\d{4}-/),
  });
  expect(lines[1]).toMatchObject({ operation: 'listThings', status: 400, code: 'REQUEST_INVALID' });
  expect(lines[2]).toMatchObject({ operation: 'other', status: 404, code: 'ROUTE_UNKNOWN' });
  const text = server.lines.join('');
  for (const hidden of [SECRET, TOKEN, '/v1', 'limit']) expect(text).not.toContain(hidden);
});

test('a token that asks for too much waits, and no other with it', async () => {
  const server = await serve({
    operations: things(new KeptAnswers()),
    limits: { requests: { points: 2, seconds: 60 } },
  });
  const statuses = [];
  for (let index = 0; index < 3; index++) statuses.push((await server.ask('/v1/things/a')).status);
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await server.ask('/v1/things/a');
  expect(await problem(refused)).toMatchObject({ code: 'RATE_LIMITED' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  const other = await server.ask('/v1/things/a', { headers: { authorization: `Bearer ${AUDITOR}` } });
  expect(other.status).toBe(200);
  expect((await server.ask('/healthz')).status).toBe(200);
});

test('an address that tries tokens waits; a valid token from it does not', async () => {
  const server = await serve({
    operations: things(new KeptAnswers()),
    limits: { failedAuthentications: { points: 2, seconds: 60 } },
  });
  const guess = async (): Promise<number> =>
    (await server.ask('/v1/things/a', { headers: { authorization: 'Bearer guess' } })).status;
  expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  expect((await server.ask('/v1/things/a')).status).toBe(200);
});

test('a service whose store does not answer lives, but is not ready', async () => {
  const server = await serve({ ready: () => Promise.reject(new Error('disk')) });
  expect((await server.ask('/healthz')).status).toBe(200);
  const response = await server.ask('/readyz');
  expect(await problem(response)).toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503 });
  expect((await (await serve()).ask('/readyz')).status).toBe(200);
});
