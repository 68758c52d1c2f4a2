import { fork } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '../../src/store/files.ts';
import { openFolder, openFolderReadOnly } from '../../src/store/folder.ts';
import { APPLICATION_ID, migrate } from '../../src/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/index.ts';
import type { Store } from '../../src/store/store.ts';
import {
  admitAll,
  asked,
  auditLog,
  CONTRACTS,
  certificate,
  genesis,
  hex,
  invocation,
  minute,
  nextTrustRoot,
  openTestFolder,
  output,
  refusal,
  session,
  temporaryFolder,
  tenant,
  token,
  verification,
  withDatabase,
} from './support.ts';

type Rows = Record<string, unknown[]>;

function emptyDatabase(file = join(temporaryFolder(), 'x.sqlite')): Database {
  const database = new Sqlite(file);
  onTestFinished(() => void database.close());
  return database;
}

function tablesOf(database: Database): string[] {
  return database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all()
    .map(String);
}

function rowsOf(database: Database): Rows {
  return Object.fromEntries(
    tablesOf(database).map((table) => [
      table,
      database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
    ]),
  );
}

function columnsOf(database: Database, table: string): string[] {
  return database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table).map(String);
}

/**
 * Copies all rows into a database of an older version, as far as it has tables and columns for them: what a program of
 * that time would have written. Gives what is in there then.
 */
function copyInto(database: Database, rows: Rows): Rows {
  database.pragma('foreign_keys = OFF');
  for (const table of tablesOf(database)) {
    const names = columnsOf(database, table);
    const insert = database.prepare(
      `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`,
    );
    for (const row of rows[table] ?? []) insert.run(row);
  }
  database.pragma('foreign_keys = ON');
  return rowsOf(database);
}

/** A data folder with rows in every table. */
async function filledFolder() {
  const { path, store } = await openTestFolder();
  for (const [n, label] of ['a', 'b', 'c', 'd'].entries()) {
    const record = verification(label);
    await store.commitVerification(record, certificate(record, n), admitAll);
  }
  await store.commitVerification(refusal('e'), null);
  await store.publishTrustRoot(nextTrustRoot);
  await fillService(store);
  await store.close();
  const rows = withDatabase(path, rowsOf);
  for (const [table, all] of Object.entries(rows)) expect([table, all.length > 0]).toEqual([table, true]);
  return { path, rows };
}

async function fillService(store: Store): Promise<void> {
  const [citing, cited] = [certificate(verification('b'), 1), certificate(verification('a'))];
  const [proposition] = citing.obligations.map((each) => each.proposition);
  if (proposition === undefined) throw new Error('a conditional certificate leaves something open');
  const by = hex('token t');
  const discharge = { certificate: citing.serial, proposition, cited: cited.serial, token: by };
  await store.cite({ ...discharge, dischargedAt: minute(20) });

  const other = tenant('other');
  await store.tenants.addTenant(other);
  await store.tenants.addToken(token('t', other));
  await store.tenants.secret('handles', () => new Uint8Array(32).fill(7));
  const within = session('s');
  await store.sessions.openSession(within, asked('open'));
  const [product, again] = [output('product', 'a value'), output('again', 'another value')];
  await store.sessions.recordRun(invocation('run', within), [product, again]);
  const promotion = { id: hex('artifact'), source: product.id, token: by, at: minute(20), ...CONTRACTS };
  await store.sessions.promote(promotion);
  await store.sessions.withdraw('test.old@1', 'wrong on empty matrices', minute(20));
  await store.jobs.startJob({ id: hex('job'), createdAt: minute(20) });

  // Beside the run above: one that a certificate names, one of no session, one of whose value a verification was refused.
  const named = invocation('named', within);
  await store.sessions.recordRun(named, [output('named', 'a')]);
  const naming = verification('xa', { invocation: named.id });
  await store.commitVerification(naming, certificate(naming), admitAll);
  await store.sessions.recordRun(invocation('outside', null), []);
  await store.sessions.recordRun(invocation('refused', within), [output('refused', 'e')]);
}

type Row = Record<string, unknown>;

/** What migration 4 makes of a store that was written before it: the runs that a certificate may name, and the bytes. */
function withBounds(rows: Rows): Rows {
  const invocations = (rows.invocations ?? []) as Row[];
  const bytes = new Map<unknown, number>();
  for (const row of (rows.stored_values ?? []) as { tenant: string; bytes: Uint8Array; durable: number }[]) {
    if (row.durable === 1) bytes.set(row.tenant, (bytes.get(row.tenant) ?? 0) + row.bytes.length);
  }
  return {
    ...rows,
    invocations: invocations.map((row) => ({
      ...row,
      in_certificate: row.session === null || row.run === 'named' ? 1 : 0,
    })),
    tenant_usage: [...bytes].map(([tenant, durable_bytes]) => ({ tenant, durable_bytes })),
  };
}

/** What migration 5 makes of one: in which certificates each value stands. Contracts of earlier promotions were not kept. */
function withEvidence(rows: Rows): Rows {
  const promotions = (rows.promotions ?? []) as Row[];
  return {
    ...rows,
    contracts: [],
    certificate_values: standing(rows),
    promotions: promotions.map((row) => ({ ...row, value_type: null, capability: null })),
  };
}

/** Each value of a certificate, by its digest. */
function standing(
  rows: Rows,
): { readonly tenant: string; readonly digest: Buffer; readonly log_index: unknown }[] {
  const certificates = (rows.certificates ?? []) as Row[];
  const roles = (rows.verification_roles ?? []) as { tenant: string; verification: string; digest: Buffer }[];
  return certificates.flatMap(({ verification, log_index }) =>
    roles
      .filter((role) => role.verification === verification)
      .map(({ tenant, digest }) => ({ tenant, digest, log_index }))
      .filter(({ digest }, index, all) => index === all.findIndex((each) => each.digest.equals(digest))),
  );
}

/** What migration 6 makes of one: the same by the ids of the stored values. */
function withValueIds({ certificate_values: _, ...rows }: Rows): Rows {
  const stored = (rows.stored_values ?? []) as { id: number; tenant: string; digest: Buffer }[];
  const values = standing(rows).flatMap(({ tenant, digest, log_index }) =>
    stored
      .filter((value) => value.tenant === tenant && value.digest.equals(digest))
      .map(({ id: value }) => ({ value, log_index })),
  );
  return { ...rows, certified_values: values.toSorted((one, two) => one.value - two.value) };
}

/** What migration 3 adds to a store that was written before it. */
function withService(rows: Rows): Rows {
  const stored = (rows.stored_values ?? []) as Row[];
  return { ...rows, stored_values: stored.map((row) => ({ ...row, durable: 1 })) };
}

test.each(MIGRATIONS.map((_, index) => index + 1))(
  'a filled database of version %d keeps every row',
  async (version) => {
    const { path, rows } = await filledFolder();
    const old = emptyDatabase();
    migrate(old, MIGRATIONS.slice(0, version));
    expect(old.pragma('user_version', { simple: true })).toBe(version);
    const before = copyInto(old, { ...rows, certificate_values: standing(rows) });
    migrate(old);
    const { tenants, ...after } = rowsOf(old);
    if (version < 3) {
      const [instance] = rows.instance as { tenant: string }[];
      const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(tenants).toEqual([
        { seq: 1, id: instance?.tenant, name: 'operator', created_at: createdAt, revoked_at: null },
      ]);
      const empty = Object.keys(after).filter((table) => !(table in before));
      const nothing = Object.fromEntries(empty.map((name) => [name, []]));
      expect(after).toEqual(withValueIds(withEvidence(withBounds({ ...withService(before), ...nothing }))));
    } else if (version < 4) {
      expect({ tenants, ...after }).toEqual(withValueIds(withEvidence(withBounds(rows))));
    } else if (version < 5) {
      expect({ tenants, ...after }).toEqual(withValueIds(withEvidence(rows)));
    } else {
      expect({ tenants, ...after }).toEqual(rows);
    }
    expect(old.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(old.pragma('foreign_keys', { simple: true })).toBe(1);
    // And it has become what a new database is.
    const schemaOf = (database: Database) =>
      database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    expect(schemaOf(old)).toEqual(withDatabase(path, schemaOf));
  },
);

test.each([1, 2])('a data folder of version %d opens, whole, and readers wait for that', async (version) => {
  const { path, rows } = await filledFolder();
  const old = emptyDatabase(`${databaseFile(path)}-old`);
  migrate(old, MIGRATIONS.slice(0, version));
  const before = copyInto(old, rows);
  old.close();
  renameSync(`${databaseFile(path)}-old`, databaseFile(path));
  await expect(openFolderReadOnly(path)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  const { store, publicKeys } = await openTestFolder(path);
  expect(await auditLog(store, publicKeys.log)).toBe(7);
  expect(withDatabase(path, rowsOf)).toMatchObject(withBounds(withService(before)));
  // What was kept before there were sessions is durable, and its tenant can do what others can.
  const kept = verification('a').values;
  const own = session('own');
  await store.sessions.openSession(own);
  await store.sessions.recordRun(invocation('run', own), [output('same', 'a')]);
  expect(await store.sessions.collect(minute(60), minute(60), 10)).toMatchObject({ sessions: 1, values: 0 });
  for (const each of kept) expect(await store.value(each.digest)).toEqual(each);
  const reader = await openFolderReadOnly(path);
  await reader.store.close();
});

const PARENT = 'CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;';
const CHILD = `CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parent (id) ON DELETE CASCADE) STRICT;
  INSERT INTO parent VALUES (1, 'a'), (2, 'b'); INSERT INTO child VALUES (10, 1), (11, 1), (12, 2);`;
const REBUILD = `CREATE TABLE parent_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''), extra TEXT) STRICT;
  INSERT INTO parent_new (id, name) SELECT id, name FROM parent;
  DROP TABLE parent;
  ALTER TABLE parent_new RENAME TO parent;`;

test('a table that is rebuilt keeps its child rows, even under a cascade', () => {
  const database = emptyDatabase();
  migrate(database, [PARENT, CHILD]);
  migrate(database, [PARENT, CHILD, REBUILD]);
  expect(rowsOf(database)).toEqual({
    child: [
      { id: 10, parent: 1 },
      { id: 11, parent: 1 },
      { id: 12, parent: 2 },
    ],
    parent: [
      { id: 1, name: 'a', extra: null },
      { id: 2, name: 'b', extra: null },
    ],
  });
  expect(() => database.exec('INSERT INTO child VALUES (13, 3)')).toThrow('FOREIGN KEY');
});

test.each([
  ['a later statement fails', `${REBUILD} INSERT INTO nowhere VALUES (1);`, 'no such table'],
  ['rows are left without what they refer to', 'DELETE FROM parent WHERE id = 1;', 'not there'],
])('a migration changes nothing where %s', (_, sql, message) => {
  const database = emptyDatabase();
  migrate(database, [PARENT, CHILD]);
  const before = rowsOf(database);
  expect(() => migrate(database, [PARENT, CHILD, 'CREATE TABLE added (x);', sql])).toThrow(message);
  expect(rowsOf(database)).toEqual(before);
  expect(database.pragma('user_version', { simple: true })).toBe(2);
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(database.inTransaction).toBe(false);
});

test('a database of a later program is left alone, by writers and readers', async () => {
  const { path } = await filledFolder();
  withDatabase(path, (database) => database.pragma(`user_version = ${MIGRATIONS.length + 1}`));
  const before = withDatabase(path, rowsOf);
  await expect(openFolder(path, { genesis })).rejects.toMatchObject({ code: 'STORE_NEWER' });
  await expect(openFolderReadOnly(path)).rejects.toMatchObject({ code: 'STORE_NEWER' });
  expect(withDatabase(path, rowsOf)).toEqual(before);
});

test.each([
  ['tables of others', (database: Database) => void database.exec('CREATE TABLE theirs (x)')],
  ['another application id', (database: Database) => void database.pragma('application_id = 7')],
  ['another program’s version', (database: Database) => void database.pragma('user_version = 1')],
  [
    'our id and no version',
    (database: Database) => void database.pragma(`application_id = ${APPLICATION_ID}`),
  ],
])('a database with %s is not taken for ours', async (_, change) => {
  const folder = temporaryFolder();
  const database = emptyDatabase(databaseFile(folder));
  change(database);
  const before = tablesOf(database);
  await expect(openFolder(folder, { genesis })).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  expect(tablesOf(database)).toEqual(before);
});

test('two processes that migrate at once do it once', async () => {
  const file = join(temporaryFolder(), 'x.sqlite');
  const database = emptyDatabase(file);
  migrate(database, [PARENT]);
  // Fails where it runs twice.
  const steps = JSON.stringify([PARENT, CHILD, REBUILD]);
  const script = new URL('migrating.ts', import.meta.url);
  const children = [1, 2, 3].map(() =>
    fork(script, [file, steps], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const ended = children.map((child) => once(child, 'exit'));
  for (const child of children) child.send('go');
  expect(await Promise.all(ended)).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect(database.pragma('user_version', { simple: true })).toBe(3);
  expect(database.prepare('SELECT count(*) FROM child').pluck().get()).toBe(3);
});
