import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { generateKeyPair, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import { openCheckpoint, signCheckpoint } from '../../src/log/checkpoint.ts';
import { databaseFile } from '../../src/store/files.ts';
import { type DataFolder, openFolder, openFolderReadOnly } from '../../src/store/folder.ts';
import type { StoreReader } from '../../src/store/store.ts';
import {
  admitAll,
  certificate,
  genesis,
  openTestFolder,
  temporaryFolder,
  verification,
  withDatabase,
} from './support.ts';

const LABELS = ['a1', 'b2', 'c3', 'd4', 'e5'];

async function commit(folder: DataFolder, label: string): Promise<unknown> {
  const record = verification(label);
  return folder.store.commitVerification(record, certificate(record, 1), admitAll);
}

/** A data folder with five certificates at positions 1 to 5. */
async function filledFolder(): Promise<DataFolder> {
  const folder = await openTestFolder();
  for (const label of LABELS) await commit(folder, label);
  return folder;
}

async function filledAndClosed(): Promise<string> {
  const { path, store } = await filledFolder();
  await store.close();
  return path;
}

/** Replaces the first occurrence of a text in the database file by one of the same length. */
function overwrite(folder: string, text: string, other: string): void {
  const bytes = readFileSync(databaseFile(folder));
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes.write(other, at);
  writeFileSync(databaseFile(folder), bytes);
}

/** A copy of an open folder: what a process that is killed leaves. */
function copyOf(folder: string): string {
  const copy = join(temporaryFolder(), 'data');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function expectCorrupt(folder: string): Promise<void> {
  await expect(openFolder(folder, { genesis })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  await expect(openFolderReadOnly(folder)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
}

/** Everything that is protected by a digest, a hash or a signature. */
async function readAll(store: StoreReader): Promise<unknown> {
  const records = LABELS.map((label) => verification(label));
  return {
    roots: await store.trustRoots(),
    entries: await store.logEntries(0, 100),
    values: await Promise.all(
      records.flatMap(({ roles }) => roles.map(async ({ digest }) => (await store.value(digest))?.bytes)),
    ),
    envelopes: await Promise.all(
      records.map(async (record) => (await store.certificate(certificate(record).serial))?.envelope),
    ),
  };
}

describe('bytes that changed in the database are never given back', () => {
  test.each([
    [
      'a value',
      '{"label":"c3"}',
      '{"label":"c4"}',
      (store: StoreReader) => store.value(verification('c3').roles[1]?.digest ?? 'sha256:'),
    ],
    [
      'an envelope',
      `{"envelope":"${verification('a1').id}`,
      '{"envelope" ',
      (store: StoreReader) => store.certificatesFor(verification('a1').proposition),
    ],
  ])('%s', async (_, text, other, read) => {
    const path = await filledAndClosed();
    overwrite(path, text, other);
    const { store } = await openFolderReadOnly(path);
    const error = await read(store).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'STORE_CORRUPT', at: databaseFile(path) });
    expect(error).toHaveProperty('next', expect.stringContaining('backup'));
    await store.close();
  });

  test('the trust root', async () => {
    const path = await filledAndClosed();
    overwrite(path, '{"version":1', '{"version":2');
    const { store } = await openFolderReadOnly(path);
    await expect(store.trustRoot()).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });

  test('whatever byte of the file it is', async () => {
    const path = await filledAndClosed();
    const intact = readFileSync(databaseFile(path));
    const { store } = await openFolderReadOnly(path);
    const expected = await readAll(store);
    await store.close();
    await fc.assert(
      fc.asyncProperty(fc.nat(intact.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = Buffer.from(intact);
        bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at);
        writeFileSync(databaseFile(path), bytes);
        let opened: StoreReader | undefined;
        try {
          opened = (await openFolderReadOnly(path)).store;
          // Without a row, because its key changed, nothing is given back either.
          const got = JSON.stringify(await readAll(opened), (_, each) => each ?? undefined);
          const all = JSON.stringify(expected);
          if (got !== all) expect(got.length).toBeLessThan(all.length);
        } catch (error) {
          expect(error).toBeInstanceOf(AssayError);
        } finally {
          await opened?.close();
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('a database that is not whole is refused when it is opened', () => {
  test.each([
    [
      'its header is overwritten',
      (file: string) =>
        writeFileSync(file, Buffer.concat([Buffer.alloc(100, 0x41), readFileSync(file).subarray(100)])),
    ],
    ['it is something else', (file: string) => writeFileSync(file, 'hello, world\n'.repeat(1000))],
    ['it is cut after the header', (file: string) => truncateSync(file, 100)],
    ['it is cut after a page', (file: string) => truncateSync(file, 4096)],
    ['it is cut in the middle', (file: string) => truncateSync(file, 5 * 4096 + 17)],
  ])('where %s', async (_, damage) => {
    const path = await filledAndClosed();
    damage(databaseFile(path));
    await expectCorrupt(path);
  });

  const changes: readonly [string, string][] = [
    ['the newest checkpoint is gone', 'DELETE FROM log_checkpoints WHERE size = 6'],
    ['there is no checkpoint', 'DELETE FROM log_checkpoints'],
    ['a checkpoint stands at another size', 'UPDATE log_checkpoints SET size = 7 WHERE size = 6'],
    ['a checkpoint is altered', `UPDATE log_checkpoints SET note = replace(note, '6', '5') WHERE size = 6`],
    ['a hash is altered', 'UPDATE log_hashes SET hash = zeroblob(32) WHERE (level, position) = (2, 0)'],
    ['a hash is gone', 'DELETE FROM log_hashes WHERE (level, position) = (2, 0)'],
    ['the last entry is another', 'UPDATE log_entries SET payload_digest = zeroblob(32) WHERE position = 5'],
    ['an entry is added', `INSERT INTO log_entries VALUES (6, 'certificate', zeroblob(32))`],
    ['the trust root is gone', 'DELETE FROM trust_roots'],
    ['a public key is gone', `DELETE FROM signing_keys WHERE role = 'log'`],
    ['its instance is gone', 'DELETE FROM instance'],
    ['its origin is another', `UPDATE instance SET origin = 'assay.local/other'`],
    ['a table is gone', 'DROP TABLE obligations'],
  ];
  test.each(changes)('where %s', async (state, sql) => {
    const path = await filledAndClosed();
    withDatabase(path, (database) => {
      database.pragma('foreign_keys = OFF');
      database.exec(sql);
    });
    await expect(openFolder(path, { genesis })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    if (state !== 'the trust root is gone') await expectCorrupt(path);
  });

  test('an earlier entry that was altered is refused when it is read', async () => {
    const path = await filledAndClosed();
    withDatabase(path, (database) =>
      database.exec('UPDATE log_entries SET payload_digest = zeroblob(32) WHERE position = 2'),
    );
    const { store } = await openTestFolder(path);
    await expect(store.logEntries(0, 100)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    expect(await store.logEntries(3, 100)).toHaveLength(3);
  });

  test('a checkpoint signed by another key', async () => {
    const { path, store, publicKeys } = await filledFolder();
    const key = { name: store.origin, publicKey: publicKeys.log };
    const { checkpoint } = openCheckpoint(await store.checkpoint(), [key], verifyNode);
    await store.close();
    const forged = signCheckpoint(checkpoint, signerFrom(generateKeyPair().privateKey));
    withDatabase(path, (database) =>
      database.prepare('UPDATE log_checkpoints SET note = ? WHERE size = 6').run(forged),
    );
    await expectCorrupt(path);
  });
});

describe('a log that lost its end is not continued', () => {
  test('where the write-ahead log of a killed process is deleted', async () => {
    const { path } = await filledFolder();
    const copy = copyOf(path);
    for (const end of ['-wal', '-shm']) rmSync(databaseFile(copy) + end);
    await expectCorrupt(copy);
    // With it, everything is there.
    const whole = copyOf(path);
    const { store } = await openTestFolder(whole);
    expect(await store.logEntries(0, 100)).toHaveLength(6);
  });

  test('where the write-ahead log is damaged or cut', async () => {
    const { path } = await filledFolder();
    for (const damage of [
      (wal: string) => truncateSync(wal, Math.floor(readFileSync(wal).length / 2)),
      (wal: string) => writeFileSync(wal, readFileSync(wal).fill(0x55, 5000, 6000)),
    ]) {
      const copy = copyOf(path);
      damage(`${databaseFile(copy)}-wal`);
      await expectCorrupt(copy);
    }
  });

  const tampering: readonly [string, (database: Database) => void][] = [
    ['would be as large as one signed before', (database) => removeFrom(database, 5)],
    ['would be smaller than one signed before', (database) => removeFrom(database, 3)],
    [
      'would have another beginning',
      (database) =>
        void database.exec('UPDATE log_hashes SET hash = zeroblob(32) WHERE (level, position) = (1, 2)'),
    ],
    [
      'has hashes beyond its end',
      (database) =>
        void database.exec(
          'DELETE FROM obligations; DELETE FROM certified_values; DELETE FROM certificates; DELETE FROM log_entries WHERE position = 5',
        ),
    ],
  ];
  test.each(tampering)('where the tree to be signed %s', async (_, tamper) => {
    const folder = await filledFolder();
    withDatabase(folder.path, tamper);
    const before = await folder.store.checkpoint();
    const labels = ['next', 'beside it', 'and another'];
    for (const outcome of await Promise.allSettled(labels.map((label) => commit(folder, label)))) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_CORRUPT' } });
    }
    expect(await folder.store.checkpoint()).toBe(before);
    for (const label of labels) expect(await folder.store.verification(verification(label).id)).toBeNull();
  });
});

/** Takes the entries from `position` on, and all that hangs on them, out of the log; the checkpoints stay. */
function removeFrom(database: Database, position: number): void {
  database.exec(`
    DELETE FROM obligations;
    DELETE FROM certified_values WHERE log_index >= ${position};
    DELETE FROM certificates WHERE log_index >= ${position};
    DELETE FROM log_hashes WHERE (position + 1) << level > ${position};
    DELETE FROM log_entries WHERE position >= ${position};`);
}
