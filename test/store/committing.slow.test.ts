import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type StoreUnderTest, storeBehaviour } from './behaviour.ts';
import { children, KNOWS_CHILDREN, openWithProcess } from './committing-process.ts';
import { admitAll, auditLog, certificate, temporaryFolder, tornRows, verification } from './support.ts';

async function openAt(path: string): Promise<StoreUnderTest> {
  const { store, publicKeys } = await openWithProcess(path);
  return { store, logKey: publicKeys.log, reopen: () => openAt(path) };
}

storeBehaviour('SQLite with a committing process', () => openAt(join(temporaryFolder(), 'data')));

test.skipIf(!KNOWS_CHILDREN).each([0, 1, 2, 3, 5, 8, 13, 21, 34, 55])(
  'a process that is killed %d turns after it was sent a batch: every request is settled, what was acknowledged is there',
  async (turns) => {
    const others = children();
    const kills: Promise<void>[] = [];
    const kill = async (): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      for (const pid of children()) if (!others.includes(pid)) process.kill(pid, 'SIGKILL');
    };
    const { path, store, publicKeys, batches } = await openWithProcess(undefined, {
      sent: () => {
        if (kills.length === 0) kills.push(kill());
      },
    });
    const commits = Array.from({ length: 40 }, (_, n) => {
      const record = verification(`c${n}`);
      return store.commitVerification(record, certificate(record, 1), admitAll);
    });
    const indexes = (await Promise.all(commits)).map(({ logIndex }) => logIndex);
    await Promise.all(kills);
    // None is refused as its own double, even where it was durable before its process was killed.
    expect(indexes).toEqual(commits.map((_, n) => n + 1));
    for (let n = 0; n < commits.length; n++) {
      const { serial } = certificate(verification(`c${n}`), 1);
      expect(await store.certificate(serial)).toMatchObject({ logIndex: n + 1 });
    }
    expect(batches.length).toBeGreaterThan(0);
    expect(await auditLog(store, publicKeys.log)).toBe(41);
    expect(tornRows(path)).toEqual([]);
  },
);
