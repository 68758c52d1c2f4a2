import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import {
  admitAll,
  CONTRACTS,
  certificate,
  hex,
  invocation,
  minute,
  openTestFolder,
  output,
  refusal,
  session,
  temporaryFolder,
  tenant,
  tornRows,
  value,
  verification,
  withDatabase,
} from './support.ts';

const SESSION = session('s');
const sizeOf = (...labels: readonly string[]): number =>
  labels.reduce((sum, label) => sum + value(label).bytes.length, 0);

/** Certifies what speaks about the values of these labels. */
function certify(store: Store, id: string, labels: readonly string[]): Promise<unknown> {
  const record = verification(id, { values: labels.map(value) });
  return store.commitVerification(record, certificate(record), admitAll);
}

async function hold(store: Store, labels: readonly string[]): Promise<void> {
  await store.sessions.openSession(SESSION);
  await store.sessions.recordRun(
    invocation('run', SESSION),
    labels.map((label) => output(label)),
  );
}

function promote(store: Store, label: string): Promise<unknown> {
  const promotion = { source: output(label).id, token: hex('t'), at: minute(20), ...CONTRACTS };
  return store.sessions.promote({ id: hex(`artifact ${label}`), ...promotion });
}

/** All rows, so that what is half kept shows. */
function rows(path: string): unknown {
  return withDatabase(path, (database) => {
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
    return names.map((name) => [name, database.prepare(`SELECT * FROM ${String(name)}`).all()]);
  });
}

const bytesOf = async (store: Store): Promise<number> => (await store.tenants.usage()).durableBytes;

describe('the bytes that a tenant keeps for good', () => {
  test('are those of each value once, from when it becomes durable', async () => {
    const { path, store } = await openTestFolder();
    expect(await store.tenants.usage()).toEqual({ sessions: 0, durableBytes: 0 });
    await hold(store, ['held', 'promoted', 'certified']);
    expect(await store.tenants.usage()).toEqual({ sessions: 1, durableBytes: 0 });
    await promote(store, 'promoted');
    expect(await bytesOf(store)).toBe(sizeOf('promoted'));
    // Once more, of the artifact too: nothing is added.
    await store.sessions.promote({
      id: hex('again'),
      source: hex('artifact promoted'),
      token: hex('t'),
      at: minute(20),
      ...CONTRACTS,
    });
    await certify(store, '1', ['promoted', 'certified', 'certified', 'new']);
    const all = sizeOf('promoted', 'certified', 'new');
    expect(await bytesOf(store)).toBe(all);
    await certify(store, '2', ['promoted', 'certified', 'new']);
    await store.commitVerification(refusal('3'), null);
    expect(await bytesOf(store)).toBe(all);
    // What a session held takes nothing along.
    await store.sessions.collect(minute(60), minute(60), 10);
    expect(await bytesOf(store)).toBe(all);
    await store.close();
    const { store: again } = await openTestFolder(path);
    expect(await bytesOf(again)).toBe(all);
    // Against a count of what there is.
    const counted = withDatabase(path, (database) =>
      database.prepare('SELECT sum(length(bytes)) FROM stored_values WHERE durable = 1').pluck().get(),
    );
    expect(counted).toBe(all);
    expect(
      tornRows(path).filter(
        (row) => !/role without value|verification without roles/.test(JSON.stringify(row)),
      ),
    ).toEqual([]);
  });

  test('are counted for each tenant apart, the same value for both', async () => {
    const { store } = await openTestFolder();
    const other = tenant('other');
    await store.tenants.addTenant(other);
    const theirs = store.forTenant(other.id);
    await certify(store, '1', ['same', 'own']);
    await certify(theirs, '2', ['same']);
    expect([await bytesOf(store), await bytesOf(theirs)]).toEqual([sizeOf('same', 'own'), sizeOf('same')]);
  });

  test('are not counted where nothing is kept', async () => {
    const { path, store } = await openTestFolder();
    const before = rows(path);
    const record = verification('x');
    const refuse = (): never => {
      throw new Error('not admitted');
    };
    const [one, two] = [certificate(record), certificate(verification('y'))];
    const commits = [
      { record, certificate: one, admit: admitAll },
      { record: verification('y'), certificate: two, admit: refuse },
    ];
    await expect(store.commitVerifications(commits)).rejects.toThrow('not admitted');
    expect(rows(path)).toEqual(before);
  });
});

describe('a limit of them', () => {
  const limited = (durableBytes: number) => openTestFolder(`${temporaryFolder()}/data`, { durableBytes });
  const REFUSED = { code: 'QUOTA_EXCEEDED', status: 429 };

  test('is used up to its last byte by certificates, and no further', async () => {
    const most = sizeOf('a', 'b', 'c');
    const { path, store } = await limited(most);
    await certify(store, '1', ['a']);
    await certify(store, '2', ['a', 'b', 'c']);
    expect(await bytesOf(store)).toBe(most);
    const before = rows(path);
    await expect(certify(store, '3', ['d'])).rejects.toMatchObject(REFUSED);
    // Nor what it speaks about besides and is kept already.
    await expect(certify(store, '3', ['a', 'd', 'b'])).rejects.toMatchObject(REFUSED);
    expect(rows(path)).toEqual(before);
    // What is kept already, and what keeps nothing, needs no room.
    await certify(store, '3', ['c', 'a']);
    await store.commitVerification(refusal('4'), null);
    expect(await bytesOf(store)).toBe(most);
  });

  test('is not exceeded by one byte, by a certificate or a promotion', async () => {
    const { path, store } = await limited(sizeOf('a', 'b') - 1);
    await hold(store, ['a', 'b']);
    await certify(store, '1', ['a']);
    const before = rows(path);
    await expect(certify(store, '2', ['b'])).rejects.toMatchObject(REFUSED);
    await expect(promote(store, 'b')).rejects.toMatchObject(REFUSED);
    expect(rows(path)).toEqual(before);
    await promote(store, 'a');
  });

  test('is used up to its last byte by a promotion', async () => {
    const { store } = await limited(sizeOf('a', 'b'));
    await hold(store, ['a', 'b']);
    await promote(store, 'b');
    await promote(store, 'a');
    expect(await bytesOf(store)).toBe(sizeOf('a', 'b'));
  });

  test('counts all that one transaction would keep', async () => {
    const { path, store } = await limited(sizeOf('a', 'b'));
    const before = rows(path);
    const commits = ['a', 'b', 'c'].map((label) => {
      const record = verification(label, { values: [value(label)] });
      return { record, certificate: certificate(record), admit: admitAll };
    });
    const once = { runs: [invocation('run', null)] };
    await expect(store.commitVerifications(commits, once)).rejects.toMatchObject(REFUSED);
    expect(rows(path)).toEqual(before);
    await store.commitVerifications(commits.slice(0, 2), once);
    expect(await bytesOf(store)).toBe(sizeOf('a', 'b'));
  });

  test('that was lowered refuses what is new, not what is kept already', async () => {
    const { path, store } = await openTestFolder();
    await certify(store, '1', ['a', 'b']);
    await hold(store, ['a', 'c']);
    await store.close();
    const { store: lowered } = await openTestFolder(path, { durableBytes: sizeOf('a') });
    await certify(lowered, '2', ['a', 'b']);
    await promote(lowered, 'a');
    await expect(certify(lowered, '3', ['c'])).rejects.toMatchObject(REFUSED);
    expect(await bytesOf(lowered)).toBe(sizeOf('a', 'b'));
  });

  test('is each tenant’s own', async () => {
    const { store } = await limited(sizeOf('a'));
    const other = tenant('other');
    await store.tenants.addTenant(other);
    await certify(store, '1', ['a']);
    await expect(certify(store, '2', ['b'])).rejects.toMatchObject(REFUSED);
    await certify(store.forTenant(other.id), '3', ['b']);
    await expect(certify(store.forTenant(other.id), '4', ['a'])).rejects.toMatchObject(REFUSED);
  });

  test('holds for whoever races for the last place, through another connection too', async () => {
    const labels = Array.from({ length: 20 }, (_, n) => `${n + 10}`);
    const { path, store } = await limited(7 * sizeOf('10'));
    const { store: second } = await openTestFolder(path, { durableBytes: 7 * sizeOf('10') });
    const outcomes = await Promise.allSettled(
      labels.map((label, n) => certify(n % 2 === 0 ? store : second, label, [label])),
    );
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(13);
    for (const error of refused) expect(error).toMatchObject(REFUSED);
    expect(await bytesOf(store)).toBe(7 * sizeOf('10'));
    expect(await store.certificates({ before: null, limit: 20 })).toMatchObject({ items: { length: 7 } });
  });
});
