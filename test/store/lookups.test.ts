import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prepareStatements, type Statements } from '../../src/store/sqlite/statements.ts';
import {
  CONTRACTS,
  hex,
  invocation,
  minute,
  openTestFolder,
  output,
  session,
  withDatabase,
} from './support.ts';

test('certificates with a value are found by its digest, in their order: none is walked over for one that stands nowhere', async () => {
  const plan = await planOf(({ certificatesWith }) => certificatesWith.getQuery());
  expect(plan).toEqual([
    'SEARCH stored_values USING COVERING INDEX sqlite_autoindex_stored_values_1 (tenant=? AND digest=?)',
    'SEARCH certified_values USING PRIMARY KEY (value=? AND log_index<?)',
    'SEARCH certificates USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('the digest of the newest trust root is read without its envelope', async () => {
  const plan = await planOf(({ newestTrustDigest }) => newestTrustDigest.getQuery());
  expect(plan).toEqual(['SCAN trust_roots USING COVERING INDEX trust_roots_by_version']);
});

type Query = { readonly sql: string; readonly params: readonly unknown[] };

async function planOf(query: (statements: Statements) => Query): Promise<string[]> {
  const { path } = await openTestFolder();
  return withDatabase(path, (database) => {
    const { sql, params } = query(prepareStatements(database));
    const rows = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    return rows.all(...params.map(() => null)).map(({ detail }) => detail);
  });
}

test('of a promotion the contracts are known that were kept with it, and no others', async () => {
  const { path, store } = await openTestFolder();
  const own = session('s');
  await store.sessions.openSession(own);
  await store.sessions.recordRun(invocation('run', own), [output('a')]);
  const promotion = {
    id: hex('artifact'),
    source: output('a').id,
    token: hex('t'),
    at: minute(20),
    ...CONTRACTS,
  };
  await store.sessions.promote(promotion);
  await store.sessions.promote({ ...promotion, id: hex('another') });
  expect(await store.sessions.promotion(promotion.id)).toEqual(promotion);
  const change = async (sql: string) => {
    withDatabase(path, (database) => void database.exec(sql));
    await nextTurn();
  };
  await change(
    `UPDATE promotions SET value_type = NULL, capability = NULL WHERE reference = '${hex('another')}'`,
  );
  expect(await store.sessions.promotion(hex('another'))).toMatchObject({ valueType: null, capability: null });
  await change("UPDATE contracts SET bytes = CAST('{}' AS BLOB)");
  await expect(store.sessions.promotion(promotion.id)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
});
