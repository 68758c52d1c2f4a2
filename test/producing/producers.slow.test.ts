import { mkdirSync, rmSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type CanonicalBytes, canonicalise } from '../../src/canonical/canonical.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { applyTransform } from '../../src/domains/prepare.ts';
import { AssayError } from '../../src/errors.ts';
import {
  type ProduceOptions,
  ProducerPool,
  type ProducerPoolOptions,
} from '../../src/producing/producers.ts';
import { prepare, rules } from '../domains/rules.ts';
import { DO, MISBEHAVING, startedFolder } from './behaviours.ts';

const bytes = (type: string, value: JsonValue): CanonicalBytes => prepare(type, value).bytes;
const integer = (value: string) => bytes('number.integer@1', { value });

function openPool(options: ProducerPoolOptions = {}): ProducerPool {
  const pool = new ProducerPool(rules, options);
  onTestFinished(() => pool.close());
  return pool;
}

/** What was refused, as `CODE at: message`, or what came out. */
async function outcome(run: Promise<Readonly<Record<string, CanonicalBytes>>>): Promise<JsonValue> {
  try {
    return Object.fromEntries(Object.entries(await run).map(([port, { value }]) => [port, value]));
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.at ?? ''}: ${error.message}`;
    throw error;
  }
}

describe('the built-in producers', () => {
  const pool = new ProducerPool(rules);
  afterAll(() => pool.close());

  test('give whole documents, and the transforms of the same name the very same', async () => {
    const matrix = prepare('matrix.rational@1', {
      rows: 1,
      columns: 2,
      entries: [['1/2', '3']],
      row_labels: ['r'],
    });
    const graph = prepare('graph.labelled@1', { vertices: ['u', 'v'], edges: [['u', 'v']] });
    const polynomial = prepare('polynomial@1', { variables: ['x'], terms: [['1/2', [2]]] });
    const transposed = await pool.run('matrix.transpose@1', { matrix: matrix.bytes });
    expect(transposed).toEqual({ transpose: applyTransform('MATRIX_TRANSPOSE', matrix, rules).bytes });
    expect(await pool.run('graph.incidence@1', { graph: graph.bytes })).toEqual({
      incidence: applyTransform('GRAPH_INCIDENCE', graph, rules).bytes,
    });
    expect(await pool.run('polynomial.gradient@1', { polynomial: polynomial.bytes })).toEqual({
      gradient: applyTransform('POLYNOMIAL_GRADIENT', polynomial, rules).bytes,
    });
    const { transpose } = transposed;
    if (transpose === undefined) throw new Error('nothing came from transpose');
    const { product } = await pool.run('matrix.multiply@1', { left: matrix.bytes, right: transpose });
    expect(product?.digest).toBe(
      bytes('matrix.rational@1', {
        rows: 1,
        columns: 1,
        entries: [['37/4']],
        row_labels: ['r'],
        column_labels: ['r'],
      }).digest,
    );
    const { bezout } = await pool.run('number.gcd@1', { a: integer('240'), b: integer('46') });
    expect(bezout?.digest).toBe(bytes('number.bezout@1', { gcd: '2', x: '-9', y: '47' }).digest);
  });

  test('say themselves what they refuse', async () => {
    const matrix = (columns: number) =>
      bytes('matrix.integer@1', { rows: 1, columns, entries: [Array<string>(columns).fill('1')] });
    const run = pool.run('matrix.multiply@1', { left: matrix(2), right: matrix(2) });
    await expect(run).rejects.toMatchObject({
      name: 'AssayError',
      code: 'PORT_INCOMPATIBLE',
      at: '/right/value/rows',
      message: 'right has not as many rows as left has columns',
      next: 'the columns of left are the rows of right: as many, and labelled alike or not at all',
    });
  });

  test.each<[string, string, Record<string, CanonicalBytes>, string]>([
    ['an unknown capability', 'number.lcm@1', {}, 'CAPABILITY_UNKNOWN : no capability has this id'],
    [
      'a capability of outside producers',
      'number.factor@1',
      { n: integer('6') },
      'CAPABILITY_UNKNOWN : no producer here has this capability',
    ],
    [
      'a missing input',
      'number.gcd@1',
      { a: integer('6') },
      'PORT_MISSING /b: nothing is bound to this port',
    ],
    [
      'an undeclared input',
      'number.gcd@1',
      { a: integer('6'), b: integer('6'), c: integer('6') },
      'PORT_UNDECLARED /c: the capability declares no such port',
    ],
    [
      'an input of another type',
      'number.gcd@1',
      { a: integer('6'), b: bytes('number.rational@1', { value: '6' }) },
      'PORT_INCOMPATIBLE /b: this port does not take values of this type',
    ],
  ])('are not run for %s', async (_, capability, inputs, expected) => {
    expect(await outcome(pool.run(capability, inputs))).toBe(expected);
  });
});

test('an input that is no usable document is refused where it is', async () => {
  const { schema, semantics } = rules.contracts.valueType('number.integer@1').reference;
  const broken = canonicalise({ type: 'number.integer@1', schema, semantics, value: { value: '06' } });
  expect(await outcome(openPool().run('number.gcd@1', { a: integer('6'), b: broken }))).toBe(
    'DOCUMENT_SCHEMA /b/value/value: must be an integer string such as "-12"',
  );
});

describe('a producer that', () => {
  /** Resolves when an endless run with this `b` has begun. */
  let started: (b: string) => Promise<void>;

  beforeEach(() => {
    const folder = startedFolder(process.pid);
    mkdirSync(folder);
    const watcher = watch(folder, (_, name) => of(String(name)).resolve());
    onTestFinished(() => {
      watcher.close();
      rmSync(folder, { recursive: true });
    });
    const begun = new Map<string, PromiseWithResolvers<void>>();
    const of = (b: string) => {
      const known = begun.get(b) ?? Promise.withResolvers<void>();
      begun.set(b, known);
      return known;
    };
    started = (b) => of(b).promise;
  });

  const misbehaving = (options: ProducerPoolOptions = {}) => openPool({ worker: MISBEHAVING, ...options });
  const run = (pool: ProducerPool, what: string, b = '1', options: ProduceOptions = {}) =>
    outcome(pool.run('number.gcd@1', { a: integer(what), b: integer(b) }, options));
  const answer = (gcd: string) => ({
    bezout: expect.objectContaining({ type: 'number.bezout@1', value: { gcd, x: '0', y: '0' } }),
  });

  test('loops is ended at its deadline, and the next one runs', async () => {
    const pool = misbehaving();
    const [looping, next] = [run(pool, DO.loop, '1', { deadlineMs: 20 }), run(pool, DO.answer, '2')];
    expect(await looping).toBe('CAPABILITY_TIMEOUT : the producer had no result after 20 ms');
    expect(await next).toEqual(answer('2'));
  });

  const shared = new ProducerPool(rules, { worker: MISBEHAVING });
  afterAll(() => shared.close());

  test.each<[string, string, string]>([
    ['throws', DO.throw, 'CAPABILITY_FAILED : the producer crashed'],
    ['exits', DO.exit, 'CAPABILITY_FAILED : the producer crashed'],
    ['makes no document', DO.noDocument, 'CAPABILITY_FAILED : the producer crashed'],
    [
      'gives another type',
      DO.wrongType,
      'CAPABILITY_FAILED : the producer gave what its capability does not say',
    ],
    [
      'gives one output more',
      DO.onePortMore,
      'CAPABILITY_FAILED : the producer gave what its capability does not say',
    ],
    ['gives nothing', DO.nothing, 'CAPABILITY_FAILED : the producer gave what its capability does not say'],
    [
      'gives a value that its type refuses',
      DO.wrongValue,
      'CAPABILITY_FAILED : the producer gave what its capability does not say',
    ],
    ['refuses', DO.refuse, 'PORT_INCOMPATIBLE /b/value: these do not fit'],
    [
      'gives more than a document may be',
      DO.tooLarge,
      'CAPABILITY_LIMIT : the result would be larger than a document may be',
    ],
  ])('%s ends its own run only', async (_, what, expected) => {
    const runs = [run(shared, DO.answer, '1'), run(shared, what), run(shared, DO.answer, '2')];
    expect(await Promise.all(runs)).toEqual([answer('1'), expected, answer('2')]);
  });

  test('uses up the memory of its process ends its own run only', async () => {
    const pool = misbehaving({ heapMib: 64 });
    const runs = [run(pool, DO.allocate), run(pool, DO.answer, '2')];
    expect(await Promise.all(runs)).toEqual([
      'CAPABILITY_FAILED : the producer used up its memory',
      answer('2'),
    ]);
  });

  test('runs lets the others wait, in the order they came', async () => {
    const pool = misbehaving();
    const stop = new AbortController();
    const order: string[] = [];
    const noted = (b: string) => run(pool, DO.answer, b).then(() => order.push(b));
    const looping = run(pool, DO.loop, '1', { signal: stop.signal });
    const waiting = ['2', '3', '4', '5'].map(noted);
    await started('1');
    expect(order).toEqual([]);
    stop.abort();
    expect(await looping).toBe('CAPABILITY_CANCELLED : the run was cancelled');
    await Promise.all(waiting);
    expect(order).toEqual(['2', '3', '4', '5']);
  });

  test('runs lets tenants take turns, and those of one wait in the order they came', async () => {
    const pool = misbehaving();
    const stop = new AbortController();
    const order: string[] = [];
    const noted = (tenant: string, b: string) =>
      run(pool, DO.answer, b, { tenant }).then(() => order.push(`${tenant}${b}`));
    const looping = run(pool, DO.loop, '1', { tenant: 'a', signal: stop.signal });
    const waiting = ['2', '3', '4'].map((b) => noted('a', b));
    waiting.push(noted('b', '2'), noted('b', '3'), noted('c', '2'));
    stop.abort();
    await Promise.all([looping, ...waiting]);
    expect(order).toEqual(['b2', 'c2', 'a2', 'b3', 'a3', 'a4']);
  });

  test('is asked for once more than may wait is refused, and that tenant’s only', async () => {
    const pool = misbehaving({ waiting: 2 });
    const stop = new AbortController();
    const looping = run(pool, DO.loop, '1', { tenant: 'a', signal: stop.signal });
    const waiting = ['2', '3'].map((b) => run(pool, DO.answer, b, { tenant: 'a' }));
    const refused = 'SERVICE_BUSY : as many runs of this tenant wait for a producer as may';
    expect(await run(pool, DO.answer, '4', { tenant: 'a' })).toBe(refused);
    const theirs = run(pool, DO.answer, '5', { tenant: 'b' });
    // Of one that is cancelled the place is free again.
    const cancelling = new AbortController();
    const cancelled = run(pool, DO.answer, '6', { tenant: 'b', signal: cancelling.signal });
    expect(await run(pool, DO.answer, '7', { tenant: 'b' })).toBe(refused);
    cancelling.abort();
    expect(await cancelled).toMatch(/^CAPABILITY_CANCELLED/);
    const taken = run(pool, DO.answer, '7', { tenant: 'b' });
    stop.abort();
    expect(await looping).toMatch(/^CAPABILITY_CANCELLED/);
    expect(await Promise.all([...waiting, theirs, taken])).toEqual(['2', '3', '5', '7'].map(answer));
    expect(await run(pool, DO.answer, '8', { tenant: 'a' })).toEqual(answer('8'));
  });

  test('waits is cancelled without running, and before it was asked for', async () => {
    const pool = misbehaving();
    const stop = new AbortController();
    void run(pool, DO.loop, '1');
    const cancelled = run(pool, DO.loop, '2', { signal: stop.signal });
    stop.abort();
    expect(await cancelled).toBe('CAPABILITY_CANCELLED : the run was cancelled');
    expect(await run(pool, DO.answer, '3', { signal: stop.signal })).toBe(
      'CAPABILITY_CANCELLED : the run was cancelled',
    );
  });

  test('runs beside another one, where the pool has room for two', async () => {
    const pool = misbehaving({ size: 2 });
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const runs = [run(pool, DO.loop, '1', options), run(pool, DO.loop, '2', options)];
    await Promise.all([started('1'), started('2')]);
    stop.abort();
    for (const ended of await Promise.all(runs)) expect(ended).toMatch(/^CAPABILITY_CANCELLED/);
  });

  test('has answered keeps its answer when it is cancelled afterwards', async () => {
    const pool = misbehaving();
    const stop = new AbortController();
    expect(await run(pool, DO.answer, '1', { signal: stop.signal })).toEqual(answer('1'));
    stop.abort();
    expect(await run(pool, DO.answer, '2')).toEqual(answer('2'));
  });

  test('runs, or waits, is cancelled when the pool is closed, and none runs after', async () => {
    const pool = misbehaving();
    const runs = [run(pool, DO.loop, '1'), run(pool, DO.answer, '2')];
    await started('1');
    await Promise.all([pool.close(), pool.close()]);
    expect(await Promise.all(runs)).toEqual([
      'CAPABILITY_CANCELLED : the run was cancelled',
      'CAPABILITY_CANCELLED : the run was cancelled',
    ]);
    expect(await run(pool, DO.answer)).toBe('CAPABILITY_CANCELLED : the run was cancelled');
  });

  test('is still starting is cancelled when the pool is closed', async () => {
    const pool = misbehaving();
    const starting = run(pool, DO.loop);
    await pool.close();
    expect(await starting).toBe('CAPABILITY_CANCELLED : the run was cancelled');
  });

  test('has no process to run in fails, each time', async () => {
    const broken = fileURLToPath(new URL('broken-start.ts', import.meta.url));
    for (const worker of [broken, '/nowhere/worker.js']) {
      const pool = openPool({ worker });
      const runs = [run(pool, DO.answer), run(pool, DO.answer)];
      for (const ended of await Promise.all(runs))
        expect(ended).toBe('CAPABILITY_FAILED : the producer crashed');
    }
  });
});

test('a pool that was never used is closed at once', async () => {
  await new ProducerPool(rules).close();
});
