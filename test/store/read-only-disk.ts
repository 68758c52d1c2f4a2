// A process of test/store/disk.test.ts: makes a store on the file system at DISK, makes that read-only, and tries.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { AssayError } from '../../src/errors.ts';
import { openFolder, openFolderReadOnly } from '../../src/store/folder.ts';
import { genesis } from './records.ts';

const [disk = ''] = process.argv.slice(2);
const data = join(disk, 'data');

async function attempt(name: string, opening: () => Promise<unknown>): Promise<void> {
  const code = await opening().then(
    () => 'opened',
    (error: unknown) => (error instanceof AssayError ? error.code : String(error)),
  );
  process.stdout.write(`${JSON.stringify({ name, code })}\n`);
}

const { store } = await openFolder(data, { genesis });
await store.close();
const { status } = spawnSync('mount', ['-o', 'remount,ro', disk], { stdio: 'inherit' });
if (status !== 0) throw new Error('cannot make the file system read-only');

await attempt('write to a new folder', () => openFolder(join(disk, 'new'), { genesis }));
await attempt('write', () => openFolder(data, { genesis }));
await attempt('read a new folder', () => openFolderReadOnly(join(disk, 'new')));
await attempt('read', () => openFolderReadOnly(data));
