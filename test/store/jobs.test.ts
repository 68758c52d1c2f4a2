import { expect, test } from 'vitest';
import type { Job } from '../../src/store/jobs.ts';
import { asked, hex, minute, openTestFolder, tenant } from './support.ts';

const ID = hex('job');
const STARTED: Job = { id: ID, state: 'running', answer: null, createdAt: minute(1), finishedAt: null };
const ENDED: Job = { ...STARTED, state: 'done', answer: { status: 200 }, finishedAt: minute(2) };

test('a job runs, ends once, and is given back, also after a restart', async () => {
  const { path, store } = await openTestFolder();
  expect(await store.jobs.startJob(STARTED)).toEqual(STARTED);
  expect(await store.jobs.job(ID)).toEqual(STARTED);
  expect(await store.jobs.endJob(ENDED)).toEqual(ENDED);
  await store.close();
  const { store: again } = await openTestFolder(path);
  expect(await again.jobs.job(ID)).toEqual(ENDED);
});

test('an ended job stays as it is', async () => {
  const { store } = await openTestFolder();
  await store.jobs.startJob(STARTED);
  await store.jobs.endJob(ENDED);
  for (const state of ['cancelled', 'failed', 'running', 'done'] as const) {
    expect(await store.jobs.endJob({ id: ID, state, answer: 'late', finishedAt: minute(3) })).toEqual(ENDED);
  }
  expect(await store.jobs.interruptJobs('interrupted', minute(3))).toBe(0);
  const job = () => ({ id: ID, state: 'failed', answer: 'late', finishedAt: minute(3) }) as const;
  await store.commitVerifications([], { job });
  await expect(store.jobs.startJob(STARTED)).rejects.toThrow();
  expect(await store.jobs.job(ID)).toEqual(ENDED);
});

test('of a job that ends and is cancelled at once, one has its way and both hear of it', async () => {
  const { store } = await openTestFolder();
  await store.jobs.startJob(STARTED);
  const cancelled = { id: ID, state: 'cancelled', answer: null, finishedAt: minute(2) } as const;
  const [one, two] = await Promise.all([store.jobs.endJob(cancelled), store.jobs.endJob(ENDED)]);
  expect(one).toEqual({ ...STARTED, ...cancelled });
  expect(two).toEqual(one);
});

test('there is no job nobody started', async () => {
  const { store } = await openTestFolder();
  expect(await store.jobs.job(ID)).toBeNull();
  expect(await store.jobs.endJob(ENDED)).toBeNull();
  expect(await store.jobs.job(ID)).toBeNull();
});

test('what an earlier process left running is ended, of all tenants', async () => {
  const { path, store } = await openTestFolder();
  const other = tenant('other');
  await store.tenants.addTenant(other);
  await store.jobs.startJob(STARTED);
  await store.forTenant(other.id).jobs.startJob({ ...STARTED, id: hex('theirs') });
  const done = { ...ENDED, id: hex('done') };
  await store.jobs.startJob(done);
  await store.jobs.endJob(done);
  await store.close();

  const { store: again } = await openTestFolder(path);
  const why = { code: 'INTERRUPTED' };
  expect(await again.jobs.interruptJobs(why, minute(5))).toBe(2);
  const interrupted = { state: 'failed', answer: why, finishedAt: minute(5) };
  expect(await again.jobs.job(ID)).toEqual({ ...STARTED, ...interrupted });
  expect(await again.forTenant(other.id).jobs.job(hex('theirs'))).toMatchObject(interrupted);
  expect(await again.jobs.job(done.id)).toEqual(done);
  expect(await again.jobs.interruptJobs(why, minute(6))).toBe(0);
});

test('a job is started once for one key', async () => {
  const { store } = await openTestFolder();
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((label) =>
      store.jobs.startJob({ id: hex(label), createdAt: minute(1) }, asked('start')),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await store.jobs.job(hex('a'))).not.toBeNull();
  expect(await store.jobs.job(hex('b'))).toBeNull();
});
