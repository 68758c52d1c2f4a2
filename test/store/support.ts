import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { openCheckpoint } from '../../src/log/checkpoint.ts';
import { leafHash } from '../../src/log/hashes.ts';
import { parseProof } from '../../src/log/tlog-proof.ts';
import { hashesToAppend, rootHash } from '../../src/log/tree.ts';
import { verifyInclusion } from '../../src/log/verify.ts';
import { databaseFile } from '../../src/store/files.ts';
import { type DataFolder, type FolderOptions, openFolder } from '../../src/store/folder.ts';
import type { StoreReader } from '../../src/store/store.ts';
import { genesis } from './records.ts';

export * from './records.ts';

// In memory where the host has such a file system: hundreds of syncs to a disk take most of the time otherwise, and
// no test here can cut the power.
const PARENT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder of this test's own, gone when it has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(PARENT, 'assay-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An open data folder, closed when the test has finished. */
export async function openTestFolder(
  path = join(temporaryFolder(), 'data'),
  options: Pick<FolderOptions, 'durableBytes'> = {},
): Promise<DataFolder> {
  const folder = await openFolder(path, { genesis, ...options });
  onTestFinished(() => folder.store.close());
  return folder;
}

/** Runs `work` on the database itself, as no program of ours would. */
export function withDatabase<T>(folder: string, work: (database: Database) => T): T {
  const database = new Sqlite(databaseFile(folder), { fileMustExist: true });
  onTestFinished(() => void database.close());
  const result = work(database);
  if (!(result instanceof Promise)) database.close();
  return result;
}

/** Recomputes the whole tree from the entries and checks checkpoint and every proof against it. Gives the log's size. */
export async function auditLog(store: StoreReader, logKey: Uint8Array): Promise<number> {
  const entries = await store.logEntries(0, Number.MAX_SAFE_INTEGER);
  expect(entries.map((entry) => entry.index)).toEqual(entries.map((_, index) => index));

  const hashes = new Map<string, Uint8Array>();
  const read = (level: number, position: number) => hashes.get(`${level}/${position}`) ?? new Uint8Array();
  for (const entry of entries) {
    for (const { level, position, hash } of hashesToAppend(entry.index, leafHash(entry.leaf), read)) {
      hashes.set(`${level}/${position}`, hash);
    }
  }
  const key = { name: store.origin, publicKey: logKey };
  const { checkpoint } = openCheckpoint(await store.checkpoint(), [key], verifyNode);
  expect(checkpoint.size).toBe(entries.length);
  expect(checkpoint.root).toEqual(rootHash(entries.length, read));

  for (const entry of entries) {
    const proof = parseProof(await store.proof(entry.index));
    expect(proof.index).toBe(entry.index);
    const head = openCheckpoint(proof.checkpoint, [key], verifyNode).checkpoint;
    const included = verifyInclusion(entry.index, head.size, leafHash(entry.leaf), proof.hashes, head.root);
    expect(included).toBe(true);
  }
  return entries.length;
}

/** Rows that tell of half a verification or half a run. Empty in every store that keeps all or nothing. */
export function tornRows(folder: string): unknown[] {
  return withDatabase(folder, (database) =>
    database
      .prepare(`
        SELECT 'acceptance without certificate' AS torn, id FROM verifications v
          WHERE verdict = 'ACCEPTED' AND NOT EXISTS (SELECT 1 FROM certificates c WHERE (c.tenant, c.verification) = (v.tenant, v.id))
        UNION ALL SELECT 'certificate without its log entry', serial FROM certificates c
          WHERE NOT EXISTS (SELECT 1 FROM log_entries e WHERE e.position = c.log_index AND e.payload_digest = c.payload_digest AND e.kind = 'certificate')
        UNION ALL SELECT 'log entry of nothing', position FROM log_entries e
          WHERE NOT EXISTS (SELECT 1 FROM certificates c WHERE c.log_index = e.position)
            AND NOT EXISTS (SELECT 1 FROM trust_roots t WHERE t.log_index = e.position)
        UNION ALL SELECT 'conditional without obligations', serial FROM certificates c
          WHERE conditional <> EXISTS (SELECT 1 FROM obligations o WHERE (o.tenant, o.certificate) = (c.tenant, c.serial))
        UNION ALL SELECT 'role without value', verification FROM verification_roles r JOIN verifications v ON (r.tenant, r.verification) = (v.tenant, v.id)
          WHERE v.verdict = 'ACCEPTED' AND NOT EXISTS (SELECT 1 FROM stored_values s WHERE (s.tenant, s.digest) = (r.tenant, r.digest))
        UNION ALL SELECT 'verification without roles', id FROM verifications v
          WHERE 2 <> (SELECT count(*) FROM verification_roles r WHERE (r.tenant, r.verification) = (v.tenant, v.id))
        UNION ALL SELECT 'session that counts other values than it holds', id FROM sessions s
          WHERE (held_values, held_bytes) <> (SELECT count(*), ifnull(sum(size), 0) FROM value_references r WHERE (r.tenant, r.session, r.evicted) = (s.tenant, s.id, 0))
        UNION ALL SELECT 'session over its limits', id FROM sessions
          WHERE held_values > most_values OR held_bytes > most_bytes
        UNION ALL SELECT 'gap in the handles', id FROM sessions s
          WHERE (handles, handles) <> (SELECT count(*), ifnull(max(handle), 0) FROM value_references r WHERE (r.tenant, r.session) = (s.tenant, s.id))
        UNION ALL SELECT 'collected session that still holds something', id FROM sessions s
          WHERE collected = 1 AND (held_values > 0 OR EXISTS (SELECT 1 FROM value_references r WHERE (r.tenant, r.session, r.evicted) = (s.tenant, s.id, 0)))
        UNION ALL SELECT 'value reference without its bytes', id FROM value_references r
          WHERE evicted = 0 AND NOT EXISTS (SELECT 1 FROM stored_values v WHERE (v.tenant, v.digest, v.type) = (r.tenant, r.digest, r.type))
        UNION ALL SELECT 'artifact that can be collected', id FROM value_references r
          WHERE lifetime = 'DURABLE_ARTIFACT' AND NOT EXISTS (SELECT 1 FROM stored_values v WHERE (v.tenant, v.digest, v.durable) = (r.tenant, r.digest, 1))
        UNION ALL SELECT 'certified value that can be collected', r.verification FROM verification_roles r
          JOIN certificates c ON (c.tenant, c.verification) = (r.tenant, r.verification)
          JOIN stored_values v ON (v.tenant, v.digest) = (r.tenant, r.digest) WHERE v.durable = 0
        UNION ALL SELECT 'value that nothing holds', hex(digest) FROM stored_values v
          WHERE durable = 0 AND NOT EXISTS (SELECT 1 FROM value_references r WHERE (r.tenant, r.digest, r.evicted) = (v.tenant, v.digest, 0))
        UNION ALL SELECT 'durable bytes that are not those counted', tenant FROM (
          SELECT tenant, sum(length(bytes)) AS bytes FROM stored_values WHERE durable = 1 GROUP BY tenant
          UNION ALL SELECT tenant, -durable_bytes FROM tenant_usage) GROUP BY tenant HAVING sum(bytes) <> 0
        UNION ALL SELECT 'promotion that fits no artifact', reference FROM promotions p
          WHERE NOT EXISTS (SELECT 1 FROM value_references a JOIN value_references s ON s.id = p.source
            WHERE a.id = p.reference AND a.lifetime = 'DURABLE_ARTIFACT' AND a.session IS NULL
              AND (a.tenant, a.digest, a.invocation, a.port) = (s.tenant, s.digest, s.invocation, s.port) AND a.tenant = p.tenant)
        UNION ALL SELECT 'artifact that nobody promoted', id FROM value_references r
          WHERE (lifetime = 'DURABLE_ARTIFACT') <> EXISTS (SELECT 1 FROM promotions p WHERE p.reference = r.id)
        UNION ALL SELECT 'output of another tenant’s or session’s run', r.id FROM value_references r JOIN invocations i ON i.id = r.invocation
          WHERE i.tenant <> r.tenant OR (r.session IS NOT NULL AND r.session IS NOT i.session)
        UNION ALL SELECT 'ended job without an end', id FROM jobs WHERE (state = 'running') <> (finished_at IS NULL)
        UNION ALL SELECT 'broken reference', "table" FROM pragma_foreign_key_check`)
      .all(),
  );
}
