import { describe, expect, test } from 'vitest';
import type { Invocation, NewReference } from '../../src/store/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import {
  bytesOf,
  CONTRACTS,
  digest,
  hex,
  invocation,
  minute,
  openTestFolder,
  output,
  session,
  value,
  withDatabase,
} from './support.ts';

const PAGE = { before: null, limit: 100 };
const SESSION = session('s');
const BY = hex('token asker');

function rows(path: string): unknown {
  return withDatabase(path, (database) =>
    [
      'sessions',
      'invocations',
      'invocation_inputs',
      'value_references',
      'promotions',
      'stored_values',
      'answers',
    ].map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]),
  );
}

/** What the store has of an output, once it is kept. */
function kept({ value: _, ...reference }: NewReference, run: Invocation, handle: number) {
  const { expiresAt: liveUntil } = reference;
  return { ...reference, invocation: run.id, session: run.session, handle, liveUntil, evicted: false };
}

async function withSession(limits = SESSION.limits) {
  const { path, store } = await openTestFolder();
  await store.sessions.openSession({ ...SESSION, limits });
  return { path, store };
}

describe('a run', () => {
  test('is given back with its references, also after a restart', async () => {
    const { path, store } = await withSession();
    const run = invocation('run', SESSION);
    const [a, b] = [output('a'), output('b', 'b', { port: 'rest', lifetime: 'REQUEST', preview: [1, null] })];
    const expected = { invocation: run, references: [kept(a, run, 1), kept(b, run, 2)] };
    expect(await store.sessions.recordRun(run, [a, b])).toEqual(expected);
    const bare = invocation('bare', SESSION, { run: null, evidence: null, inputs: [], basis: 'ran_here' });
    await store.sessions.recordRun(bare, []);
    await store.close();

    const { sessions } = (await openTestFolder(path)).store;
    expect(await sessions.invocation(run.id)).toEqual(expected);
    expect(await sessions.invocation(bare.id)).toEqual({ invocation: bare, references: [] });
    expect(await sessions.invocations(SESSION.id, PAGE)).toEqual({ items: [bare, run], next: null });
    expect((await sessions.references(SESSION.id, PAGE)).items).toEqual(expected.references.toReversed());
    expect(await sessions.reference(a.id)).toEqual(expected.references[0]);
    expect(await sessions.referenceOf(SESSION.id, 2)).toEqual(expected.references[1]);
    expect(await sessions.referenceOf(SESSION.id, 3)).toBeNull();
    const usage = { values: 2, bytes: a.size + b.size };
    expect(await sessions.session(SESSION.id)).toEqual({ ...SESSION, usage });
    expect((await sessions.sessions(PAGE)).items).toEqual([{ ...SESSION, usage }]);
  });

  test('keeps the same bytes once, however many references name them, and counts each', async () => {
    const { path, store } = await withSession();
    await store.sessions.recordRun(invocation('1', SESSION), [output('a', 'same'), output('b', 'same')]);
    await store.sessions.recordRun(invocation('2', SESSION), [output('c', 'same')]);
    const count = withDatabase(path, (database) =>
      database.prepare('SELECT count(*) FROM stored_values').pluck().get(),
    );
    expect(count).toBe(1);
    expect(await store.value(value('same').digest)).toEqual(value('same'));
    const usage = { values: 3, bytes: 3 * value('same').bytes.length };
    expect(await store.sessions.session(SESSION.id)).toMatchObject({ usage });
  });

  const good = output('good');
  const wrong = (changes: Partial<NewReference>) => output('wrong', 'wrong', changes);
  const other = value('other');
  test.each<readonly [string, Invocation, readonly NewReference[]]>([
    [
      'bytes with another digest',
      invocation('r', SESSION),
      [good, wrong({ value: { ...value('wrong'), bytes: bytesOf('{}') } })],
    ],
    [
      'a value of another digest',
      invocation('r', SESSION),
      [good, wrong({ value: { ...value('wrong'), digest: other.digest } })],
    ],
    ['another value', invocation('r', SESSION), [good, wrong({ value: other })]],
    ['another size', invocation('r', SESSION), [good, wrong({ size: 1 })]],
    ['another type', invocation('r', SESSION), [good, wrong({ type: 'test.other@1' })]],
    ['a reference’s id twice', invocation('r', SESSION), [good, { ...good, port: 'rest' }]],
    ['no time to expire', invocation('r', SESSION), [good, wrong({ expiresAt: null })]],
    ['a preview that is no JSON', invocation('r', SESSION), [good, wrong({ preview: '\ud800' })]],
    [
      'a port bound twice',
      invocation('r', SESSION, {
        inputs: [1, 2].map((n) => ({ port: 'x', digest: digest(`${n}`), arrived: 'inline' })),
      }),
      [good],
    ],
    ['a session nobody opened', invocation('r', session('other')), [good]],
    ['an id that was taken', invocation('before', SESSION), [good]],
    ['an output whose id was taken', invocation('r', SESSION), [good, output('before')]],
  ])('is not kept at all with %s', async (_, run, outputs) => {
    const { path, store } = await withSession();
    await store.sessions.recordRun(invocation('before', SESSION), [output('before')]);
    const before = rows(path);
    await expect(store.sessions.recordRun(run, outputs)).rejects.toThrow();
    expect(rows(path)).toEqual(before);
    const next = await store.sessions.recordRun(invocation('after', SESSION), [output('after')]);
    expect(next.references).toMatchObject([{ handle: 2 }]);
  });

  test('that belongs to no session keeps no value that nobody would collect', async () => {
    const { path, store } = await withSession();
    const run = invocation('alone', null);
    expect(await store.sessions.recordRun(run, [])).toEqual({ invocation: run, references: [] });
    const before = rows(path);
    await expect(store.sessions.recordRun(invocation('x', null), [output('x')])).rejects.toThrow('session');
    expect(rows(path)).toEqual(before);
  });

  test('keeps no artifact: that is promotion’s', async () => {
    const { path, store } = await withSession();
    const before = rows(path);
    const artifact = output('x', 'x', { lifetime: 'DURABLE_ARTIFACT', expiresAt: null });
    await expect(store.sessions.recordRun(invocation('r', SESSION), [artifact])).rejects.toThrow();
    expect(rows(path)).toEqual(before);
  });
});

describe('a quota', () => {
  const size = value('0').bytes.length;

  test.each([
    ['values', { values: 3, bytes: 1_000_000 }],
    ['bytes', { values: 1000, bytes: 3 * size }],
  ])('of %s is used up to its last, and no further', async (_, limits) => {
    const { path, store } = await withSession(limits);
    await store.sessions.recordRun(invocation('1', SESSION), [output('1'), output('2')]);
    // The second of two is one too many: the first is not kept either.
    const before = rows(path);
    const both = store.sessions.recordRun(invocation('2', SESSION), [output('3'), output('4')]);
    await expect(both).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(rows(path)).toEqual(before);
    const third = await store.sessions.recordRun(invocation('3', SESSION), [output('3')]);
    expect(third.references).toMatchObject([{ handle: 3 }]);
    const full = store.sessions.recordRun(invocation('4', SESSION), [output('4')]);
    await expect(full).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await store.sessions.session(SESSION.id)).toMatchObject({ usage: { values: 3, bytes: 3 * size } });
    // Runs without outputs need no room.
    await store.sessions.recordRun(invocation('5', SESSION), []);
  });

  test('of bytes is not exceeded by one byte', async () => {
    const { store } = await withSession({ values: 10, bytes: 2 * size - 1 });
    await store.sessions.recordRun(invocation('1', SESSION), [output('1')]);
    const second = store.sessions.recordRun(invocation('2', SESSION), [output('2')]);
    await expect(second).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });

  test('lets exactly as many in as there is room, whoever races for the last place', async () => {
    const { path, store } = await withSession({ values: 7, bytes: 1_000_000 });
    const { store: second } = await openTestFolder(path);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? store : second).sessions.recordRun(invocation(`${n}`, SESSION), [output(`${n}`)]),
      ),
    );
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(13);
    for (const error of refused) expect(error).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    const handles = outcomes.flatMap((each) =>
      each.status === 'fulfilled' ? each.value.references.map(({ handle }) => handle) : [],
    );
    expect(handles.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await store.sessions.session(SESSION.id)).toMatchObject({ usage: { values: 7 } });
  });
});

/** One millisecond before. */
function justBefore(at: string): string {
  return new Date(Date.parse(at) - 1).toISOString();
}

test('a tenant has as many sessions as it may, and another one when one was collected', async () => {
  const { store } = await withSession();
  const open = (label: string) => store.sessions.openSession({ ...SESSION, id: hex(label) }, undefined, 2);
  await open('second');
  await expect(open('third')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(await store.sessions.session(hex('third'))).toBeNull();
  await expect(store.forTenant(hex('other tenant')).sessions.session(hex('second'))).resolves.toBeNull();
  await store.sessions.collect(SESSION.expiresAt, '2000-01-01T00:00:00.000Z', 1);
  expect(await open('third')).toMatchObject({ id: hex('third') });
});

describe('a session', () => {
  const run = (store: Store, label: string, finishedAt: string) =>
    store.sessions.recordRun(invocation(label, SESSION, { finishedAt }), [output(label)]);

  test('is used until the instant it expires', async () => {
    const { store } = await withSession();
    await run(store, 'last', justBefore(SESSION.expiresAt));
    await expect(run(store, 'late', SESSION.expiresAt)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await store.sessions.invocation(hex('invocation late'))).toBeNull();
  });

  test('is collected at the instant it expires, not before', async () => {
    const { store } = await withSession();
    await run(store, 'a', minute(10));
    const early = await store.sessions.collect(justBefore(SESSION.expiresAt), minute(0), 10);
    expect(early).toMatchObject({ sessions: 0, values: 0 });
    expect(await store.value(value('a').digest)).not.toBeNull();
    const then = await store.sessions.collect(SESSION.expiresAt, minute(0), 10);
    expect(then).toMatchObject({ sessions: 1, values: 1 });
    expect(await store.value(value('a').digest)).toBeNull();
  });

  test('takes nothing once it was collected, though a run finished in time', async () => {
    const { path, store } = await withSession();
    await store.sessions.collect(SESSION.expiresAt, minute(0), 10);
    const before = rows(path);
    const late = run(store, 'late', justBefore(SESSION.expiresAt));
    await expect(late).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(rows(path)).toEqual(before);
  });

  test('ends early, never later', async () => {
    const { store } = await withSession();
    expect(await store.sessions.endSession(SESSION.id, minute(70))).toMatchObject({ expiresAt: minute(60) });
    expect(await store.sessions.endSession(SESSION.id, minute(20))).toMatchObject({ expiresAt: minute(20) });
    expect(await store.sessions.endSession(SESSION.id, minute(30))).toMatchObject({ expiresAt: minute(20) });
    await expect(run(store, 'late', minute(20))).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await store.sessions.endSession(hex('none'), minute(20))).toBeNull();
  });

  test.each([
    { values: 0, bytes: 1 },
    { values: 1, bytes: 0 },
    { values: -1, bytes: 1 },
  ])('has room for something: not %j', async (limits) => {
    const { store } = await openTestFolder();
    await expect(store.sessions.openSession({ ...SESSION, limits })).rejects.toThrow();
    expect(await store.sessions.session(SESSION.id)).toBeNull();
  });
});

describe('a promotion', () => {
  const promote = (store: Store, at: string, source = output('a').id, id = hex('artifact')) =>
    store.sessions.promote({ id, source, token: BY, at, ...CONTRACTS });

  async function withValue() {
    const { path, store } = await withSession();
    const run = invocation('run', SESSION);
    await store.sessions.recordRun(run, [output('a')]);
    return { path, store, source: kept(output('a'), run, 1) };
  }

  test('makes a durable reference that keeps where the value came from', async () => {
    const { store, source } = await withValue();
    const artifact = {
      ...source,
      id: hex('artifact'),
      session: null,
      handle: null,
      lifetime: 'DURABLE_ARTIFACT',
      createdAt: minute(20),
      expiresAt: null,
      liveUntil: null,
    };
    expect(await promote(store, minute(20))).toEqual(artifact);
    expect(await store.sessions.reference(artifact.id)).toEqual(artifact);
    // The source stays what it was, and the run's outputs are those it gave.
    expect(await store.sessions.reference(source.id)).toEqual(source);
    expect((await store.sessions.invocation(source.invocation))?.references).toEqual([source]);
    expect((await store.sessions.references(SESSION.id, PAGE)).items).toEqual([source]);
    const promotion = { id: artifact.id, source: source.id, token: BY, at: minute(20) };
    expect(await store.sessions.promotion(artifact.id)).toEqual({ ...promotion, ...CONTRACTS });
    expect(await store.sessions.promotion(source.id)).toBeNull();
    // An artifact can be promoted again: it does not expire.
    expect(await promote(store, minute(9999), artifact.id, hex('again'))).toMatchObject({ evicted: false });
  });

  test('is possible until the value expires', async () => {
    const { path, store } = await withValue();
    const before = rows(path);
    await expect(promote(store, minute(60))).rejects.toMatchObject({ code: 'VALUE_REFERENCE_EXPIRED' });
    expect(rows(path)).toEqual(before);
    await promote(store, justBefore(minute(60)));
  });

  test('is not possible in a session that was ended, nor of what was collected, nor of nothing', async () => {
    const { path, store } = await withValue();
    await store.sessions.endSession(SESSION.id, minute(20));
    const before = rows(path);
    await expect(promote(store, minute(20))).rejects.toMatchObject({ code: 'VALUE_REFERENCE_EXPIRED' });
    await store.sessions.collect(minute(20), minute(0), 10);
    await expect(promote(store, minute(19))).rejects.toMatchObject({ code: 'VALUE_REFERENCE_EXPIRED' });
    await expect(promote(store, minute(10), hex('none'))).rejects.toMatchObject({
      code: 'VALUE_REFERENCE_UNKNOWN',
    });
    expect(rows(path)).not.toEqual(before);
    expect(withDatabase(path, (database) => database.prepare('SELECT * FROM promotions').all())).toEqual([]);
  });
});

test('a capability version is withdrawn once, for the first reason', async () => {
  const { store } = await openTestFolder();
  expect(await store.sessions.withdrawal('test.produce@1')).toBeNull();
  await store.sessions.withdraw('test.produce@1', 'wrong', minute(1));
  await store.sessions.withdraw('test.produce@1', 'slow', minute(2));
  expect(await store.sessions.withdrawal('test.produce@1')).toBe('wrong');
  expect(await store.sessions.withdrawal('test.produce@2')).toBeNull();
});
