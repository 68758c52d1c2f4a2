import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewReference } from '../../src/store/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import {
  admitAll,
  asked,
  CONTRACTS,
  certificate,
  hex,
  invocation,
  minute,
  openTestFolder,
  output,
  session,
  tenant,
  tornRows,
  value,
  verification,
  withDatabase,
} from './support.ts';

const BY = hex('token asker');
const NEVER = '0000';

/** The labels of those values whose bytes are there. */
async function present(store: Store, labels: readonly string[]): Promise<string[]> {
  const found = await Promise.all(labels.map((label) => store.value(value(label).digest)));
  return labels.filter((_, index) => found[index] !== null);
}

// What grew with the square of the sessions took minutes.
test('10,000 sessions expire, and what is durable or held elsewhere stays', {
  timeout: 120_000,
}, async () => {
  const { path, store } = await openTestFolder();
  const other = tenant('other');
  await store.tenants.addTenant(other);
  const theirs = store.forTenant(other.id);
  const [COUNT, AT_ONCE] = [10_000, 100];
  const open = (of: Store, label: string, outputs: readonly NewReference[], expiresAt = minute(60)) => {
    const opened = session(label, { expiresAt });
    return Promise.all([
      of.sessions.openSession(opened),
      of.sessions.recordRun(invocation(label, opened), outputs),
    ]);
  };
  const outputs = (n: number): NewReference[] => [
    output(`own ${n}`),
    // What five hundred sessions hold: a hundred values together, and three that are held elsewhere too.
    ...(n % 20 === 0
      ? [`shared ${(n / 20) % 100}`, 'certified', 'live', 'theirs'].map((of) => output(`${of} ${n}`, of))
      : []),
  ];
  await Promise.all(Array.from({ length: COUNT }, (_, n) => open(store, `s${n}`, outputs(n))));
  const promoted = Array.from({ length: 100 }, (_, n) => `own ${n * 100}`);
  await Promise.all(
    promoted.map((label) =>
      store.sessions.promote({
        id: hex(`artifact ${label}`),
        source: hex(`reference ${label}`),
        token: BY,
        at: minute(20),
        ...CONTRACTS,
      }),
    ),
  );
  const record = verification('certified', { values: [value('d'), value('certified')] });
  await store.commitVerification(record, certificate(record), admitAll);
  await open(store, 'later', [output('later', 'live')], minute(120));
  await open(theirs, 'their session', [output('their reference', 'theirs')], minute(120));

  const total = { sessions: 0, values: 0, metadata: 0 };
  for (;;) {
    const collected = await store.sessions.collect(minute(60), NEVER, AT_ONCE);
    expect(collected.sessions).toBeLessThanOrEqual(AT_ONCE);
    if (collected.sessions === 0) break;
    total.sessions += collected.sessions;
    total.values += collected.values;
    total.metadata += collected.metadata;
  }
  // Of this tenant go: all that sessions had for themselves but the promoted, the shared hundred, and 'theirs'.
  expect(total).toEqual({ sessions: COUNT, values: COUNT - 100 + 100 + 1, metadata: 0 });
  const own = Array.from({ length: COUNT }, (_, n) => `own ${n}`);
  expect(await present(store, own)).toEqual(promoted);
  expect(await present(store, ['shared 7', 'certified', 'd', 'live', 'theirs'])).toEqual([
    'certified',
    'd',
    'live',
  ]);
  expect(await present(theirs, ['theirs', 'live'])).toEqual(['theirs']);

  // Metadata stays as long as it is kept, then goes, but for what artifacts came from.
  const forget = { sessions: 0, metadata: 0 };
  for (let pass = 0; pass < COUNT / AT_ONCE; pass++) {
    const { sessions, metadata } = await store.sessions.collect(minute(60), minute(60), AT_ONCE);
    forget.sessions += sessions;
    forget.metadata += metadata;
  }
  expect(forget).toEqual({ sessions: 0, metadata: COUNT + (4 * COUNT) / 20 - 100 });
  expect(await store.sessions.session(session('s0').id)).toBeNull();
  expect(await store.sessions.reference(hex('artifact own 0'))).toMatchObject({ evicted: false });
  expect(await store.sessions.invocation(invocation('s0', null).id)).not.toBeNull();
  expect(await store.sessions.invocation(invocation('s1', null).id)).toBeNull();
  expect(await present(store, promoted)).toEqual(promoted);
  expect(tornRows(path)).toEqual([]);
});

test('metadata tells what made an evicted value until its retention is over', async () => {
  const { store } = await openTestFolder();
  const within = session('s');
  const run = invocation('run', within);
  await store.sessions.openSession(within);
  const { references } = await store.sessions.recordRun(run, [output('a'), output('b')]);
  const [a] = references;
  if (a === undefined) throw new Error('the run has outputs');

  expect(await store.sessions.collect(minute(60), minute(59), 10)).toEqual({
    sessions: 1,
    values: 2,
    forgotten: 0,
    metadata: 0,
    runs: 0,
    jobs: 0,
    answers: 0,
  });
  const evicted = references.map((each) => ({ ...each, evicted: true }));
  expect(await store.sessions.reference(a.id)).toEqual(evicted[0]);
  expect(await store.sessions.referenceOf(within.id, 1)).toEqual(evicted[0]);
  expect(await store.sessions.invocation(a.invocation)).toEqual({ invocation: run, references: evicted });
  expect(await store.sessions.session(within.id)).toMatchObject({ usage: { values: 0, bytes: 0 } });

  expect(await store.sessions.collect(minute(90), minute(60), 10)).toEqual({
    sessions: 0,
    values: 0,
    forgotten: 1,
    metadata: 2,
    runs: 0,
    jobs: 0,
    answers: 0,
  });
  expect(await store.sessions.reference(a.id)).toBeNull();
  expect(await store.sessions.referenceOf(within.id, 1)).toBeNull();
  expect(await store.sessions.invocation(run.id)).toBeNull();
  expect(await store.sessions.session(within.id)).toBeNull();
});

test('a promotion keeps its source’s provenance for good', async () => {
  const { path, store } = await openTestFolder();
  const within = session('s');
  const run = invocation('run', within);
  await store.sessions.openSession(within);
  await store.sessions.recordRun(run, [output('a'), output('b')]);
  await store.sessions.recordRun(invocation('other', within), [output('c')]);
  const artifact = await store.sessions.promote({
    id: hex('artifact'),
    source: output('a').id,
    token: BY,
    at: minute(20),
    ...CONTRACTS,
  });
  await store.sessions.collect(minute(60), minute(60), 10);
  expect(await store.sessions.reference(artifact.id)).toEqual(artifact);
  expect(await store.value(artifact.digest)).toEqual(value('a'));
  expect(await present(store, ['b', 'c'])).toEqual([]);
  expect(await store.sessions.reference(output('a').id)).toMatchObject({ evicted: true, port: 'product' });
  expect(await store.sessions.reference(output('b').id)).toBeNull();
  expect((await store.sessions.invocation(artifact.invocation))?.invocation).toEqual(run);
  expect(await store.sessions.invocation(invocation('other', within).id)).toBeNull();
  expect(tornRows(path)).toEqual([]);
  // Once more changes nothing.
  const before = withDatabase(path, (database) => database.prepare('SELECT * FROM value_references').all());
  await store.sessions.collect(minute(9999), minute(9998), 10);
  const after = withDatabase(path, (database) => database.prepare('SELECT * FROM value_references').all());
  expect(after).toEqual(before);
});

test('answers are forgotten when their retention is over', async () => {
  const { store } = await openTestFolder();
  await store.sessions.openSession(session('s'), asked('key'));
  expect(await store.sessions.collect(minute(11), minute(9), 10)).toMatchObject({ answers: 0 });
  expect(await store.answers.answer(BY, 'key')).not.toBeNull();
  expect(await store.sessions.collect(minute(11), minute(10), 10)).toMatchObject({ answers: 1 });
  expect(await store.answers.answer(BY, 'key')).toBeNull();
});

test('a value that was collected comes back with the next run, and with a certificate for good', async () => {
  const { store } = await openTestFolder();
  const [first, second] = [session('1'), session('2', { expiresAt: minute(120) })];
  await store.sessions.openSession(first);
  await store.sessions.openSession(second);
  await store.sessions.recordRun(invocation('1', first), [output('1', 'x')]);
  await store.sessions.collect(minute(60), NEVER, 10);
  expect(await present(store, ['x'])).toEqual([]);
  await store.sessions.recordRun(invocation('2', second), [output('2', 'x')]);
  expect(await present(store, ['x'])).toEqual(['x']);
  expect(await store.sessions.reference(output('1').id)).toMatchObject({ evicted: true });
  const record = verification('x');
  await store.commitVerification(record, certificate(record), admitAll);
  await store.sessions.collect(minute(120), minute(120), 10);
  expect(await present(store, ['x'])).toEqual(['x']);
});

/** What two tenants may have, in a model: which values their sessions hold, and which are durable. */
interface Held {
  readonly store: Store;
  readonly sessions: Map<string, { expires: number; holds: { id: string; of: string }[] }>;
  readonly durable: Set<string>;
}

const VALUES = ['u', 'v', 'w', 'x', 'y', 'z'];

test('after any operations exactly those bytes are there that something holds', async () => {
  const label = fc.constantFrom(...VALUES);
  const who = fc.nat(1);
  const operation = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('open' as const), who, lasts: fc.integer({ min: 1, max: 12 }) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('run' as const),
        who,
        pick: fc.nat(),
        of: fc.array(label, { maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('promote' as const), who, pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('certify' as const), who, of: label }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), who, pick: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('collect' as const),
        limit: fc.integer({ min: 1, max: 3 }),
        keep: fc.nat(8),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 20, maxLength: 60, size: 'max' }),
      async (operations) => {
        const { path, store } = await openTestFolder();
        const other = tenant('other');
        await store.tenants.addTenant(other);
        const tenants = [store, store.forTenant(other.id)].map(
          (each): Held => ({ store: each, sessions: new Map(), durable: new Set() }),
        );
        for (const [now, step] of operations.entries()) {
          const name = `${now}`;
          if (step.do === 'collect') {
            const live = tenants.flatMap(({ sessions }) =>
              [...sessions]
                .filter(([, { expires }]) => expires <= now)
                .map(([id, { expires }]) => ({ sessions, id, expires })),
            );
            const gone = live.toSorted((a, b) => a.expires - b.expires);
            // In turns, until all that has expired is collected.
            for (let left = gone.length; left >= 0; left -= step.limit) {
              const { sessions } = await store.sessions.collect(
                minute(now),
                minute(now - step.keep),
                step.limit,
              );
              expect(sessions).toBe(Math.min(step.limit, left));
            }
            for (const { sessions, id } of gone) sessions.delete(id);
            continue;
          }
          const held = tenants[step.who];
          if (held === undefined) throw new Error('there are two tenants');
          const ids = [...held.sessions.keys()];
          const id = 'pick' in step ? ids[step.pick % Math.max(1, ids.length)] : undefined;
          const picked = id === undefined ? undefined : held.sessions.get(id);
          switch (step.do) {
            case 'open': {
              const opened = session(`${step.who} ${name}`, { expiresAt: minute(now + step.lasts) });
              await held.store.sessions.openSession(opened);
              held.sessions.set(opened.id, { expires: now + step.lasts, holds: [] });
              break;
            }
            case 'run': {
              if (id === undefined || picked === undefined) break;
              const outputs = step.of.map((of, n) =>
                output(`${name} ${n}`, of, { expiresAt: minute(picked.expires) }),
              );
              const run = invocation(name, { id }, { finishedAt: minute(now) });
              const asking = held.store.sessions.recordRun(run, outputs);
              if (picked.expires <= now) {
                await expect(asking).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
                break;
              }
              const count = picked.holds.length;
              const handles = (await asking).references.map(({ handle }) => handle);
              expect(handles).toEqual(step.of.map((_, n) => count + n + 1));
              for (const [n, of] of step.of.entries())
                picked.holds.push({ id: hex(`reference ${name} ${n}`), of });
              break;
            }
            case 'promote': {
              const source = picked?.holds[step.pick % Math.max(1, picked.holds.length)];
              if (picked === undefined || source === undefined) break;
              const promotion = {
                id: hex(`artifact ${name}`),
                source: source.id,
                token: BY,
                at: minute(now),
                ...CONTRACTS,
              };
              const asking = held.store.sessions.promote(promotion);
              if (picked.expires <= now) {
                await expect(asking).rejects.toMatchObject({ code: 'VALUE_REFERENCE_EXPIRED' });
                break;
              }
              await asking;
              held.durable.add(source.of);
              break;
            }
            case 'certify': {
              const record = verification(`${step.who} ${name}`, { values: [value(step.of), value('d')] });
              await held.store.commitVerification(record, certificate(record), admitAll);
              held.durable.add(step.of);
              break;
            }
            case 'end':
              if (id === undefined || picked === undefined) break;
              await held.store.sessions.endSession(id, minute(now));
              picked.expires = Math.min(picked.expires, now);
          }
          for (const { store: own, sessions, durable } of tenants) {
            const expected = new Set([
              ...durable,
              ...[...sessions.values()].flatMap(({ holds }) => holds.map(({ of }) => of)),
            ]);
            expect(await present(own, VALUES)).toEqual(VALUES.filter((each) => expected.has(each)));
          }
        }
        await store.close();
        expect(tornRows(path).filter((row) => !(row as { torn: string }).torn.startsWith('role'))).toEqual(
          [],
        );
      },
    ),
    { numRuns: 25 },
  );
});
