import { describe, expect, test } from 'vitest';
import type { Collected } from '../../src/store/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import {
  admitAll,
  asked,
  CONTRACTS,
  certificate,
  hex,
  invocation,
  minute,
  openTestFolder,
  output,
  session,
  tenant,
  tornRows,
  value,
  verification,
  withDatabase,
} from './support.ts';

const ASKER = hex('token asker');
const NOTHING: Collected = {
  sessions: 0,
  values: 0,
  forgotten: 0,
  metadata: 0,
  runs: 0,
  jobs: 0,
  answers: 0,
};

/** What ended by the minute `over` is forgotten. */
const collect = (store: Store, over: number, limit = 10) =>
  store.sessions.collect(minute(over), minute(over), limit);

/** Certifies the value `label`, as one that came from this run. */
async function certify(store: Store, label: string, run: { readonly id: string }): Promise<string> {
  const record = verification(label, { invocation: run.id });
  const issued = certificate(record);
  await store.commitVerification(record, issued, admitAll);
  return issued.serial;
}

/** As rows: what is gone is gone with all that belongs to it. */
function rowsOf(path: string, table: string): unknown[] {
  return withDatabase(path, (database) => database.prepare(`SELECT * FROM ${table}`).all());
}

describe('a run outside of sessions', () => {
  test('is known until its retention is over, and then with its inputs no more', async () => {
    const { path, store } = await openTestFolder();
    const run = invocation('run', null);
    await store.commitVerifications([], { runs: [run] });
    expect(await collect(store, 9)).toEqual(NOTHING);
    expect(await store.sessions.invocation(run.id)).toEqual({ invocation: run, references: [] });
    expect(await collect(store, 10)).toEqual({ ...NOTHING, runs: 1 });
    expect(await store.sessions.invocation(run.id)).toBeNull();
    expect(rowsOf(path, 'invocation_inputs')).toEqual([]);
    expect(await collect(store, 9999)).toEqual(NOTHING);
  });

  test('stays for good where a certificate names it, and it alone', async () => {
    const { path, store } = await openTestFolder();
    const [named, other] = [invocation('named', null), invocation('other', null)];
    // As a pipeline does: with its runs in one transaction.
    const record = verification('x', { invocation: named.id });
    await store.commitVerifications([{ record, certificate: certificate(record), admit: admitAll }], {
      runs: [other, named],
    });
    expect(await collect(store, 9999)).toEqual({ ...NOTHING, runs: 1 });
    expect(await store.sessions.invocation(named.id)).toEqual({ invocation: named, references: [] });
    expect(await store.sessions.invocation(other.id)).toBeNull();
    expect(rowsOf(path, 'invocation_inputs')).toHaveLength(2);
    expect(tornRows(path)).toEqual([]);
  });

  test('does not stay for what a refused verification was about', async () => {
    const { store } = await openTestFolder();
    const run = invocation('run', null);
    const record = verification('x', { invocation: run.id, verdict: 'REJECTED', reason: 'no', values: [] });
    await store.commitVerifications([{ record, certificate: null }], { runs: [run] });
    expect(await collect(store, 9999)).toEqual({ ...NOTHING, runs: 1 });
    expect(await store.verification(record.id)).not.toBeNull();
  });

  test('of another tenant cannot be kept by naming it', async () => {
    const { store } = await openTestFolder();
    const other = tenant('other');
    await store.tenants.addTenant(other);
    const run = invocation('run', null);
    await store.commitVerifications([], { runs: [run] });
    await certify(store.forTenant(other.id), 'x', run);
    expect(await collect(store, 9999)).toEqual({ ...NOTHING, runs: 1 });
  });
});

describe('a run of a session', () => {
  const within = session('s');

  test('stays for good with what it gave, where a certificate names it', async () => {
    const { path, store } = await openTestFolder();
    await store.sessions.openSession(within);
    const [named, other] = [invocation('named', within), invocation('other', within)];
    await store.sessions.recordRun(named, [output('a'), output('b')]);
    await store.sessions.recordRun(other, [output('c')]);
    const serial = await certify(store, 'a', named);
    expect(await collect(store, 60)).toMatchObject({ sessions: 1, forgotten: 1, metadata: 1 });
    const kept = await store.sessions.invocation(named.id);
    expect(kept?.invocation).toEqual(named);
    // Which bytes were bound to each port; whether they are still there is another matter.
    expect(kept?.references.map(({ id, evicted }) => [id, evicted])).toEqual([
      [output('a').id, true],
      [output('b').id, true],
    ]);
    expect(await store.value(value('a').digest)).toEqual(value('a'));
    expect(await store.value(value('b').digest)).toBeNull();
    expect(await store.sessions.invocation(other.id)).toBeNull();
    expect(await store.certificate(serial)).not.toBeNull();
    expect(await store.sessions.session(within.id)).toBeNull();
    expect(tornRows(path).filter((row) => !JSON.stringify(row).includes('without value'))).toEqual([]);
    expect(await collect(store, 9999)).toEqual(NOTHING);
  });

  test('stays for good where an artifact came from it, and a certificate that names it later finds it', async () => {
    const { store } = await openTestFolder();
    await store.sessions.openSession(within);
    const run = invocation('run', within);
    await store.sessions.recordRun(run, [output('a')]);
    const promotion = { id: hex('artifact'), source: output('a').id, token: ASKER, at: minute(20) };
    await store.sessions.promote({ ...promotion, ...CONTRACTS });
    await collect(store, 60);
    await certify(store, 'a', run);
    expect(await collect(store, 9999)).toEqual(NOTHING);
    expect((await store.sessions.invocation(run.id))?.invocation).toEqual(run);
    expect(await store.sessions.reference(hex('artifact'))).toMatchObject({ evicted: false });
  });
});

describe('a job', () => {
  const job = (label: string, createdAt = minute(1)) => ({ id: hex(`job ${label}`), createdAt });
  const end = (label: string, at: number) =>
    ({ id: hex(`job ${label}`), state: 'done', answer: null, finishedAt: minute(at) }) as const;

  test('is known from its end until its retention is over', async () => {
    const { store } = await openTestFolder();
    await store.jobs.startJob(job('a'));
    await store.jobs.endJob(end('a', 10));
    expect(await collect(store, 9)).toEqual(NOTHING);
    expect(await store.jobs.job(hex('job a'))).toMatchObject({ state: 'done' });
    expect(await collect(store, 10)).toEqual({ ...NOTHING, jobs: 1 });
    expect(await store.jobs.job(hex('job a'))).toBeNull();
  });

  test('that runs is never forgotten, however long', async () => {
    const { store } = await openTestFolder();
    await store.jobs.startJob(job('a'));
    expect(await collect(store, 9999)).toEqual(NOTHING);
    await store.jobs.endJob(end('a', 9999));
    expect(await collect(store, 9999)).toEqual({ ...NOTHING, jobs: 1 });
  });

  test('takes neither its record nor its certificate along', async () => {
    const { store } = await openTestFolder();
    await store.jobs.startJob({ ...job('a'), id: verification('a').id });
    const record = verification('a');
    await store.commitVerifications([{ record, certificate: certificate(record), admit: admitAll }], {
      job: () => ({ ...end('a', 10), id: record.id }),
    });
    expect(await collect(store, 9999)).toEqual({ ...NOTHING, jobs: 1 });
    expect(await store.verification(record.id)).toMatchObject({ verdict: 'ACCEPTED' });
    expect(await store.certificateOf(record.id)).not.toBeNull();
  });

  test('is known at least as long as the answer that named it', async () => {
    const { store } = await openTestFolder();
    await store.jobs.startJob(job('a', minute(10)), asked('start'));
    await store.jobs.endJob(end('a', 11));
    expect(await collect(store, 10)).toEqual({ ...NOTHING, answers: 1 });
    expect(await store.answers.answer(ASKER, 'start')).toBeNull();
    expect(await store.jobs.job(hex('job a'))).not.toBeNull();
  });
});

test('no more than so many of each kind go at once, the oldest first', async () => {
  const { store } = await openTestFolder();
  const COUNT = 7;
  for (let n = 0; n < COUNT; n++) {
    const at = minute(20 - n);
    const asking = asked(`key ${n}`);
    const once = { ...asking, key: { ...asking.key, at } };
    await store.jobs.startJob({ id: hex(`job ${n}`), createdAt: at }, once);
    await store.jobs.endJob({ id: hex(`job ${n}`), state: 'failed', answer: null, finishedAt: at });
    await store.commitVerifications([], { runs: [invocation(`${n}`, null, { finishedAt: at })] });
  }
  const left = async () => {
    const found = await Promise.all(
      Array.from({ length: COUNT }, async (_, n) => [
        (await store.jobs.job(hex(`job ${n}`))) !== null,
        (await store.answers.answer(ASKER, `key ${n}`)) !== null,
        (await store.sessions.invocation(hex(`invocation ${n}`))) !== null,
      ]),
    );
    return found.map((each) => new Set(each).size === 1 && each[0]);
  };
  expect(await collect(store, 60, 3)).toEqual({ ...NOTHING, runs: 3, jobs: 3, answers: 3 });
  expect(await left()).toEqual([true, true, true, true, false, false, false]);
  expect(await collect(store, 60, 3)).toEqual({ ...NOTHING, runs: 3, jobs: 3, answers: 3 });
  expect(await collect(store, 60, 3)).toEqual({ ...NOTHING, runs: 1, jobs: 1, answers: 1 });
  expect(await collect(store, 60, 3)).toEqual(NOTHING);
});

test('what is to be forgotten is found without reading a whole table', async () => {
  const { path } = await openTestFolder();
  const plans = withDatabase(path, (database) =>
    [
      'SELECT id FROM invocations WHERE session IS NULL AND in_certificate = 0 AND finished_at <= ? ORDER BY finished_at LIMIT 9',
      'SELECT seq FROM jobs WHERE finished_at <= ? ORDER BY finished_at LIMIT 9',
      'SELECT tenant, token, key FROM answers WHERE answered_at <= ? ORDER BY answered_at LIMIT 9',
    ].map((text) => database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(minute(1))),
  );
  for (const plan of plans) {
    expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH .* USING .*INDEX/) }]);
  }
});
