import { expect, test } from 'vitest';
import { Verifications } from '../../src/services/verifications.ts';

test('what ends a run early says why: its client, and the end of the service', async () => {
  const verifications = new Verifications();
  const client = new AbortController();
  const until = (signal: AbortSignal) =>
    new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
  const first = verifications.run({ id: '1', bytes: 0, stop: client.signal }, until);
  const reason = new Error('the deadline of the request');
  client.abort(reason);
  expect(await first).toBe(reason);

  const second = verifications.run({ id: '2', bytes: 0 }, until);
  await verifications.close();
  expect(await second).toMatchObject({ code: 'SERVICE_STOPPING' });
  await expect(verifications.run({ id: '3', bytes: 0 }, until)).rejects.toMatchObject({
    code: 'SERVICE_STOPPING',
  });
});
