import { expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { KeptAnswers, problem, raw, serve } from './support.ts';
import { things } from './things.ts';

const A = '{"name":"a"}';

test('what runs ends, what comes is refused, and then nobody listens', async () => {
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
  const stopped = server.stop();
  const refused = await server.ask('/v1/things');
  expect(await problem(refused)).toMatchObject({ code: 'SERVICE_STOPPING', status: 503 });
  expect(refused.headers.get('connection')).toBe('close');
  expect((await server.ask('/readyz')).status).toBe(503);
  expect((await server.ask('/healthz')).status).toBe(200);
  gate.resolve();
  const answered = await first;
  expect([answered.status, answered.headers.get('connection')]).toEqual([201, 'close']);
  expect(kept.effects).toEqual([{ name: 'a' }]);
  await stopped;
  await expect(server.ask('/healthz')).rejects.toThrow();
});

test('what does not end in time is told to, and has no effect', async () => {
  const kept = new KeptAnswers();
  const running = Promise.withResolvers<void>();
  const making = ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const { promise, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(signal.reason));
    running.resolve();
    return promise;
  };
  const server = await serve({
    operations: things(kept, { making }),
    findAnswer: kept.find,
    limits: { drain: 1 },
  });
  const first = server.post('/v1/things', A);
  await running.promise;
  await server.stop();
  expect(await problem(await first)).toMatchObject({ code: 'SERVICE_STOPPING', status: 503 });
  expect(kept.effects).toEqual([]);
});

test('what does not even notice is left behind', async () => {
  const running = Promise.withResolvers<void>();
  const reading = (): Promise<void> => {
    running.resolve();
    return new Promise(() => {});
  };
  const operations = things(new KeptAnswers(), { reading });
  const server = await serve({ operations, limits: { drain: 1, abandon: 1 } });
  const first = server.ask('/v1/things/a').then(problem);
  await running.promise;
  await server.stop();
  expect(await first).toMatchObject({ code: 'SERVICE_STOPPING' });
});

test('a half-open client holds nothing up', async () => {
  const server = await serve({ limits: { abandon: 1 } });
  const connected = Promise.withResolvers<void>();
  const cut = raw(server, (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n', () => connected.resolve());
  });
  await connected.promise;
  await server.stop();
  await cut;
});

test('a request that takes longer than its deadline is answered so', async () => {
  const kept = new KeptAnswers();
  const making = ({ signal }: { readonly signal: AbortSignal }): Promise<void> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const server = await serve({
    operations: things(kept, { making }),
    findAnswer: kept.find,
    limits: { deadline: 1 },
  });
  const response = await server.post('/v1/things', A);
  expect(await problem(response)).toMatchObject({ code: 'REQUEST_TIMEOUT', status: 408 });
  expect(kept.effects).toEqual([]);
});

test('stopping twice is stopping once', async () => {
  const server = await serve();
  await Promise.all([server.stop(), server.stop()]);
  await expect(server.ask('/healthz')).rejects.toThrow();
});

test('an operation that throws before it waits is over too', async () => {
  const [, list] = things(new KeptAnswers());
  if (list === undefined) throw new Error('no operation');
  const handle = (): never => {
    throw new AssayError('VALUE_UNKNOWN', 'there is none');
  };
  const server = await serve({ operations: [{ ...list, handle }], limits: { drain: 60_000 } });
  expect((await server.ask('/v1/things')).status).toBe(404);
  await server.stop();
});
