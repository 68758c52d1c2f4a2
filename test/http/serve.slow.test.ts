import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { type Ended, start } from '../cli/processes.ts';
import { assay, PAW, temporaryFolder } from '../cli/support.ts';

interface Serving {
  readonly url: string;
  /** Shown by the first start on a data folder. */
  readonly token: string | undefined;
  kill(signal: NodeJS.Signals): void;
  /** Once it was told to end, and before it has. */
  readonly ending: Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Starts the service as a user does, and waits until it says where it is. */
async function serveProcess(data: string, ...more: string[]): Promise<Serving> {
  const { child, ended } = start(['serve', '--port', '0', '--workers', '1', '--data', data, ...more]);
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('no output is read');
  const ending = Promise.withResolvers<void>();
  child.stderr?.on('data', (chunk) => String(chunk).includes('ending what runs') && ending.resolve());
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  let token: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    token ??= /^token of the administrator, shown this once: (\S+)$/.exec(line)?.[1];
    const url = /^assay serves at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { url, token, kill, ending: ending.promise, ended };
  }
  throw new Error(`it ended: ${(await ended).err}`);
}

test('the first start shows a token that works, later ones none; SIGTERM and SIGINT end it', async () => {
  const data = join(temporaryFolder(), 'data');
  const first = await serveProcess(data);
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const headers = { authorization: `Bearer ${first.token}` };
  expect((await fetch(`${first.url}/v1/checkers`)).status).toBe(401);
  expect((await fetch(`${first.url}/v1/checkers`, { headers })).status).toBe(200);
  first.kill('SIGTERM');
  const ended = await first.ended;
  expect([ended.code, ended.signal]).toEqual([0, null]);
  const logged = ended.err.split('\n').filter((line) => line.startsWith('{'));
  expect(logged.map((line) => JSON.parse(line).status)).toEqual([401, 200]);
  expect(ended.err).not.toContain(first.token);

  const second = await serveProcess(data);
  expect(second.token).toBeUndefined();
  expect((await fetch(`${second.url}/v1/checkers`, { headers })).status).toBe(200);
  second.kill('SIGINT');
  expect((await second.ended).code).toBe(0);

  const third = await serveProcess(data, '--new-admin-token');
  expect(third.token).not.toBe(first.token);
  for (const token of [first.token, third.token]) {
    const { status } = await fetch(`${third.url}/v1/tokens`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
  }
  third.kill('SIGTERM');
  expect((await third.ended).code).toBe(0);
});

test('a second signal ends at once what a client holds up', async () => {
  const service = await serveProcess(join(temporaryFolder(), 'data'));
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.write('GET / HTTP/1.1\r\nHost: a\r\n', () => resolve()));
  // The service has seen what was sent before this.
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  service.kill('SIGTERM');
  await service.ending;
  service.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('a folder that is served is refused to a second service at once, and free once the first is gone, however', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const second = ['serve', '--port', '0', '--data', data];
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const first = await serveProcess(data);
    const refused = await start(second).ended;
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(
      /^error STORE_BUSY: [^\n]*another service serves this data folder[^\n]*--data\n$/,
    );
    // Commands go on using it.
    const certifying = ['certify', join(PAW, 'handoff.json'), '--discharge', '--data', data];
    const certified = await start([...certifying, '--out', join(folder, `${signal}.json`)]).ended;
    expect(certified).toMatchObject({ code: 0 });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    first.kill(signal);
    expect(await first.ended).toMatchObject(signal === 'SIGKILL' ? { signal } : { code: 0 });
  }
  const last = await serveProcess(data);
  expect((await fetch(`${last.url}/readyz`)).status).toBe(200);
  last.kill('SIGTERM');
  expect((await last.ended).code).toBe(0);
});

test('an address that is taken, and options that are none', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const data = join(temporaryFolder(), 'data');
  const refused = await assay(['serve', '--port', port, '--data', data]);
  expect(refused.exit).toBe(2);
  expect(refused.err).toContain('cannot be listened on');
  // The token was made: it must have been shown.
  expect(refused.out).toMatch(/^token of the administrator, shown this once: assay_/);
  for (const options of [
    ['--port', '65536'],
    ['--port', 'x'],
    ['--port', ''],
    ['--workers', '0'],
    ['--durable-mib', '0'],
    ['--durable-mib', '1e9'],
    ['--retention-days', '0'],
    ['--retention-days', '0.5'],
  ]) {
    expect((await assay(['serve', ...options, '--data', data])).exit).toBe(2);
  }
});
