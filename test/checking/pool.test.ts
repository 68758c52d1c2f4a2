import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { hostIsolation, UNISOLATED } from '../../src/checking/isolation.ts';
import { nodeLaunch } from '../../src/checking/launch.ts';
import type { Outcome } from '../../src/checking/outcome.ts';
import { CheckerPool, type PoolOptions } from '../../src/checking/pool.ts';
import { checkerOf, documentOf, echoOf, GOOD, isAlive, programOf, requestOf } from './support.ts';

let pool: CheckerPool;
function open(options: PoolOptions = {}): CheckerPool {
  pool = new CheckerPool({ size: 2, spares: 0, spareMemoryMib: 64, ...options });
  return pool;
}
afterEach(() => pool.close());

const LOOP = checkerOf('for (;;);', { id: 'test.loop' });
const isolation = await hostIsolation();

describe('a run', () => {
  test('hands the checker the claim, every role and every source as they are', async () => {
    const program = checkerOf(`const { claim, roles, sources } = r;
      return { verdict: 'ACCEPTED', open: [{ assumption: 'seen', values: { all: { type: 't',
        value: { claim, roles, sources, frozen: [r, roles, sources].every(Object.isFrozen) } } } }] };`);
    const given = canonicalise({ a: ['é', '\u{1f600}', 1, null, true], b: '' });
    const request = {
      claim: 'test.claim@1',
      roles: { left: given, constructor: canonicalise(1) },
      sources: { left: { transform: 'MATRIX_TRANSPOSE', document: canonicalise([2]) } },
    };
    expect(await open().run(program, request)).toEqual({
      verdict: 'ACCEPTED',
      runtime: { name: 'node', version: process.versions.node },
      open: [
        {
          assumption: 'seen',
          values: {
            all: {
              type: 't',
              value: {
                claim: 'test.claim@1',
                roles: { left: given.text, constructor: '1' },
                sources: { left: { transform: 'MATRIX_TRANSPOSE', document: '[2]' } },
                frozen: true,
              },
            },
          },
        },
      ],
    });
  });

  test('of several program files loads them in order', async () => {
    const one = programOf('var words = ["first"];');
    const two = programOf("var checker = { check: () => ({ verdict: 'REJECTED', reason: words[0] }) };");
    const [first] = one.programs.values();
    const [second] = two.programs.values();
    if (first === undefined || second === undefined) throw new Error('unreachable');
    const programs = new Map([
      ['a.js', first],
      ['b.js', second],
    ]);
    expect(await open().run({ ...one, programs }, requestOf(1))).toMatchObject({ reason: 'first' });
  });

  test('of program bytes that changed since they were hashed is PROTOCOL', async () => {
    const program = echoOf('test.a');
    const [[path, file] = ['', undefined]] = program.programs;
    const bytes = Buffer.from("var checker = { check: () => ({ verdict: 'ACCEPTED' }) };");
    const changed = { ...program, programs: new Map([[path, { digest: file?.digest ?? 'sha256:', bytes }]]) };
    expect(await open().run(changed, requestOf(1))).toMatchObject({ reason: 'PROTOCOL' });
  });

  test('takes documents of 8 MB, and refuses more than the manifest allows without starting anything', async () => {
    open();
    const large = { claim: 'c', roles: { value: documentOf(8_000_000) }, sources: {} };
    const size = checkerOf("return { verdict: 'REJECTED', reason: String(r.roles.value.length) };", {
      memoryMib: 256,
    });
    expect(await pool.run(size, large)).toMatchObject({ reason: '8000000' });
    const before = pool.pids;
    const small = checkerOf('', { id: 'test.small', inputBytes: 7_999_999 });
    expect(await pool.run(small, large)).toMatchObject({ reason: 'UNSUPPORTED' });
    expect(pool.pids).toEqual(before);
  });

  test('has the shorter of the deadline asked for and the time limit of the manifest', async () => {
    open();
    const brief = checkerOf('for (;;);', { id: 'test.brief', timeMs: 100 });
    expect(await pool.run(brief, requestOf(1), { deadlineMs: 60_000 })).toMatchObject({ detail: /100 ms/ });
    expect(await pool.run(LOOP, requestOf(1), { deadlineMs: 120 })).toMatchObject({ detail: /120 ms/ });
  });

  test('uses the same process again, and another one for another checker', async () => {
    open({ size: 1 });
    await pool.run(echoOf('test.a'), requestOf(1));
    const [a] = pool.pids;
    await pool.run(echoOf('test.a'), requestOf(2));
    expect(pool.pids).toEqual([a]);
    await pool.run(echoOf('test.b'), requestOf(3));
    expect(pool.pids).toHaveLength(1);
    expect(pool.pids).not.toContain(a);
  });

  test('works where the host offers no isolation', async () => {
    open({ launch: nodeLaunch({ isolation: UNISOLATED }) });
    expect(await pool.run(GOOD, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
    const storm = checkerOf('const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));');
    expect(await pool.run(LOOP, requestOf(1), { deadlineMs: 100 })).toMatchObject({ reason: 'TIMEOUT' });
    if (process.platform === 'linux') {
      expect(await pool.run(storm, requestOf(1))).toMatchObject({ reason: 'MEMORY' });
    }
  });
});

describe('a host that starts no process', () => {
  test.each([
    ['a command that is not there', nodeLaunch({ node: '/nowhere/node', isolation: UNISOLATED }), /ENOENT/],
    ['a command under isolation that is not there', nodeLaunch({ node: '/nowhere/node' }), /ended|started/],
    ['a refusal', () => Promise.reject(Object.assign(new Error(), { code: 'EAGAIN' })), /EAGAIN/],
    ['a program that is not Node', nodeLaunch({ node: '/bin/true', isolation: UNISOLATED }), /ended|EPIPE/],
  ])('is CRASHED: %s', async (_, launch, detail) => {
    open({ launch, spares: 2 });
    // From a task of the event loop, where ticks come before promises: no error of the start may go unheard.
    const first = new Promise<Outcome>((resolve) =>
      setImmediate(() => resolve(pool.run(GOOD, requestOf(0)))),
    );
    expect(await first).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'CRASHED' });
    const outcomes = await Promise.all([1, 2, 3].map((value) => pool.run(GOOD, requestOf(value))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        verdict: 'INCONCLUSIVE',
        reason: 'CRASHED',
        detail: expect.stringMatching(detail),
      });
    }
  });
});

describe('a signal', () => {
  test('that was given before ends the run before anything starts', async () => {
    const outcome = await open().run(GOOD, requestOf(1), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ reason: 'CANCELLED' });
    expect(pool.pids).toEqual([]);
  });

  test('ends a job that runs, one that waits, and one whose process is starting', async () => {
    open({ size: 1 });
    await pool.run(LOOP, requestOf(0), { deadlineMs: 50 });
    const [running, waiting, starting] = [
      new AbortController(),
      new AbortController(),
      new AbortController(),
    ];
    const runs = [
      pool.run(LOOP, requestOf(1), { signal: running.signal }),
      pool.run(GOOD, requestOf(2), { signal: waiting.signal }),
      pool.run(GOOD, requestOf(3)),
    ] as const;
    waiting.abort();
    expect(await runs[1]).toMatchObject({ reason: 'CANCELLED' });
    running.abort();
    expect(await runs[0]).toMatchObject({ reason: 'CANCELLED' });
    expect(await runs[2]).toMatchObject({ verdict: 'ACCEPTED' });
    const last = pool.run(echoOf('test.a'), requestOf(4), { signal: starting.signal });
    starting.abort();
    expect(await last).toMatchObject({ reason: 'CANCELLED' });
    expect(await pool.run(echoOf('test.a'), requestOf(5))).toMatchObject({ reason: 'test.a test.claim@1 5' });
  });

  test('given after the answer changes nothing', async () => {
    const controller = new AbortController();
    open();
    expect(await pool.run(GOOD, requestOf(1), { signal: controller.signal })).toMatchObject({
      verdict: 'ACCEPTED',
    });
    const before = pool.pids;
    controller.abort();
    expect(await pool.run(GOOD, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
    expect(pool.pids).toEqual(before);
  });
});

describe('many jobs at once', () => {
  const ECHOES = ['test.a', 'test.b', 'test.c'].map((id) => ({ id, program: echoOf(id) }));

  test('50 jobs of 3 checkers over 2 processes each get their own answer', async () => {
    open({ spares: 1 });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, value) => {
        const { id, program } = ECHOES[Math.floor(value / 10) % 3] ?? { id: '', program: GOOD };
        return { id, value, outcome: await pool.run(program, requestOf(value)) };
      }),
    );
    for (const { id, value, outcome } of outcomes) {
      expect(outcome).toMatchObject({ verdict: 'REJECTED', reason: `${id} test.claim@1 ${value}` });
    }
    expect(pool.pids.length).toBeLessThanOrEqual(3);
  });

  test('whatever is mixed, every job gets its own outcome and no other', async () => {
    open({ spares: 1 });
    const crash = checkerOf('throw new Error(r.roles.value);', { id: 'test.crash' });
    const kinds = {
      echo: (value: number) => pool.run(echoOf('test.a'), requestOf(value)),
      other: (value: number) => pool.run(echoOf('test.b'), requestOf(value)),
      crash: (value: number) => pool.run(crash, requestOf(value)),
      loop: (value: number) => pool.run(LOOP, requestOf(value), { deadlineMs: 60 }),
      cancel: async (value: number) => {
        const controller = new AbortController();
        const run = pool.run(LOOP, requestOf(value), { signal: controller.signal });
        await pool.run(echoOf('test.a'), requestOf(0));
        controller.abort();
        return run;
      },
    };
    const expected = {
      echo: (value: number) => ({ reason: `test.a test.claim@1 ${value}` }),
      other: (value: number) => ({ reason: `test.b test.claim@1 ${value}` }),
      crash: (value: number) => ({ reason: 'CRASHED', detail: `Error: ${value}` }),
      loop: () => ({ reason: 'TIMEOUT' }),
      cancel: () => ({ reason: 'CANCELLED' }),
    };
    const kind = fc.constantFrom('echo', 'echo', 'other', 'crash', 'loop', 'cancel');
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 6 }), async (jobs) => {
        // No more cancelled loops than one at a time: two would hold both processes.
        const wanted = jobs.filter((job, index) => job !== 'cancel' || jobs.indexOf('cancel') === index);
        const outcomes = await Promise.all(wanted.map((job, value) => kinds[job](value)));
        for (const [value, job] of wanted.entries())
          expect(outcomes[value]).toMatchObject(expected[job](value));
      }),
      { numRuns: 5 },
    );
  });
});

test('owners of jobs take turns', async () => {
  const pool = new CheckerPool({ size: 1, spares: 0 });
  onTestFinished(() => pool.close());
  const order: string[] = [];
  const run = async (owner: string, n: number) => {
    // Too large to lie ready behind another one.
    await pool.run(GOOD, requestOf(`${owner}${n}`.padEnd(5_000)), { owner });
    order.push(`${owner}${n}`);
  };
  await Promise.all([run('a', 1), run('a', 2), run('a', 3), run('b', 1), run('b', 2), run('c', 1)]);
  expect(order.join(' ')).toBe('a1 b1 c1 a2 b2 a3');
});

describe('the end of a pool', () => {
  test('ends running and waiting jobs and every process', async () => {
    open({ size: 2, spares: 1 });
    await pool.run(GOOD, requestOf(1));
    const runs = [1, 2, 3].map((value) => pool.run(LOOP, requestOf(value)));
    await pool.warm();
    const { pids } = pool;
    expect(pids.length).toBeGreaterThanOrEqual(2);
    await pool.close();
    for (const outcome of await Promise.all(runs)) expect(outcome).toMatchObject({ reason: 'CANCELLED' });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(pool.pids).toEqual([]);
    expect(await pool.run(GOOD, requestOf(1))).toMatchObject({ reason: 'CANCELLED' });
    await pool.close();
  });

  test('comes with no process left behind by evictions and kills', async () => {
    open({ size: 1, spares: 1 });
    const pids = new Set<number>();
    for (const program of [GOOD, LOOP, echoOf('test.a'), GOOD]) {
      await pool.run(program, requestOf(1), { deadlineMs: program === LOOP ? 60 : 20_000 });
      for (const pid of pool.pids) pids.add(pid);
    }
    await pool.close();
    expect(pids.size).toBeGreaterThanOrEqual(3);
    expect([...pids].filter(isAlive)).toEqual([]);
  });

  test.skipIf(!isolation.diesWithParent)(
    'by kill -9 of its own process ends a checker that is busy',
    async () => {
      open();
      const module = new URL('../../src/checking/', import.meta.url).href;
      const source = `
      import { nodeLaunch } from '${module}launch.ts';
      const child = await nodeLaunch({ text: "require('node:fs').writeSync(1, 'busy'); for (;;);" })(64);
      child.stdout.once('data', () => console.log(child.pid));`;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [text] = await once(parent.stdout, 'data');
      const pid = Number(text);
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
    },
  );
});
