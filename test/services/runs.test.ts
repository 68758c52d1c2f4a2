import { expect, test } from 'vitest';
import { Runs } from '../../src/services/runs.ts';

test('what ends a run early says why: its client, and the end of the service', async () => {
  const runs = new Runs();
  const client = new AbortController();
  const until = (signal: AbortSignal) =>
    new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
  const first = runs.run({ id: '1', tenant: 'a', bytes: 0, stop: client.signal }, until);
  const reason = new Error('the deadline of the request');
  client.abort(reason);
  expect(await first).toBe(reason);

  const second = runs.run({ id: '2', tenant: 'a', bytes: 0 }, until);
  await runs.close();
  expect(await second).toMatchObject({ code: 'SERVICE_STOPPING' });
  await expect(runs.run({ id: '3', tenant: 'a', bytes: 0 }, until)).rejects.toMatchObject({
    code: 'SERVICE_STOPPING',
  });
});

test('one tenant has half of the places, and what it gives back the others and it can have', async () => {
  const runs = new Runs();
  const ends: (() => void)[] = [];
  const run = (tenant: string, n: number) =>
    runs.run({ id: `${tenant} ${n}`, tenant, bytes: 0 }, () => new Promise<void>((end) => ends.push(end)));
  const running = Array.from({ length: 128 }, (_, n) => run('greedy', n));
  await expect(run('greedy', 128)).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  expect(() => runs.requireRoom('greedy', 0)).toThrow('of this tenant');
  running.push(...Array.from({ length: 128 }, (_, n) => run(`other ${n % 2}`, n)));
  await expect(run('late', 0)).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  ends.shift()?.();
  await running.shift();
  running.push(run('late', 0));
  expect(runs.size).toBe(256);
  for (const end of ends) end();
  await Promise.all(running);
  expect(runs.size).toBe(0);
  expect(() => runs.requireRoom('greedy', 128 * 1024 * 1024)).not.toThrow();
  expect(() => runs.requireRoom('greedy', 128 * 1024 * 1024 + 1)).toThrow('run or wait');
});
