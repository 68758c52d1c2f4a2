import { expect, onTestFinished, test } from 'vitest';
import { nodeLaunch } from '../../src/checking/launch.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { echoOf, requestOf } from './support.ts';

const CHECKERS = ['test.a', 'test.b', 'test.c'].map(echoOf);
const [A, B, C] = CHECKERS;
if (A === undefined || B === undefined || C === undefined) throw new Error('there are three');

/** A pool on this clock, and how many processes it has started. */
function poolOn(clock: () => number, size: number) {
  let started = 0;
  const start = nodeLaunch();
  const launch: typeof start = (heapMib) => {
    started++;
    return start(heapMib);
  };
  const pool = new CheckerPool({ size, spares: 0, clock, launch });
  onTestFinished(() => pool.close());
  return { pool, started: () => started };
}

test('of many checkers in turn, each process does all that waits for its checker before another takes its place', async () => {
  const { pool, started } = poolOn(() => 0, 2);
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const program = CHECKERS[n % 3] ?? A;
      const { id } = program.manifest;
      return { id, n, outcome: await pool.run(program, requestOf(n)) };
    }),
  );
  for (const { id, n, outcome } of outcomes) {
    expect(outcome).toMatchObject({ verdict: 'REJECTED', reason: `${id} test.claim@1 ${n}` });
  }
  expect(started()).toBeLessThanOrEqual(5);
});

test.each([
  ['while it has just begun to serve', 0, 'a1 a2 a3 b1 b2 c1'],
  ['no longer once it has served for a while', 250, 'a1 b1 a2 c1 b2 a3'],
])('a process stays with its checker %s', async (_, passes, expected) => {
  let now = 0;
  const { pool } = poolOn(() => {
    now += passes;
    return now;
  }, 1);
  const order: string[] = [];
  const run = async (program: typeof A, name: string) => {
    // Too large to lie ready behind another one.
    await pool.run(program, requestOf(name.padEnd(5_000)));
    order.push(name);
  };
  const asked = [run(A, 'a1'), run(B, 'b1'), run(A, 'a2'), run(C, 'c1'), run(B, 'b2'), run(A, 'a3')];
  await Promise.all(asked);
  expect(order.join(' ')).toBe(expected);
});

test.each([
  ['leaves the place of one used just now', 0, 2],
  ['takes the place of one idle for a while', 250, 3],
])('a second process of a checker %s', async (_, passes, processes) => {
  let now = 0;
  const { pool, started } = poolOn(() => {
    now += passes;
    return now;
  }, 2);
  for (const program of [A, B]) await pool.run(program, requestOf(0));
  expect(started()).toBe(2);
  const jobs = Array.from({ length: 12 }, (__, n) => pool.run(A, requestOf(String(n).padEnd(5_000))));
  for (const outcome of await Promise.all(jobs)) expect(outcome).toMatchObject({ verdict: 'REJECTED' });
  expect(started()).toBe(processes);
});
