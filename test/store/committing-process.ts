import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { CommittingProcess } from '../../src/committing/committing-process.ts';
import { type DataFolder, openFolder } from '../../src/store/folder.ts';
import { genesis, temporaryFolder } from './support.ts';

/** A data folder whose certificates a process commits that has started, and what became of each batch. */
export async function openWithProcess(
  path = join(temporaryFolder(), 'data'),
  options: { readonly durableBytes?: number; readonly commitsPerSync?: number } = {},
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
          const kept = await made.commit(batch);
          batches.push({ pieces: batch.pieces.length, kept });
          return kept;
        },
      };
    },
  });
  onTestFinished(() => folder.store.close());
  await vi.waitUntil(() => started?.ready(), { timeout: 20_000, interval: 5 });
  return { ...folder, batches };
}
