import { expect, test } from 'vitest';
import { Runs } from '../../src/services/runs.ts';

test('what ends a run early says why: its client, and the end of the service', async () => {
  const runs = new Runs();
  const client = new AbortController();
  const until = (signal: AbortSignal) =>
    new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
  const first = runs.run({ id: '1', bytes: 0, stop: client.signal }, until);
  const reason = new Error('the deadline of the request');
  client.abort(reason);
  expect(await first).toBe(reason);

  const second = runs.run({ id: '2', bytes: 0 }, until);
  await runs.close();
  expect(await second).toMatchObject({ code: 'SERVICE_STOPPING' });
  await expect(runs.run({ id: '3', bytes: 0 }, until)).rejects.toMatchObject({
    code: 'SERVICE_STOPPING',
  });
});
