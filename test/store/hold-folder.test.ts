import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdFolder } from '../../src/store/hold-folder.ts';
import { openTestFolder, temporaryFolder } from './support.ts';

test('a folder is held by one, until it lets go', () => {
  const folder = temporaryFolder();
  const release = holdFolder(folder);
  for (let n = 0; n < 3; n++) {
    // And a refused one takes nothing from who holds it.
    expect(() => holdFolder(folder)).toThrow(
      expect.objectContaining({ code: 'STORE_BUSY', at: folder, next: expect.stringContaining('--data') }),
    );
  }
  release();
  const again = holdFolder(folder);
  expect(() => holdFolder(folder)).toThrow('another service');
  again();
});

test('a folder that is not there yet is made for it, and can then be used', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  const release = holdFolder(folder);
  expect(readdirSync(folder)).toEqual(['service.lock']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await openTestFolder(folder);
  release();
});

test('folders are held apart', () => {
  const [one, two] = [holdFolder(temporaryFolder()), holdFolder(temporaryFolder())];
  one();
  two();
});

test('a folder that is held is used as ever, and holding it leaves one private file', async () => {
  const { path, store } = await openTestFolder();
  const release = holdFolder(path);
  const session = { id: '0'.repeat(32), createdAt: '', expiresAt: '9', limits: { values: 1, bytes: 1 } };
  await store.sessions.openSession(session);
  const { store: second } = await openTestFolder(path);
  expect(await second.sessions.session(session.id)).not.toBeNull();
  const { mode, size } = statSync(join(path, 'service.lock'));
  expect([mode & 0o777, size]).toEqual([0o600, 0]);
  release();
});

test.each([
  ['is a file', fileInPlace],
  ['has something else in the place of the lock', withFolderInPlace],
])('a folder that %s cannot be held', (_, make) => {
  expect(() => holdFolder(make())).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^STORE_/) }),
  );
});

function fileInPlace(): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  return file;
}

function withFolderInPlace(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'service.lock'));
  return folder;
}
