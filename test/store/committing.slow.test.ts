import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type StoreUnderTest, storeBehaviour } from './behaviour.ts';
import { openWithProcess } from './committing-process.ts';
import { admitAll, auditLog, certificate, temporaryFolder, tornRows, verification } from './support.ts';

async function openAt(path: string): Promise<StoreUnderTest> {
  const { store, publicKeys } = await openWithProcess(path);
  return { store, logKey: publicKeys.log, reopen: () => openAt(path) };
}

storeBehaviour('SQLite with a committing process', () => openAt(join(temporaryFolder(), 'data')));

const CHILDREN = `/proc/self/task/${process.pid}/children`;

test.skipIf(!existsSync(CHILDREN))(
  'a process that is killed with a batch: every request is settled, and what was acknowledged is there',
  async () => {
    const { path, store, publicKeys, batches } = await openWithProcess();
    const acknowledged: string[] = [];
    const outcomes = { kept: 0, refused: 0 };
    const certify = async (label: string): Promise<void> => {
      const record = verification(label);
      const issued = certificate(record, 1);
      try {
        await store.commitVerification(record, issued, admitAll);
        acknowledged.push(issued.serial);
        outcomes.kept++;
      } catch {
        // Durable before its process was killed, and refused as its own double: it was not acknowledged.
        outcomes.refused++;
      }
    };
    let running: Promise<void>[] = [];
    for (let round = 0; round < 12; round++) {
      running = Array.from({ length: 40 }, (_, n) => certify(`${round} ${n}`));
      await wait(round);
      for (const pid of readFileSync(CHILDREN, 'latin1').trim().split(' ').filter(Boolean)) {
        if (round % 3 === 2) process.kill(Number(pid), 'SIGKILL');
      }
      await Promise.all(running);
    }
    expect(outcomes.kept + outcomes.refused).toBe(480);
    expect(batches.some(({ kept }) => kept)).toBe(true);
    for (const serial of acknowledged) expect(await store.certificate(serial)).not.toBeNull();
    expect(await auditLog(store, publicKeys.log)).toBeGreaterThan(acknowledged.length);
    expect(tornRows(path)).toEqual([]);
  },
);
