import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { CommittingProcess } from '../../src/committing/committing-process.ts';
import { type DataFolder, openFolder } from '../../src/store/folder.ts';
import { genesis, temporaryFolder } from './support.ts';

const CHILDREN = `/proc/self/task/${process.pid}/children`;
/** Whether the host tells which processes this one started. */
export const KNOWS_CHILDREN = existsSync(CHILDREN);

/** Ids of the processes that this one started and that run. */
export function children(): number[] {
  return readFileSync(CHILDREN, 'latin1').split(' ').filter(Boolean).map(Number);
}

interface Options {
  readonly durableBytes?: number;
  readonly commitsPerSync?: number;
  /** Awaited before a batch is sent. */
  readonly before?: () => Promise<unknown>;
  /** Told when a batch was sent. */
  readonly sent?: () => void;
  /** What is told of a batch, instead of what became of it. */
  readonly told?: boolean;
}

/** A data folder whose certificates a process commits that has started, and what became of each batch. */
export async function openWithProcess(
  path = join(temporaryFolder(), 'data'),
  { before, sent, told, ...options }: Options = {},
): Promise<DataFolder & { readonly batches: { readonly pieces: number; readonly kept: boolean }[] }> {
  const batches: { readonly pieces: number; readonly kept: boolean }[] = [];
  let started: CommittingProcess | undefined;
  const folder = await openFolder(path, {
    genesis,
    ...options,
    committer: (known) => {
      const made = new CommittingProcess(known);
      started = made;
      return {
        ready: () => made.ready(),
        close: () => made.close(),
        commit: async (batch) => {
          await before?.();
          const committed = made.commit(batch);
          sent?.();
          const kept = await committed;
          batches.push({ pieces: batch.pieces.length, kept });
          return told ?? kept;
        },
      };
    },
  });
  onTestFinished(() => folder.store.close());
  await vi.waitUntil(() => started?.ready(), { timeout: 20_000, interval: 5 });
  return { ...folder, batches };
}
