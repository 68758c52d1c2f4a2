import { expect, test } from 'vitest';
import { startCollecting } from '../../src/http/collecting.ts';
import { createLog } from '../../src/http/log.ts';
import { testService } from '../service/support.ts';
import { serve } from './support.ts';

test('a service takes away what has expired by itself', async () => {
  const service = await testService({ limits: { collectEvery: 1 } });
  const { client } = await service.tenant('forgetful');
  await client.openSession({ seconds: 60 });
  const kept = await client.openSession({ seconds: 61 });
  service.clock.advance(60_000);
  await expect.poll(async () => (await client.showUsage()).usage.sessions).toBe(1);
  expect(await client.showSession(kept.id)).toEqual(kept);
});

test('a failure is logged without its message, and the next time is tried all the same', async () => {
  let times = 0;
  const again = Promise.withResolvers<void>();
  const server = await serve({
    limits: { collectEvery: 1 },
    collect: async () => {
      times++;
      if (times === 2) again.resolve();
      throw new RangeError('of a value');
    },
  });
  await again.promise;
  const line = server.lines.find((line) => line.includes('collecting failed')) ?? '';
  expect(JSON.parse(line).trace[0]).toBe('RangeError');
  expect(line).not.toContain('of a value');
});

test('it ends when it is told to, after what it has begun', async () => {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let times = 0;
  const collect = async (): Promise<void> => {
    times++;
    begun.resolve();
    await ending.promise;
  };
  const stop = startCollecting(collect, 1, createLog({ write: () => undefined }));
  await begun.promise;
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  ending.resolve();
  await stopping;
  expect(times).toBe(1);
});
