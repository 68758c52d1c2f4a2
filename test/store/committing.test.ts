import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CommittingProcess } from '../../src/committing/committing-process.ts';
import type { Batch, Committer } from '../../src/store/batch.ts';
import { notedCheckpoint } from '../../src/store/checkpoint-file.ts';
import { openFolder, openFolderReadOnly } from '../../src/store/folder.ts';
import { keyFile } from '../../src/store/keys.ts';
import type { CommitResult, Store } from '../../src/store/store.ts';
import { children, KNOWS_CHILDREN, openWithProcess } from './committing-process.ts';
import {
  admitAll,
  asked,
  auditLog,
  certificate,
  digest,
  genesis,
  hex,
  invocation,
  nextTrustRoot,
  refusal,
  temporaryFolder,
  tornRows,
  value,
  verification,
} from './support.ts';

function commit(store: Store, label: string, open = 0): Promise<{ readonly logIndex: number }> {
  const record = verification(label);
  return store.commitVerification(record, certificate(record, open), admitAll);
}

const labels = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);

describe('a committing process', () => {
  test('commits certificates, refusals, runs and answers, and what it wrote is seen at once', async () => {
    const { path, store, publicKeys, batches } = await openWithProcess();
    const record = verification('a');
    const issued = certificate(record, 2);
    const run = invocation('p', null);
    const once = asked<CommitResult>('key', { answer: (indexes) => [...indexes] });
    const commits = [
      { record, certificate: issued, admit: admitAll },
      { record: refusal('b'), certificate: null },
    ];
    const [result] = await Promise.all([
      store.commitVerifications(commits, { runs: [run], once }),
      commit(store, 'beside'),
    ]);
    expect(result).toEqual([1, null]);
    expect(batches).toEqual([{ pieces: 2, kept: true }]);
    expect(await store.certificate(issued.serial)).toEqual({
      ...issued,
      logIndex: 1,
      verification: record.id,
    });
    expect(await store.obligations(issued.serial)).toEqual(issued.obligations);
    for (const each of record.values) expect(await store.value(each.digest)).toEqual(each);
    expect(await store.verification(refusal('b').id)).toMatchObject({ verdict: refusal('b').verdict });
    expect(await store.sessions.invocation(run.id)).toEqual({ invocation: run, references: [] });
    expect(await store.answers.answer(hex('token asker'), 'key')).toMatchObject({ body: [1, null] });
    expect(await auditLog(store, publicKeys.log)).toBe(3);
    expect(tornRows(path)).toEqual([]);
  });

  test('commits many at once, in the order they were asked for', async () => {
    const { path, store, publicKeys, batches } = await openWithProcess();
    const indexes = await Promise.all(labels(70).map((label, n) => commit(store, label, n % 3)));
    expect(indexes.map(({ logIndex }) => logIndex)).toEqual(labels(70).map((_, n) => n + 1));
    expect(batches.every(({ kept }) => kept)).toBe(true);
    expect(batches.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(70);
    expect(batches.length).toBeLessThan(20);
    expect(await auditLog(store, publicKeys.log)).toBe(71);
    expect(tornRows(path)).toEqual([]);
  });

  test('has noted the newest checkpoint when it is closed, however soon, and leaves no other file', async () => {
    for (let round = 0; round < 5; round++) {
      const { path, store, batches } = await openWithProcess();
      await Promise.all(labels(3).map((label) => commit(store, label)));
      expect(batches).toEqual([{ pieces: 3, kept: true }]);
      await store.close();
      const reader = await openFolderReadOnly(path);
      expect(notedCheckpoint(path)).toBe(await reader.store.checkpoint());
      await reader.store.close();
      expect(readdirSync(path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
  });

  test('commits one at a time where only one may share a sync, and leaves a lone one to this process', async () => {
    const { store, batches } = await openWithProcess(undefined, { commitsPerSync: 1 });
    await Promise.all(labels(5).map((label) => commit(store, label)));
    expect(batches).toEqual(labels(4).map(() => ({ pieces: 1, kept: true })));
  });

  test('leaves to this process what cannot be said as data: large values, the end of a job, a trust root', async () => {
    const { store, publicKeys, batches } = await openWithProcess();
    const record = verification('large', { values: [value('x'.repeat(300_000))] });
    await store.commitVerification(record, certificate(record), admitAll);
    const job = { id: hex('job'), createdAt: '2026-01-01T00:00:00.000Z' };
    await store.jobs.startJob(job);
    const finishedAt = '2026-01-01T00:00:01.000Z';
    await store.commitVerifications([{ record: refusal('job'), certificate: null }], {
      job: () => ({ id: job.id, state: 'done', answer: null, finishedAt }),
    });
    await store.publishTrustRoot(nextTrustRoot);
    expect(batches).toEqual([]);
    await Promise.all([commit(store, 'small'), commit(store, 'another')]);
    expect(batches).toEqual([{ pieces: 2, kept: true }]);
    expect(await auditLog(store, publicKeys.log)).toBe(5);
  });

  test('refuses one of many without sinking the others', async () => {
    const { path, store, publicKeys, batches } = await openWithProcess();
    const twice = verification('twice');
    const refused = verification('refused');
    const settled = await Promise.allSettled([
      commit(store, 'first'),
      store.commitVerification(twice, certificate(twice), admitAll),
      store.commitVerification(twice, certificate(twice), admitAll),
      store.commitVerification(refused, certificate(refused), () => {
        throw new Error('not admitted');
      }),
      commit(store, 'last'),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(settled[4]).toMatchObject({ value: { logIndex: 3 } });
    expect(batches).toEqual([{ pieces: 4, kept: false }]);
    expect(await auditLog(store, publicKeys.log)).toBe(4);
    expect(tornRows(path)).toEqual([]);
  });

  test('keeps no more for a tenant than it may have', async () => {
    const record = verification('bytes');
    const bytes = record.values.reduce((sum, each) => sum + each.bytes.length, 0);
    const { store, batches } = await openWithProcess(undefined, { durableBytes: bytes });
    const refuse = (label: string) => store.commitVerification(refusal(label), null);
    await Promise.all([store.commitVerification(record, certificate(record), admitAll), refuse('b')]);
    const more = await Promise.allSettled([commit(store, 'more'), refuse('c')]);
    expect(more).toMatchObject([{ reason: { code: 'QUOTA_EXCEEDED' } }, { status: 'fulfilled' }]);
    expect(batches.map(({ kept }) => kept)).toEqual([true, false]);
    expect(await store.tenants.usage()).toMatchObject({ durableBytes: bytes });
  });

  test('gives a key that was answered meanwhile no second effect', async () => {
    const { store, publicKeys } = await openWithProcess();
    const once = asked<CommitResult>('key', { answer: (indexes) => [...indexes] });
    const ask = (label: string) => {
      const record = verification(label);
      return store.commitVerifications([{ record, certificate: certificate(record), admit: admitAll }], {
        once,
      });
    };
    const settled = await Promise.allSettled([ask('a'), ask('b')]);
    expect(settled).toMatchObject([
      { status: 'fulfilled', value: [1] },
      { status: 'rejected', reason: { code: 'IDEMPOTENCY_IN_FLIGHT' } },
    ]);
    expect(await auditLog(store, publicKeys.log)).toBe(2);
  });

  test('writes nothing where another process was faster: it is done again from where the log is then', async () => {
    const path = join(temporaryFolder(), 'data');
    const overtaking: Promise<unknown>[] = [];
    const before = async () => {
      if (overtaking.length > 0) return;
      const other = await openFolder(path, { genesis });
      overtaking.push(commit(other.store, 'other').finally(() => other.store.close()));
      await Promise.all(overtaking);
    };
    const { store, publicKeys, batches } = await openWithProcess(path, { before });
    const admitted: number[] = [];
    const record = verification('overtaken');
    const issued = certificate(record);
    const overtaken = store.commitVerification(record, issued, (_trust, index) => {
      admitted.push(index);
    });
    const [{ logIndex }] = await Promise.all([overtaken, commit(store, 'beside')]);
    expect(admitted).toEqual([1, 2]);
    expect(batches).toEqual([{ pieces: 2, kept: false }]);
    expect(logIndex).toBe(2);
    expect(await store.certificate(issued.serial)).toMatchObject({ logIndex });
    expect(await auditLog(store, publicKeys.log)).toBe(4);
    expect(tornRows(path)).toEqual([]);
  });
});

describe('a committer that fails', () => {
  const opened = async (committer: Committer) => {
    const folder = await openFolder(join(temporaryFolder(), 'data'), { genesis, committer: () => committer });
    onTestFinished(() => folder.store.close());
    return folder;
  };
  const close = async () => {};

  test('is done without: it keeps nothing, throws, or never is ready', async () => {
    const batches: Batch[] = [];
    const committers: Committer[] = [
      {
        ready: () => true,
        commit: async (batch) => {
          batches.push(batch);
          return false;
        },
        close,
      },
      {
        ready: () => true,
        commit: () => Promise.reject(new Error('broken')),
        close,
      },
      { ready: () => false, commit: () => Promise.reject(new Error('asked too early')), close },
    ];
    for (const committer of committers) {
      const { path, store, publicKeys } = await opened(committer);
      const admit = vi.fn();
      const record = verification('a');
      await Promise.all([store.commitVerification(record, certificate(record), admit), commit(store, 'b')]);
      await Promise.all(labels(20).map((label) => commit(store, label)));
      expect(admit).toHaveBeenCalled();
      expect(admit.mock.calls.every(([, index]) => index === 1)).toBe(true);
      expect(await auditLog(store, publicKeys.log)).toBe(23);
      expect(tornRows(path)).toEqual([]);
    }
    expect(batches[0]).toMatchObject({ size: 1, pieces: [{ verifications: [{}] }, { verifications: [{}] }] });
  });

  test.skipIf(!KNOWS_CHILDREN)('a process that cannot start', async () => {
    const path = join(temporaryFolder(), 'data');
    let committer: CommittingProcess | undefined;
    const { store, publicKeys } = await openFolder(path, {
      genesis,
      committer: (known) => {
        committer = new CommittingProcess(known);
        return committer;
      },
    });
    onTestFinished(() => store.close());
    const others = children();
    const started = () => children().filter((pid) => !others.includes(pid));
    const key = keyFile(path, 'log');
    renameSync(key, `${key}.away`);
    await Promise.all([commit(store, 'while it starts'), commit(store, 'beside')]);
    expect(started()).toHaveLength(1);
    expect(committer?.running).toBe(true);
    await vi.waitUntil(() => started().length === 0, { timeout: 20_000, interval: 5 });
    renameSync(`${key}.away`, key);
    expect(committer).toMatchObject({ running: false });
    expect(committer?.ready()).toBe(false);
    await Promise.all([commit(store, 'without it'), commit(store, 'nor this')]);
    expect(started()).toEqual([]);
    expect(await auditLog(store, publicKeys.log)).toBe(5);
  });

  test('what was kept by one that could not say so any more is not done again', async () => {
    const { path, store, publicKeys, batches } = await openWithProcess(undefined, { told: false });
    const indexes = await Promise.all(labels(30).map((label) => commit(store, label)));
    expect(indexes.map(({ logIndex }) => logIndex)).toEqual(labels(30).map((_, n) => n + 1));
    expect(await auditLog(store, publicKeys.log)).toBe(31);
    expect(tornRows(path)).toEqual([]);
    expect(batches.every(({ kept }) => kept)).toBe(true);
    // Of what was there before the batch this says nothing.
    const again = await Promise.allSettled([commit(store, 'c0'), commit(store, 'new')]);
    expect(again).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: { logIndex: 31 } }]);
  });

  test('a repetition hears that it is one before anything else is decided of it', async () => {
    const { store } = await openWithProcess();
    const once = asked<CommitResult>('key', { answer: (indexes) => [...indexes] });
    const ask = (label: string, admit = admitAll) => {
      const record = verification(label);
      return store.commitVerifications([{ record, certificate: certificate(record), admit }], { once });
    };
    await ask('first');
    const refuse = () => {
      throw new Error('not admitted');
    };
    const settled = await Promise.allSettled([ask('second', refuse), commit(store, 'beside')]);
    expect(settled).toMatchObject([{ reason: { code: 'IDEMPOTENCY_IN_FLIGHT' } }, { status: 'fulfilled' }]);
  });
});

describe('a store that is closed', () => {
  test('asks nobody whether they are ready, and starts no process', async () => {
    const path = join(temporaryFolder(), 'data');
    const ready = vi.fn(() => false);
    const { store } = await openFolder(path, {
      genesis,
      committer: () => ({
        ready,
        commit: () => Promise.reject(new Error('never ready')),
        close: async () => {},
      }),
    });
    const begun = [commit(store, 'a'), commit(store, 'b')];
    const closed = store.close();
    await Promise.all([...begun, closed]);
    const late = await Promise.allSettled([commit(store, 'c'), commit(store, 'd')]);
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(ready.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test.skipIf(!KNOWS_CHILDREN)('a committing process that was closed is not started again', async () => {
    const { publicKeys, store, path } = await openFolder(join(temporaryFolder(), 'data'), { genesis });
    onTestFinished(() => store.close());
    const made = new CommittingProcess({ folder: path, origin: store.origin, publicKey: publicKeys.log });
    const before = children();
    await made.close();
    expect(made.ready()).toBe(false);
    expect(await made.commit({ trustDigest: digest('none'), size: 1, pieces: [] })).toBe(false);
    expect(children()).toEqual(before);
  });
});
