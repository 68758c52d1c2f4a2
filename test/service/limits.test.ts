import { expect, test } from 'vitest';
import type { Document } from '../../src/client/index.ts';
import { rowsOf } from './rows.ts';
import { gcd, handIn, integer } from './samples.ts';
import { codeOf, problemOf, testService } from './support.ts';

test('a tenant has as many sessions as it may, and not one more until one was taken away', async () => {
  const service = await testService({ sessions: 3 });
  const { id, client } = await service.tenant('many');
  const { client: other } = await service.tenant('other');
  const open = () => client.openSession({ seconds: 60 });
  const [first] = [await open(), await open(), await open()];
  const before = rowsOf(service.data, id);
  expect(await problemOf(open())).toMatchObject({ code: 'QUOTA_EXCEEDED', status: 429 });
  expect(rowsOf(service.data, id)).toEqual(before);
  const { usage, limits } = await client.showUsage();
  expect([usage.sessions, limits.sessions]).toEqual([3, 3]);
  expect(await codeOf(other.openSession())).toBe('none');
  // One that has ended still has its rows.
  await client.endSession(first.id);
  expect(await codeOf(open())).toBe('QUOTA_EXCEEDED');
  await service.service.collect();
  expect(await codeOf(open())).toBe('none');
  expect(await codeOf(open())).toBe('QUOTA_EXCEEDED');
});

test('the runs of a pipeline give as many bytes as they may, and not one more', async () => {
  const measuring = await testService();
  const { client: measurer } = await measuring.tenant('measuring');
  const session = await measurer.openSession();
  const values = [integer(12_345), integer(-7)];
  let bytes = 0;
  for (const value of values) bytes += (await handIn(measurer, session.id, value)).reference.size;

  const run = (name: string, document: Document) => ({
    name,
    run: { capability: 'number.document@1', inputs: {}, outputs: { document } },
  });
  const [one, two] = values.map((value, index) => run(`given_${index}`, value));
  if (one === undefined || two === undefined) throw new Error('there are two');
  const steps = [one, two, { name: 'verified', verify: gcd() }] as const;

  const service = await testService({ pipelineBytes: bytes });
  const { client } = await service.tenant('exactly');
  expect((await client.runPipeline({ steps })).at(-1)?.verification?.verdict).toBe('ACCEPTED');

  const smaller = await testService({ pipelineBytes: bytes - 1 });
  const { id, client: refused } = await smaller.tenant('one more');
  const before = rowsOf(smaller.data, id);
  expect(await problemOf(refused.runPipeline({ steps }))).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    at: '/steps/1/run',
    detail: expect.stringContaining(`${bytes - 1} bytes`),
  });
  expect(rowsOf(smaller.data, id)).toEqual(before);
});
