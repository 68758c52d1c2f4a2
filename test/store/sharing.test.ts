import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../src/store/folder.ts';
import {
  admitAll,
  auditLog,
  certificate,
  genesis,
  temporaryFolder,
  verification,
  withDatabase,
} from './support.ts';

const LABELS = Array.from({ length: 12 }, (_, n) => `n${n}`);

/** How many transactions 12 commits took that were asked for at once, after 2 that were too. */
async function transactions(commitsPerSync: number | undefined): Promise<number> {
  const path = join(temporaryFolder(), 'data');
  const { store, publicKeys } = await openFolder(path, { genesis, commitsPerSync });
  onTestFinished(() => store.close());
  const commit = (label: string) => {
    const record = verification(label);
    return store.commitVerifications([{ record, certificate: certificate(record), admit: admitAll }]);
  };
  await Promise.all(['first', 'second'].map(commit));
  const before = checkpoints(path);
  const results = await Promise.all(LABELS.map(commit));
  expect(results.flat()).toEqual(LABELS.map((_, n) => n + 3));
  expect(await auditLog(store, publicKeys.log)).toBe(15);
  return checkpoints(path) - before;
}

/** One is signed in each transaction that appends to the log. */
function checkpoints(path: string): number {
  return withDatabase(path, (database) =>
    Number(database.prepare('SELECT count(*) FROM log_checkpoints').pluck().get()),
  );
}

test.each([
  [undefined, 1],
  [256, 1],
  [5, 3],
  [1, 12],
])('where %s commits may share a sync, twelve take %i', async (commitsPerSync, count) => {
  expect(await transactions(commitsPerSync)).toBe(count);
});
