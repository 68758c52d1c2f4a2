import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openFolder } from '../../src/store/folder.ts';
import { keyFile } from '../../src/store/keys.ts';
import {
  admitAll,
  auditLog,
  certificate,
  genesis,
  temporaryFolder,
  tornRows,
  verification,
} from './support.ts';

const SNAPSHOTS = fileURLToPath(new URL('snapshots.ts', import.meta.url));

test('first use cut off before any of its writes is completed by the next start', {
  timeout: 120_000,
}, async () => {
  const base = temporaryFolder();
  const snapshots = join(base, 'snapshots');
  mkdirSync(snapshots);
  const run = spawnSync(process.execPath, [SNAPSHOTS, join(base, 'data'), snapshots], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);

  const taken = readdirSync(snapshots).map((name) => join(snapshots, name));
  expect(taken.length).toBeGreaterThan(12);
  let sawUnfinished = 0;
  for (const folder of taken) {
    const keys = (['root', 'certificate', 'log'] as const).map((role) => keyFile(folder, role));
    const before = keys.map((key) => (existsSync(key) ? readFileSync(key, 'utf8') : undefined));
    if (!existsSync(join(folder, 'assay-trust.json'))) sawUnfinished += 1;

    const { store, publicKeys } = await openFolder(folder, { genesis });
    for (const [index, key] of keys.entries()) {
      if (before[index] !== undefined) expect(readFileSync(key, 'utf8')).toBe(before[index]);
    }
    expect(await store.trustRoots()).toHaveLength(1);
    const record = verification('after');
    await store.commitVerification(record, certificate(record, 1), admitAll);
    expect(await auditLog(store, publicKeys.log)).toBe(2);
    expect(readFileSync(join(folder, 'assay-trust.json'))).toEqual(
      Buffer.from((await store.trustRoot()).envelope),
    );
    await store.close();
    expect(tornRows(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([]);
    expect(readdirSync(join(folder, 'keys')).toSorted()).toEqual(['certificate.pem', 'log.pem', 'root.pem']);
  }
  expect(sawUnfinished).toBeGreaterThan(8);
});
