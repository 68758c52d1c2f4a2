import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Once } from '../../src/store/answers.ts';
import type { Store } from '../../src/store/store.ts';
import {
  admitAll,
  asked,
  CONTRACTS,
  certificate,
  hex,
  invocation,
  minute,
  nextTrustRoot,
  openTestFolder,
  output,
  session,
  tenant,
  token,
  verification,
  withDatabase,
} from './support.ts';

const ASKER = hex('token asker');
const SESSION = session('s', { limits: { values: 2, bytes: 1000 } });
const OPEN = verification('open');
const CITATION = {
  certificate: certificate(OPEN, 1).serial,
  proposition: certificate(OPEN, 1).obligations.map((each) => each.proposition),
  cited: certificate(verification('cited')).serial,
};

/** Everything that takes a request key. Each is possible once: a second time it would fail without a key too. */
const EFFECTS: Readonly<
  Record<string, (store: Store, once: Once<unknown>, fresh: string) => Promise<unknown>>
> = {
  addTenant: (store, once) => store.tenants.addTenant(tenant('new'), once),
  addToken: (store, once) => store.tenants.addToken(token('new', { id: store.tenant }), once),
  openSession: (store, once) => store.sessions.openSession(session('new'), once),
  recordRun: (store, once, fresh) =>
    // Takes all the room there is.
    store.sessions.recordRun(invocation(fresh, SESSION), [output(`${fresh}1`), output(`${fresh}2`)], once),
  promote: (store, once) =>
    store.sessions.promote(
      { id: hex('artifact'), source: hex('reference source'), token: ASKER, at: minute(20), ...CONTRACTS },
      once,
    ),
  startJob: (store, once) => store.jobs.startJob({ id: hex('job'), createdAt: minute(1) }, once),
  cite: async (store, once) => {
    const [proposition] = CITATION.proposition;
    if (proposition === undefined) throw new Error('nothing is open');
    return store.cite({ ...CITATION, proposition, token: ASKER, dischargedAt: minute(20) }, once);
  },
  keep: (store, once) => store.answers.keep(once),
  publishTrustRoot: (store, once) => store.publishTrustRoot(nextTrustRoot, once),
  commitVerifications: (store, once) => {
    const record = verification('new');
    return store.commitVerifications([{ record, certificate: certificate(record), admit: admitAll }], {
      once,
    });
  },
};

async function prepared() {
  const { path, store } = await openTestFolder();
  await store.commitVerification(OPEN, certificate(OPEN, 1), admitAll);
  const cited = verification('cited');
  await store.commitVerification(cited, certificate(cited), admitAll);
  await store.sessions.openSession(SESSION);
  await store.sessions.openSession(session('other'));
  await store.sessions.recordRun(invocation('source', session('other')), [output('source')]);
  return { path, store };
}

/** All rows, so that an effect that is half kept shows. */
function rows(path: string): unknown {
  return withDatabase(path, (database) => {
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
    return names.map((name) => [name, database.prepare(`SELECT * FROM ${String(name)}`).all()]);
  });
}

describe.each(Object.entries(EFFECTS))('%s', (_, effect) => {
  test('keeps its answer with its effect', async () => {
    const { path, store } = await prepared();
    const told: unknown[] = [];
    const once = asked<unknown>('key', {
      answer: (result) => {
        told.push(result);
        return { told: 'answer' };
      },
    });
    expect(await store.answers.answer(ASKER, 'key')).toBeNull();
    const result = await effect(store, once, 'run');
    expect(told).toEqual([result]);
    const expected = { request: once.key.request, status: 201, body: { told: 'answer' } };
    expect(await store.answers.answer(ASKER, 'key')).toEqual(expected);
    await store.close();
    const { store: again } = await openTestFolder(path);
    expect(await again.answers.answer(ASKER, 'key')).toEqual(expected);
  });

  test('keeps neither where the answer throws', async () => {
    const { path, store } = await prepared();
    const before = rows(path);
    const failing = asked<unknown>('key', {
      answer: () => {
        throw new Error('no answer');
      },
    });
    await expect(effect(store, failing, 'run')).rejects.toThrow('no answer');
    expect(rows(path)).toEqual(before);
    // And the key is free.
    await effect(store, asked('key'), 'run');
  });

  test('keeps neither where the answer cannot be kept', async () => {
    const { path, store } = await prepared();
    const before = rows(path);
    await expect(effect(store, asked('key', { answer: () => 'lone \ud800' }), 'run')).rejects.toThrow();
    expect(rows(path)).toEqual(before);
  });

  test('has one effect where it is asked for several times at once', async () => {
    const { path, store } = await prepared();
    const { store: other } = await openTestFolder(path);
    const outcomes = await Promise.allSettled(
      [store, store, other, store, other].map((each, n) => effect(each, asked('key'), `run${n}`)),
    );
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(4);
    for (const error of refused) expect(error).toMatchObject({ code: 'IDEMPOTENCY_IN_FLIGHT' });
    const after = rows(path);
    await expect(effect(store, asked('key'), 'late')).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_FLIGHT',
    });
    expect(rows(path)).toEqual(after);
  });
});

test('work that throws keeps no answer', async () => {
  const { path, store } = await prepared();
  const before = rows(path);
  const late = invocation('late', SESSION, { finishedAt: minute(60) });
  await expect(store.sessions.recordRun(late, [output('x')], asked('key'))).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
  });
  const record = verification('refused');
  const refuse = () => {
    throw new Error('not admitted');
  };
  await expect(
    store.commitVerifications([{ record, certificate: certificate(record), admit: refuse }], {
      once: asked('key'),
    }),
  ).rejects.toThrow('not admitted');
  expect(await store.answers.answer(ASKER, 'key')).toBeNull();
  expect(rows(path)).toEqual(before);
});

test('keys of different tokens and of different tenants never meet', async () => {
  const { store } = await openTestFolder();
  const other = tenant('other');
  await store.tenants.addTenant(other);
  const theirs = store.forTenant(other.id);
  const bodies = { mine: 1, colleague: 2, theirs: 3 };
  const answering = (body: number, by: string) => asked<unknown>('key', { by, answer: () => body });
  await store.sessions.openSession(session('1'), answering(bodies.mine, 'asker'));
  await store.sessions.openSession(session('2'), answering(bodies.colleague, 'colleague'));
  await theirs.sessions.openSession(session('3'), answering(bodies.theirs, 'asker'));
  expect(await store.answers.answer(ASKER, 'key')).toMatchObject({ body: bodies.mine });
  expect(await store.answers.answer(hex('token colleague'), 'key')).toMatchObject({ body: bodies.colleague });
  expect(await theirs.answers.answer(ASKER, 'key')).toMatchObject({ body: bodies.theirs });
  expect(await theirs.answers.answer(hex('token colleague'), 'key')).toBeNull();
});

test('an answer is given back as it was, or was never kept', async () => {
  const { store } = await openTestFolder();
  let count = 0;
  const name = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\u0000', 'é', '\u2028', '𝄞'),
    maxLength: 4,
  });
  const { body } = fc.letrec((tie) => ({
    body: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.maxSafeInteger(),
      name,
      fc.array(tie('body'), { maxLength: 4 }),
      fc.dictionary(name, tie('body'), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(body, async (json) => {
      const key = `n${count++}`;
      const answer = () => json as null;
      await store.sessions.openSession(session(key), asked(key, { answer }));
      expect(await store.answers.answer(ASKER, key)).toMatchObject({ body: json });
    }),
    { numRuns: 60 },
  );
});

test('an answer may hold a document as deep as they come', async () => {
  const { store } = await openTestFolder();
  let document: unknown = 'leaf';
  for (let depth = 0; depth < 64; depth++) document = [document];
  const body = { document } as unknown as string;
  await store.sessions.openSession(session('deep'), asked('deep', { answer: () => body }));
  expect(await store.answers.answer(ASKER, 'deep')).toMatchObject({ body });
});
