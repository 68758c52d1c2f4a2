import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { AssayClient, AssayProblem, AssayUnreachable, type ClientOptions } from '../../src/client/index.ts';

const TOKEN = 'assay_secret-token-of-somebody';
const SESSION = { id: '0'.repeat(32) };

interface Told {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A client whose requests are answered one after the other: `down` by no answer at all. */
function clientOf(answers: readonly (Told | 'down')[], options: Partial<ClientOptions> = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  const client = new AssayClient({
    url: 'https://assay.example/under/',
    token: TOKEN,
    wait: async (milliseconds) => void waits.push(milliseconds),
    fetch: async (input, init = {}) => {
      const answer = answers[requests.length];
      requests.push({ url: String(input), init });
      if (answer === undefined || answer === 'down') throw new TypeError('fetch failed');
      const { status, headers = {}, body = JSON.stringify(SESSION) } = answer;
      return new Response(body, { status, headers });
    },
    ...options,
  });
  return { client, requests, waits };
}

const problem = (code: string): string => JSON.stringify({ code, detail: 'why', at: '/x', next: 'do' });

test('a request says who asks, and goes nowhere else', async () => {
  const { client, requests } = clientOf([{ status: 201 }, { status: 200 }]);
  await client.openSession();
  await client.showSession('a/b?c');
  const [post, get] = requests.map(({ url, init }) => ({ url, ...init, headers: new Headers(init.headers) }));
  expect(post).toMatchObject({
    url: 'https://assay.example/under/v1/sessions',
    redirect: 'error',
    credentials: 'omit',
  });
  expect(post?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
  expect(post?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  expect(get?.url).toBe('https://assay.example/under/v1/sessions/a%2Fb%3Fc');
  expect(get?.headers.has('idempotency-key')).toBe(false);
});

test('what is away is asked again, as it says or after a while that doubles', async () => {
  const { client, waits, requests } = clientOf([
    { status: 503, headers: { 'retry-after': '7' } },
    'down',
    { status: 502 },
    { status: 201 },
  ]);
  expect(await client.openSession()).toEqual(SESSION);
  expect(waits).toEqual([7_000, 500, 1_000]);
  expect(new Set(requests.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).size).toBe(1);
});

test('no more often than is allowed', async () => {
  const silent = clientOf([], { attempts: 3 });
  await expect(silent.client.openSession()).rejects.toThrow(AssayUnreachable);
  expect(silent.requests).toHaveLength(3);
  const away = clientOf(Array(9).fill({ status: 503, body: problem('SERVICE_STOPPING') }));
  await expect(away.client.openSession()).rejects.toMatchObject({ code: 'SERVICE_STOPPING', status: 503 });
  expect(away.requests).toHaveLength(4);
  const long = clientOf([{ status: 503, headers: { 'retry-after': '3600' }, body: problem('STORE_BUSY') }]);
  await expect(long.client.openSession()).rejects.toMatchObject({ code: 'STORE_BUSY' });
  expect(long.waits).toEqual([]);
});

test.each([400, 401, 403, 404, 409, 410, 422, 429, 500, 504, 507])(
  '%i is not asked again',
  async (status) => {
    const { client, requests } = clientOf([{ status, body: problem('WHATEVER') }]);
    await expect(client.openSession()).rejects.toMatchObject({ code: 'WHATEVER', at: '/x', next: 'do' });
    expect(requests).toHaveLength(1);
  },
);

test('too many requests at once are asked again when there is room', async () => {
  const { client, waits } = clientOf([{ status: 429, headers: { 'retry-after': '1' } }, { status: 201 }]);
  await client.openSession();
  expect(waits).toEqual([1_000]);
});

test.each(['<html>bad gateway</html>', '', '{"code": 7}', '[]'])(
  'an answer of something else: %s',
  async (body) => {
    const { client } = clientOf([{ status: 404, body }]);
    await expect(client.openSession()).rejects.toMatchObject({
      name: 'AssayProblem',
      code: 'HTTP',
      status: 404,
    });
    const { client: other } = clientOf([{ status: 200, body: body === '' ? '<html>' : body.slice(1) }]);
    await expect(other.openSession()).rejects.toBeInstanceOf(AssayProblem);
  },
);

test('a call that was given up throws the reason and asks nothing more', async () => {
  const controller = new AbortController();
  const reason = new Error('given up');
  const { client, requests } = clientOf(['down'], {
    wait: async (_, signal) => {
      controller.abort(reason);
      signal?.throwIfAborted();
    },
  });
  const { signal } = controller;
  await expect(client.openSession({}, { signal })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
  await expect(client.showSession('a', { signal })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
  const list = client.listSessions({ signal });
  await expect(list[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  const waiting = new AssayClient({ url: 'http://127.0.0.1:9', token: TOKEN });
  const soon = AbortSignal.timeout(1);
  await expect(waiting.openSession({}, { signal: soon })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('no error and no inspection holds the token', async () => {
  const failures: unknown[] = [];
  const keep = (error: unknown): void => void failures.push(error);
  const { client } = clientOf([
    'down',
    'down',
    'down',
    'down',
    { status: 403, body: problem('SCOPE_MISSING') },
  ]);
  await client.openSession().catch(keep);
  await client.openSession().catch(keep);
  for (const token of ['', `${TOKEN}\n`, `${TOKEN} x`, `${TOKEN}é`]) {
    try {
      new AssayClient({ url: 'http://127.0.0.1', token });
    } catch (error) {
      keep(error);
    }
  }
  expect(failures).toHaveLength(6);
  for (const failure of [...failures, client]) {
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(TOKEN);
    expect(JSON.stringify(failure)).not.toContain(TOKEN);
  }
});

test.each(['ftp://127.0.0.1', 'http://127.0.0.1/?a=b', 'http://127.0.0.1/#a', 'nowhere'])(
  '%s is no address',
  (url) => {
    expect(() => new AssayClient({ url, token: TOKEN })).toThrow(TypeError);
  },
);

test.each(['', '.', '..'])('"%s" is no id: the path stays what it is', async (id) => {
  const { client, requests } = clientOf([]);
  expect(() => client.showSession(id)).toThrow(AssayProblem);
  expect(requests).toEqual([]);
});
