import { join } from 'node:path';
import { type StoreUnderTest, storeBehaviour } from './behaviour.ts';
import { temporaryFolder } from './support.ts';
import { openWithThread } from './threads.ts';

async function openAt(path: string): Promise<StoreUnderTest> {
  const { store, publicKeys } = await openWithThread(path);
  return { store, logKey: publicKeys.log, reopen: () => openAt(path) };
}

storeBehaviour('SQLite with a committing thread', () => openAt(join(temporaryFolder(), 'data')));
