import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { operation } from '../../src/http/operation.ts';
import { problem, serve, type TestServer, TOKEN } from './support.ts';

/** More than the buffers of a connection take, so that a part of it waits in the service. */
const LARGE = 16 * 1024 * 1024;

const download = operation({
  id: 'download',
  tag: 'things',
  method: 'get',
  path: '/v1/downloads',
  summary: 'Gives much.',
  scope: null,
  readOnly: true,
  parameters: [],
  answers: { 200: { description: 'Much.', media: 'text/plain' } },
  handle: async () => ({ status: 200, media: 'text/plain', content: new Uint8Array(LARGE) }),
});

/** A client that asks, and reads nothing of its answer but that there is one. */
async function unread({ port }: TestServer): Promise<() => void> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const begun = Promise.withResolvers<void>();
  socket.on('readable', begun.resolve);
  socket.write(`GET /v1/downloads HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
  await begun.promise;
  return () => socket.destroy();
}

test('answers that nobody reads take so much room and no more, which is given back with their connections', async () => {
  const server = await serve({ operations: [download], limits: { answersBytes: 4 * LARGE } });
  const leave = await unread(server);
  await unread(server);
  const refused = await server.ask('/v1/downloads');
  expect(await problem(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(refused.headers.get('retry-after')).toBe('1');
  leave();
  const answered = async (): Promise<number> => {
    const response = await server.ask('/v1/downloads');
    return response.ok ? (await response.arrayBuffer()).byteLength : response.status;
  };
  await expect.poll(answered, { timeout: 10_000 }).toBe(LARGE);
  // What was read holds nothing.
  for (let again = 0; again < 3; again++) await expect.poll(answered, { timeout: 10_000 }).toBe(LARGE);
});
