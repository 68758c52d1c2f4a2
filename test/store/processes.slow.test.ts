import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolderReadOnly } from '../../src/store/folder.ts';
import { commitInProcess, killAgainAndAgain, requireOneLog, requireWhole } from './killing.ts';
import { temporaryFolder } from './support.ts';

test('two processes on one folder, from first use on, make one log and lose nothing', {
  timeout: 120_000,
}, async () => {
  const folder = join(temporaryFolder(), 'data');
  const runs = await Promise.all([
    commitInProcess(folder, 'p', { count: 100 }),
    commitInProcess(folder, 'q', { count: 100 }),
  ]);
  for (const run of runs) {
    expect([run.code, run.signal]).toEqual([0, null]);
    expect(run.acknowledged).toHaveLength(100);
  }
  const indexes = runs
    .flatMap((run) => run.acknowledged.map(([, index]) => index))
    .filter((index) => index !== '-');
  expect(new Set(indexes).size).toBe(160);
  await requireWhole(folder, runs);
  await requireOneLog(folder);

  const { store } = await openFolderReadOnly(folder);
  const versions = (await store.trustRoots()).map((each) => each.version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
  expect(await store.logEntries(0, 1000)).toHaveLength(160 + versions.length);
  await store.close();
});

test('a process killed at any moment leaves whole verifications only, and every one it acknowledged', {
  timeout: 120_000,
}, async () => {
  await killAgainAndAgain(6);
});
