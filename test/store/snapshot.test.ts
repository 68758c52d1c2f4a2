import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite, { type Database } from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Snapshot } from '../../src/store/sqlite/snapshot.ts';
import { temporaryFolder } from './support.ts';

/** Two connections to one database with one row. */
function connections(): { mine: Database; other: Database; count: (database: Database) => number } {
  const file = join(temporaryFolder(), 'a.sqlite');
  const open = () => {
    const database = new Sqlite(file);
    onTestFinished(() => void database.close());
    database.pragma('journal_mode = WAL');
    return database;
  };
  const [mine, other] = [open(), open()];
  mine.exec('CREATE TABLE rows (n INTEGER); INSERT INTO rows VALUES (1)');
  return {
    mine,
    other,
    count: (database) => Number(database.prepare('SELECT count(*) FROM rows').pluck().get()),
  };
}

test('shows one state for a turn of the event loop, and the newest in the next', async () => {
  const { mine, other, count } = connections();
  const snapshot = new Snapshot(mine);
  expect(snapshot.read(() => count(mine))).toBe(1);
  other.exec('INSERT INTO rows VALUES (2)');
  await Promise.resolve();
  expect(snapshot.read(() => count(mine))).toBe(1);
  await nextTurn();
  expect(mine.inTransaction).toBe(false);
  expect(snapshot.read(() => count(mine))).toBe(2);
});

test('shows the newest state after its end, and ends twice as well as once', () => {
  const { mine, other, count } = connections();
  const snapshot = new Snapshot(mine);
  snapshot.read(() => count(mine));
  other.exec('INSERT INTO rows VALUES (2)');
  snapshot.end();
  snapshot.end();
  expect(snapshot.read(() => count(mine))).toBe(2);
});

test('begins none within a transaction that writes, which sees what it has written', () => {
  const { mine, count } = connections();
  const snapshot = new Snapshot(mine);
  mine.transaction(() => {
    mine.exec('INSERT INTO rows VALUES (2)');
    expect(snapshot.read(() => count(mine))).toBe(2);
    expect(snapshot.remember('count', () => count(mine))).toBe(2);
    mine.exec('INSERT INTO rows VALUES (3)');
    expect(snapshot.remember('count', () => count(mine))).toBe(3);
  })();
  expect(mine.inTransaction).toBe(false);
  expect(count(mine)).toBe(3);
});

test('remembers what was read, what is not there too, until it ends', async () => {
  const { mine } = connections();
  const snapshot = new Snapshot(mine);
  const read = vi.fn(() => undefined);
  const ask = () => snapshot.read(() => snapshot.remember('nothing', read));
  ask();
  ask();
  expect(read).toHaveBeenCalledTimes(1);
  await nextTurn();
  ask();
  expect(read).toHaveBeenCalledTimes(2);
});

test('is not in the way of the next one after work in it failed', async () => {
  const { mine, count } = connections();
  const snapshot = new Snapshot(mine);
  expect(() => snapshot.read(() => mine.exec('SELECT nothing'))).toThrow('nothing');
  expect(snapshot.read(() => count(mine))).toBe(1);
  mine.exec('ROLLBACK');
  await nextTurn();
  expect(snapshot.read(() => count(mine))).toBe(1);
});
