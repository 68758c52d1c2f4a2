import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CommittingThread } from '../../src/store/committing/committer.ts';
import { type DataFolder, openFolder } from '../../src/store/folder.ts';
import { genesis, temporaryFolder } from './support.ts';

/** A data folder whose certificates a thread commits that has started, and what became of each batch. */
export async function openWithThread(
  path = join(temporaryFolder(), 'data'),
  options: { readonly durableBytes?: number; readonly commitsPerSync?: number } = {},
): Promise<DataFolder & { readonly batches: { readonly pieces: number; readonly kept: boolean }[] }> {
  const batches: { readonly pieces: number; readonly kept: boolean }[] = [];
  let thread: CommittingThread | undefined;
  const folder = await openFolder(path, {
    genesis,
    ...options,
    committer: (known) => {
      const made = new CommittingThread(known);
      thread = made;
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
  thread?.ready();
  await thread?.started;
  return { ...folder, batches };
}
