import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseFile } from '../../src/store/files.ts';
import { openFolder, openFolderReadOnly } from '../../src/store/folder.ts';
import { openForWriting, requireDurable } from '../../src/store/sqlite/connection.ts';
import { getTableConfig, SQLiteTable } from '../../src/store/sqlite/drizzle.ts';
import * as schema from '../../src/store/sqlite/schema.ts';
import { type StoreUnderTest, storeBehaviour } from './behaviour.ts';
import {
  admitAll,
  certificate,
  genesis,
  openTestFolder,
  temporaryFolder,
  value,
  verification,
  withDatabase,
} from './support.ts';

async function openAt(path: string): Promise<StoreUnderTest> {
  const { store, publicKeys } = await openFolder(path, { genesis });
  return { store, logKey: publicKeys.log, reopen: () => openAt(path) };
}

storeBehaviour('SQLite', () => openAt(join(temporaryFolder(), 'data')));

describe('the SQLite database', () => {
  test('has the tables that the queries are written for, all strict', async () => {
    const { path } = await openTestFolder();
    const tables = Object.values(schema).filter((each) => each instanceof SQLiteTable);
    const described = tables.map((table) => {
      const { name, columns, primaryKeys } = getTableConfig(table);
      const key = primaryKeys.flatMap((each) => each.columns.map((column) => column.name));
      return {
        name,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.getSQLType().toUpperCase(),
          notNull: column.notNull,
          key: column.primary || key.includes(column.name),
        })),
      };
    });
    withDatabase(path, (database) => {
      const actual = described.map(({ name }) => ({
        name,
        columns: database
          .prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)')
          .all(name)
          .map((row) => {
            const column = row as { name: string; type: string; notnull: number; pk: number };
            // An INTEGER PRIMARY KEY is never null, whatever table_info says.
            const notNull = column.notnull === 1 || column.pk > 0;
            return { name: column.name, type: column.type, notNull, key: column.pk > 0 };
          }),
      }));
      expect(actual).toEqual(described);
      const strict = database.prepare(
        `SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      );
      const names = described.map(({ name }) => name).toSorted();
      expect(strict.all()).toEqual(names.map((name) => ({ name, strict: 1 })));
    });
  });

  test('is private, ours by its application id, and cascades nothing', async () => {
    const { path } = await openTestFolder();
    const modes = ['', '-wal', '-shm'].map((end) => statSync(databaseFile(path) + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    withDatabase(path, (database) => {
      expect(database.pragma('application_id', { simple: true })).toBe(0x41737379);
      expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
      const sql = database.prepare('SELECT sql FROM sqlite_schema WHERE sql LIKE ?');
      expect(sql.all('%ON DELETE%')).toEqual([]);
    });
  });

  test('keeps a value once, however many verifications name it', async () => {
    const { path, store } = await openTestFolder();
    await Promise.all(
      ['1x', '2x', '3x'].map((label) => {
        const record = verification(label);
        return store.commitVerification(record, certificate(record), admitAll);
      }),
    );
    const rows = withDatabase(path, (database) => database.prepare('SELECT type FROM stored_values').all());
    expect(rows).toHaveLength(4);
    expect(await store.value(value('x').digest)).toEqual(value('x'));
  });

  test('signs one checkpoint for what was committed together, none for refusals alone', async () => {
    const { path, store } = await openTestFolder();
    const commit = (label: string) => {
      const record = verification(label);
      return store.commitVerification(record, certificate(record), admitAll);
    };
    await Promise.all(['a', 'b', 'c'].map(commit));
    await store.commitVerification(
      { ...verification('d'), verdict: 'INCONCLUSIVE', reason: 'TIMEOUT' },
      null,
    );
    await commit('e');
    const sizes = withDatabase(path, (database) =>
      database.prepare('SELECT size FROM log_checkpoints ORDER BY size').pluck().all(),
    );
    expect(sizes).toEqual([1, 4, 5]);
  });

  test('says so where another process keeps it to itself, keeps nothing, and goes on afterwards', async () => {
    const path = join(temporaryFolder(), 'data');
    const { store } = await openFolder(path, { genesis, busyTimeout: 20 });
    const record = verification('waiting');
    const commit = () => store.commitVerification(record, certificate(record), admitAll);
    await withDatabase(path, async (database) => {
      database.exec('BEGIN IMMEDIATE');
      await expect(commit()).rejects.toMatchObject({ code: 'STORE_BUSY', at: databaseFile(path) });
      await expect(openFolder(path, { genesis, busyTimeout: 20 })).rejects.toMatchObject({
        code: 'STORE_BUSY',
        at: path,
      });
      // Reading needs no lock.
      expect(await store.verification(record.id)).toBeNull();
      await (await openFolderReadOnly(path, { busyTimeout: 20 })).store.close();
      database.exec('ROLLBACK');
    });
    expect(await commit()).toEqual({ logIndex: 1 });
    await store.close();
  });

  test('syncs at each commit, on every connection, and refuses to commit where it would not', () => {
    const file = join(temporaryFolder(), 'x.sqlite');
    for (let opened = 0; opened < 3; opened++) {
      const database = openForWriting(file);
      database.exec(`CREATE TABLE t${opened} (x)`);
      expect(database.pragma('synchronous', { simple: true })).toBe(2);
      expect(() => requireDurable(database)).not.toThrow();
      database.pragma('synchronous = NORMAL');
      expect(() => requireDurable(database)).toThrow('sync');
      database.close();
    }
  });

  test('a read-only store reads what a writer adds', async () => {
    const { path, store } = await openTestFolder();
    const reader = await openFolderReadOnly(path);
    const record = verification('seen');
    await store.commitVerification(record, certificate(record), admitAll);
    expect(await reader.store.certificate(certificate(record).serial)).not.toBeNull();
    expect(await reader.store.checkpoint()).toBe(await store.checkpoint());
    await reader.store.close();
  });
});
