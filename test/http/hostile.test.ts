import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BODY_LIMITS } from '../../src/http/limits.ts';
import { AUDITOR, KeptAnswers, problem, raw, serve, TOKEN } from './support.ts';
import { SECRET, things } from './things.ts';

const THING = '{"name":"a"}';
const JSON_HEADERS = { 'content-type': 'application/json', 'idempotency-key': 'k' };

interface Hostile {
  readonly what: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly status: number;
  readonly code: string;
  readonly at?: string;
}

const post = { method: 'POST', path: '/v1/things', headers: JSON_HEADERS };

const HOSTILE: readonly Hostile[] = [
  { what: 'no token', headers: { authorization: '' }, status: 401, code: 'TOKEN_INVALID' },
  { what: 'a bad token', headers: { authorization: `Bearer ${SECRET}` }, status: 401, code: 'TOKEN_INVALID' },
  {
    what: 'no token at an unknown route',
    path: '/v1/nothing',
    headers: { authorization: '' },
    status: 401,
    code: 'TOKEN_INVALID',
  },
  {
    what: 'no token with an unknown method',
    method: 'PUT',
    headers: { authorization: '' },
    status: 401,
    code: 'TOKEN_INVALID',
  },
  {
    what: 'no token at the root',
    path: '/v1',
    headers: { authorization: '' },
    status: 401,
    code: 'TOKEN_INVALID',
  },
  {
    what: 'no token and an encoded path',
    path: '/%76%31/things',
    headers: { authorization: '' },
    status: 401,
    code: 'TOKEN_INVALID',
  },
  {
    what: 'the wrong scope',
    ...post,
    headers: { ...JSON_HEADERS, authorization: `Bearer ${AUDITOR}` },
    body: THING,
    status: 403,
    code: 'SCOPE_MISSING',
  },
  { what: 'an unknown route', path: '/v1/nothing', status: 404, code: 'ROUTE_UNKNOWN' },
  { what: 'an unknown route outside', path: '/nothing', status: 404, code: 'ROUTE_UNKNOWN' },
  { what: 'an unknown method', method: 'PUT', status: 405, code: 'METHOD_UNKNOWN' },
  {
    what: 'an unknown method outside',
    path: '/healthz',
    method: 'POST',
    status: 405,
    code: 'METHOD_UNKNOWN',
  },
  {
    what: 'a parameter that does not fit',
    path: `/v1/things/${SECRET}!`,
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'path parameter thing',
  },
  {
    what: 'an unknown query parameter',
    path: '/v1/things?other=1',
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'query parameter other',
  },
  {
    what: 'a query parameter twice',
    path: '/v1/things?limit=1&limit=2',
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'query parameter limit',
  },
  {
    what: 'a limit that is too large',
    path: '/v1/things?limit=201',
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'query parameter limit',
  },
  {
    what: 'a cursor of other bytes',
    path: '/v1/things?cursor=AAAA',
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'query parameter cursor',
  },
  {
    what: 'a cursor that is no base64url',
    path: '/v1/things?cursor=%2B%2B',
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'query parameter cursor',
  },
  {
    what: 'another media type',
    ...post,
    headers: { ...JSON_HEADERS, 'content-type': 'text/plain' },
    body: THING,
    status: 415,
    code: 'MEDIA_TYPE',
  },
  {
    what: 'an encoded body',
    ...post,
    headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' },
    body: THING,
    status: 415,
    code: 'MEDIA_TYPE',
  },
  { what: 'no body', ...post, status: 422, code: 'DOCUMENT_MALFORMED' },
  {
    what: 'malformed JSON',
    ...post,
    body: `{"name":"${SECRET}"`,
    status: 422,
    code: 'DOCUMENT_MALFORMED',
  },
  {
    what: 'bytes that are no UTF-8',
    ...post,
    body: Uint8Array.of(0x22, 0xff, 0x22),
    status: 422,
    code: 'DOCUMENT_MALFORMED',
  },
  {
    what: 'a name twice',
    ...post,
    body: `{"name":"${SECRET}","name":"b"}`,
    status: 422,
    code: 'DOCUMENT_DUPLICATE_KEY',
    at: '/name',
  },
  {
    what: 'a number with a fraction',
    ...post,
    body: '{"name":1.5}',
    status: 422,
    code: 'DOCUMENT_NUMBER',
    at: '/name',
  },
  {
    what: 'too deep a body',
    ...post,
    body: '['.repeat(100) + ']'.repeat(100),
    status: 422,
    code: 'DOCUMENT_DEPTH',
  },
  {
    what: 'a body of another shape',
    ...post,
    body: `{"name":"${SECRET} !"}`,
    status: 400,
    code: 'REQUEST_INVALID',
    at: '/name',
  },
  {
    what: 'an unknown member',
    ...post,
    body: '{"name":"a","__proto__":1}',
    status: 400,
    code: 'REQUEST_INVALID',
    at: '/__proto__',
  },
  {
    what: 'too large a body by its length',
    ...post,
    body: ' '.repeat(BODY_LIMITS.bytes + 1),
    status: 413,
    code: 'DOCUMENT_SIZE',
  },
  {
    what: 'another Content-Digest',
    ...post,
    headers: { ...JSON_HEADERS, 'content-digest': `sha-256=:${'A'.repeat(43)}=:` },
    body: THING,
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'header Content-Digest',
  },
  {
    what: 'a Content-Digest of an unknown algorithm',
    ...post,
    headers: { ...JSON_HEADERS, 'content-digest': 'md5=:AAAA:' },
    body: THING,
    status: 400,
    code: 'REQUEST_INVALID',
    at: 'header Content-Digest',
  },
  {
    what: 'a body where none is taken',
    ...post,
    path: '/v1/things/broken',
    body: '{}',
    status: 400,
    code: 'REQUEST_INVALID',
  },
  {
    what: 'no Idempotency-Key',
    ...post,
    headers: { 'content-type': 'application/json' },
    body: THING,
    status: 400,
    code: 'IDEMPOTENCY_MISSING',
  },
  {
    what: 'too long an Idempotency-Key',
    ...post,
    headers: { ...JSON_HEADERS, 'idempotency-key': 'k'.repeat(256) },
    body: THING,
    status: 400,
    code: 'IDEMPOTENCY_MISSING',
  },
  {
    what: 'an Idempotency-Key that is no ASCII',
    ...post,
    headers: { ...JSON_HEADERS, 'idempotency-key': 'k\u00e9y' },
    body: THING,
    status: 400,
    code: 'IDEMPOTENCY_MISSING',
  },
  {
    what: 'an Idempotency-Key with a space',
    ...post,
    headers: { ...JSON_HEADERS, 'idempotency-key': 'a b' },
    body: THING,
    status: 400,
    code: 'IDEMPOTENCY_MISSING',
  },
];

test.each(HOSTILE)(
  '$what: $code',
  async ({ path = '/v1/things', method, headers, body, status, code, at }) => {
    const kept = new KeptAnswers();
    const server = await serve({ operations: things(kept), findAnswer: kept.find });
    const init = { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) };
    const response = await server.ask(path, init);
    const told = await problem(response);
    expect(told).toMatchObject({ type: `urn:assay:error:${code}`, code, status });
    expect(response.status).toBe(status);
    if (at !== undefined) expect(told.at).toBe(at);
    expect(kept.effects).toEqual([]);
    const everything = JSON.stringify([told, [...response.headers], server.lines]);
    expect(everything).not.toContain(SECRET);
    expect(everything).not.toContain(TOKEN);
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="assay"' : null);
    if (code === 'METHOD_UNKNOWN') expect(response.headers.get('allow')).toContain('GET');
  },
);

test('too large a body by its chunks is refused as soon as it is', async () => {
  const server = await serve({ operations: things(new KeptAnswers()) });
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const answered = await raw(server, (socket) => {
    socket.write(
      `POST /v1/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nIdempotency-Key: k\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const more = (): void => {
      while (socket.writable && socket.write(chunk)) {}
      socket.once('drain', more);
    };
    more();
  });
  expect(answered).toMatch(/^HTTP\/1\.1 413 /);
  expect(answered).toContain('DOCUMENT_SIZE');
});

test('a fault of ours tells nothing but a number that the log has too', async () => {
  const server = await serve({ operations: things(new KeptAnswers()) });
  const response = await server.ask('/v1/things/broken', {
    method: 'POST',
    headers: { 'idempotency-key': 'k' },
  });
  const told = await problem(response);
  expect(told).toMatchObject({
    status: 500,
    code: 'INTERNAL',
    incident: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const line = server.lines.find((text) => text.includes('"failure"')) ?? '';
  expect(line).toContain(String(told.incident));
  expect(line).toContain('things.ts');
  expect(JSON.stringify([told, server.lines])).not.toContain(SECRET);
  expect(JSON.stringify(told)).not.toContain('things.ts');
});

test('headers that are too large, or too many', async () => {
  const server = await serve({ limits: { headerBytes: 4096, headerCount: 8 } });
  const large = await raw(server, (socket) =>
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(8192)}\r\n\r\n`),
  );
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
  expect(large).toContain('HEADERS_SIZE');
  const many = await raw(server, (socket) =>
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(50)}\r\n`),
  );
  expect(many).toMatch(/^HTTP\/1\.1 431 /);
  expect(many).toContain('HEADERS_SIZE');
});

test('what is no HTTP, and a Host that makes no address', async () => {
  const server = await serve();
  const garbage = await raw(server, (socket) => socket.write('\u0000\u0001\u0002 hello\r\n\r\n'));
  expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
  expect(garbage).toContain('REQUEST_INVALID');
  const host = await raw(server, (socket) =>
    socket.write('GET /healthz HTTP/1.1\r\nHost: a/b@c\r\nConnection: close\r\n\r\n'),
  );
  expect(host).toMatch(/^HTTP\/1\.1 400 /);
  expect(host).toContain('REQUEST_INVALID');
});

const IMPATIENT = {
  headersTimeout: 30,
  requestTimeout: 60,
  keepAliveTimeout: 30,
  connectionsCheckingInterval: 10,
} as const;

test('slow headers, a slow body and silence are cut off', async () => {
  const server = await serve({ operations: things(new KeptAnswers()), limits: IMPATIENT });
  const headers = await raw(server, (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n'));
  expect(headers).toMatch(/^HTTP\/1\.1 408 /);
  const body = await raw(server, (socket) =>
    socket.write(
      `POST /v1/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nIdempotency-Key: k\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ),
  );
  expect(body).toMatch(/^HTTP\/1\.1 408 /);
  const silence = await raw(server, () => {});
  expect(silence).toMatch(/^(HTTP\/1\.1 408 |$)/);
  const idle = await raw(server, (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'));
  expect(idle).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that closes its side early leaves the service as it was', async () => {
  const kept = new KeptAnswers();
  const server = await serve({ operations: things(kept), limits: IMPATIENT });
  await raw(server, (socket) =>
    socket.end(
      `POST /v1/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nIdempotency-Key: k\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ),
  );
  expect(kept.effects).toEqual([]);
  expect((await server.ask('/healthz')).status).toBe(200);
  // It is logged as any refusal is, and as no failure of the service.
  await expect.poll(() => server.lines.filter((line) => line.includes('"REQUEST_INVALID"'))).toHaveLength(1);
  expect(server.lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});

test('more connections than there may be are closed as they come', async () => {
  const server = await serve({ limits: { connections: 1 } });
  const second = Promise.withResolvers<string>();
  await raw(
    server,
    (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
    (_text, socket) => {
      second.resolve(raw(server, (other) => other.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')));
      second.promise.then(() => socket.destroy());
    },
  );
  expect(await second.promise).toBe('');
});

test('bodies that are too large together are refused, and the room is given back', async () => {
  const kept = new KeptAnswers();
  const gate = Promise.withResolvers<void>();
  const running = Promise.withResolvers<void>();
  const making = async (): Promise<void> => {
    running.resolve();
    await gate.promise;
  };
  const server = await serve({
    operations: things(kept, { making }),
    findAnswer: kept.find,
    limits: { bodiesBytes: 2 * THING.length - 1 },
  });
  const first = server.post('/v1/things', THING);
  await running.promise;
  const refused = await server.post('/v1/things', THING, { 'idempotency-key': 'other' });
  expect(await problem(refused)).toMatchObject({ code: 'RATE_LIMITED' });
  expect(refused.headers.get('retry-after')).toBe('1');
  gate.resolve();
  expect((await first).status).toBe(201);
  for (let index = 0; index < 5; index++) {
    const key = { 'idempotency-key': `k${index}` };
    expect((await server.post('/v1/things', '{"name":', key)).status).toBe(422);
    expect((await server.post('/v1/things', THING, { ...key, 'content-digest': '' })).status).toBe(400);
  }
  expect((await server.post('/v1/things', THING, { 'idempotency-key': 'other' })).status).toBe(201);
});

/** Lines as requests have them, most of them broken. */
const LINE = fc.oneof(
  fc.constantFrom(
    'GET /v1/things HTTP/1.1',
    'POST /v1/things HTTP/1.1',
    'GET http://a/../v1/things HTTP/1.1',
    'GET //v1/things?%%% HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'Host: a',
    'Host: [::1',
    `Authorization: Bearer ${TOKEN}`,
    'Idempotency-Key: k',
    'Content-Type: application/json',
    'Content-Length: 12',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
    'Content-Digest: :::',
    'Expect: 100-continue',
    'Upgrade: websocket',
    'If-None-Match: *',
    '',
    THING,
    'c',
    '0',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

test('whatever is sent, the service goes on and tells nothing of itself', async () => {
  const kept = new KeptAnswers();
  const server = await serve({ operations: things(kept), findAnswer: kept.find, limits: IMPATIENT });
  await fc.assert(
    fc.asyncProperty(fc.array(LINE, { maxLength: 12 }), async (lines) => {
      const answered = await raw(server, (socket) => socket.end(lines.join('\r\n')));
      expect(answered).not.toMatch(/ 500 |node_modules| {4}at /);
    }),
    { numRuns: 150 },
  );
  expect((await server.ask('/readyz')).status).toBe(200);
  expect(server.lines.filter((line) => line.includes('"failure"') && line.includes('INTERNAL'))).toEqual([]);
});
