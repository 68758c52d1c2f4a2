import { expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { KeptAnswers, problem, serve } from './support.ts';
import { things } from './things.ts';

const A = '{"name":"a"}';

test('twenty identical requests at once have one effect and one answer', async () => {
  const kept = new KeptAnswers();
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const everybody = Promise.withResolvers<void>();
  const server = await serve({
    operations: things(kept, { making: () => gate.promise }),
    findAnswer: kept.find,
    authenticate: async () => {
      asked++;
      if (asked === 20) everybody.resolve();
      return { tenant: 't', token: 'a'.repeat(32), scopes: ['produce'], operator: false };
    },
  });
  const answers = Array.from({ length: 20 }, () => server.post('/v1/things', A));
  await everybody.promise;
  gate.resolve();
  const responses = await Promise.all(answers);
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(new Set(await Promise.all(responses.map((response) => response.text())))).toEqual(new Set([A]));
  expect(kept.effects).toEqual([{ name: 'a' }]);
  const first = responses.filter(({ headers }) => headers.get('idempotency-replayed') === null);
  expect(first).toHaveLength(1);
});

test('another body under the same key is a conflict, while the first runs and afterwards', async () => {
  const kept = new KeptAnswers();
  const gate = Promise.withResolvers<void>();
  const running = Promise.withResolvers<void>();
  const making = async (): Promise<void> => {
    running.resolve();
    await gate.promise;
  };
  const server = await serve({ operations: things(kept, { making }), findAnswer: kept.find });
  const first = server.post('/v1/things', A);
  await running.promise;
  const during = await server.post('/v1/things', '{"name":"b"}');
  expect(await problem(during)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 422 });
  gate.resolve();
  expect((await first).status).toBe(201);
  const after = await server.post('/v1/things', '{"name":"b"}');
  expect(await problem(after)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 422 });
  expect((await server.post('/v1/things', `${A} `)).status).toBe(422);
  expect((await server.post('/v1/things?other', A)).status).toBe(400);
  expect(kept.effects).toEqual([{ name: 'a' }]);
});

test('a repetition gets the first answer, byte for byte', async () => {
  const kept = new KeptAnswers();
  const server = await serve({ operations: things(kept), findAnswer: kept.find });
  const first = await server.post('/v1/things', A);
  const again = await server.post('/v1/things', A);
  expect([again.status, await again.text()]).toEqual([first.status, await first.text()]);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await server.post('/v1/things', A, { 'idempotency-key': 'key-2' });
  expect(other.headers.get('idempotency-replayed')).toBeNull();
  expect(kept.effects).toHaveLength(2);
});

test('a failure has no effect and frees its key', async () => {
  const kept = new KeptAnswers();
  let fails = true;
  const making = async (): Promise<void> => {
    if (fails) throw new AssayError('QUOTA_EXCEEDED', 'it is full');
  };
  const server = await serve({ operations: things(kept, { making }), findAnswer: kept.find });
  expect(await problem(await server.post('/v1/things', A))).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  fails = false;
  expect((await server.post('/v1/things', '{"name":"b"}')).status).toBe(201);
  expect(kept.effects).toEqual([{ name: 'b' }]);
});

test('what a POST began goes on without its client, who finds it by its key', async () => {
  const kept = new KeptAnswers();
  const gate = Promise.withResolvers<void>();
  const running = Promise.withResolvers<AbortSignal>();
  const making = async ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
    running.resolve(signal);
    await gate.promise;
  };
  const server = await serve({ operations: things(kept, { making }), findAnswer: kept.find });
  const gone = new AbortController();
  const first = server.ask('/v1/things', {
    method: 'POST',
    body: A,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
    signal: gone.signal,
  });
  const signal = await running.promise;
  gone.abort();
  await expect(first).rejects.toThrow();
  const again = server.post('/v1/things', A);
  gate.resolve();
  expect((await again).status).toBe(201);
  expect(signal.aborted).toBe(false);
  expect(kept.effects).toEqual([{ name: 'a' }]);
});

test('what only reads is told that its client has gone', async () => {
  const told = Promise.withResolvers<void>();
  const running = Promise.withResolvers<void>();
  const reading = ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
    signal.addEventListener('abort', () => told.resolve());
    running.resolve();
    return told.promise;
  };
  const server = await serve({ operations: things(new KeptAnswers(), { reading }) });
  const gone = new AbortController();
  const asked = server.ask('/v1/things/a', { signal: gone.signal });
  await running.promise;
  gone.abort();
  await expect(asked).rejects.toThrow();
  await told.promise;
});
