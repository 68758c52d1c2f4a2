import { expect, test } from 'vitest';
import { openService } from '../../src/services/open-service.ts';
import { ask } from './asking.ts';
import { checkerFolder } from './own-checkers.ts';
import { rowsOf } from './rows.ts';
import { GCD, gcd, serialOf } from './samples.ts';
import { openTestService, problemOf, type TestService, testService } from './support.ts';

/** The next checker's verdict is held back until it is let go; resolves once it is there. */
function heldBack(service: TestService, tenant: string): { reached: Promise<void>; letGo: () => void } {
  const { pool } = service.service.forTenant(tenant);
  const { run } = pool;
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  pool.run = async (...parameters) => {
    pool.run = run;
    const outcome = await run.apply(pool, parameters);
    reached.resolve();
    await gate.promise;
    return outcome;
  };
  return { reached: reached.promise, letGo: () => gate.resolve() };
}

test('a job that runs when the service is told to end has the time to, and is found by the next one', async () => {
  const first = await openTestService({ limits: { drain: 60_000 } });
  const { id, bearer, client } = await first.tenant('draining');
  const { reached, letGo } = heldBack(first, id);
  const job = await client.verifyLater(gcd());
  await reached;
  const stopped = first.server.stop();
  // Nothing new is begun meanwhile, and whoever asks is answered so.
  expect(await problemOf(client.verify(gcd()))).toMatchObject({ code: 'SERVICE_STOPPING', status: 503 });
  expect((await ask(first, null, { method: 'GET', path: '/readyz' })).status).toBe(503);
  letGo();
  await stopped;
  await expect(client.showTrustRoot()).rejects.toThrow();
  await first.service.close();
  const second = await openTestService({ data: first.data, clock: first.clock });
  try {
    const verification = await second.client(bearer).waitFor(job.id);
    expect(verification).toMatchObject({ id: job.id, verdict: 'ACCEPTED' });
    const { status } = await second.client(bearer).showCertificate(serialOf(verification));
    expect(status).toBe('certified');
  } finally {
    await second.close();
    await first.close();
  }
});

test('a job that a request begins while the service is told to end has the time to, too', async () => {
  const first = await openTestService({ limits: { drain: 60_000 } });
  const { id, bearer, client } = await first.tenant('draining');
  const { store } = first.service.forTenant(id);
  const { startJob } = store.jobs;
  const starting = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  store.jobs.startJob = async (...parameters) => {
    starting.resolve();
    await gate.promise;
    return startJob.apply(store.jobs, parameters);
  };
  const { reached, letGo } = heldBack(first, id);
  const asked = client.verifyLater(gcd({ document: GCD.wrong }));
  await starting.promise;
  const stopped = first.server.stop();
  gate.resolve();
  const job = await asked;
  await reached;
  // It is waited for: whoever asks is still told so.
  expect(await problemOf(client.verify(gcd()))).toMatchObject({ code: 'SERVICE_STOPPING', status: 503 });
  letGo();
  await stopped;
  await first.service.close();
  const second = await openTestService({ data: first.data, clock: first.clock });
  try {
    expect(await second.client(bearer).waitFor(job.id)).toMatchObject({ verdict: 'REJECTED' });
  } finally {
    await second.close();
    await first.close();
  }
});

test('a job that does not end in time is cancelled, and says so; its record is kept', async () => {
  const { folder, remove } = checkerFolder('number.gcd@1', { endless: 'for (;;) r.value;' });
  const first = await openTestService({ checkers: [folder], limits: { drain: 1 } });
  const { id, bearer, client } = await first.tenant('late');
  await first.admin.authoriseChecker('test.endless');
  const job = await client.verifyLater({ ...gcd(), checker: 'test.endless' });
  expect(first.service.runs.size).toBe(1);
  await first.server.stop();
  await first.service.close();
  const [record, ...more] = (rowsOf(first.data, id).verifications ?? []).map((row) => JSON.parse(row));
  expect([record, more]).toMatchObject([{ id: job.id, verdict: 'INCONCLUSIVE', reason: 'CANCELLED' }, []]);
  const second = await openTestService({ data: first.data, clock: first.clock, checkers: [folder] });
  try {
    expect(await second.client(bearer).showVerification(job.id)).toMatchObject({
      state: 'cancelled',
      answer: { verdict: 'INCONCLUSIVE', reason: 'CANCELLED' },
      finished_at: second.clock.now(),
    });
  } finally {
    await second.close();
    await first.close();
    remove();
  }
});

test('a second service on the folder is refused, and takes no job of the first for dead', async () => {
  const service = await testService();
  const { id, client } = await service.tenant('first');
  const { reached, letGo } = heldBack(service, id);
  const job = await client.verifyLater(gcd());
  await reached;
  const before = rowsOf(service.data);
  const second = openService({ data: service.data, workers: 1, newAdminToken: true });
  await expect(second).rejects.toMatchObject({ code: 'STORE_BUSY', at: service.data });
  expect(rowsOf(service.data)).toEqual(before);
  expect(await client.showVerification(job.id)).toMatchObject({ state: 'running' });
  letGo();
  expect(await client.waitFor(job.id)).toMatchObject({ verdict: 'ACCEPTED' });
});

test('a service that could not be opened holds nothing', async () => {
  const service = await openTestService();
  await service.server.stop();
  await service.service.close();
  const failing = openService({ data: service.data, contracts: ['/nowhere'] });
  await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/./) });
  const again = await openService({ data: service.data, workers: 1 });
  await again.close();
  await service.close();
});
