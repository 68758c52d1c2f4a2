import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/checking/outcome.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { checkerOf, GOOD, programOf, requestOf } from './support.ts';

const pool = new CheckerPool({ size: 3, spares: 1, spareMemoryMib: 64 });
beforeAll(() => pool.warm());
afterAll(() => pool.close());

const DEADLINE_MS = 250;

function reasonOf(outcome: Outcome): string {
  return outcome.verdict === 'INCONCLUSIVE' ? outcome.reason : outcome.verdict;
}

async function expectReason(
  reason: string,
  program: ReturnType<typeof checkerOf>,
  deadlineMs?: number,
): Promise<void> {
  const options = deadlineMs === undefined ? {} : { deadlineMs };
  expect(reasonOf(await pool.run(program, requestOf(1), options))).toBe(reason);
  expect((await pool.run(GOOD, requestOf(1))).verdict).toBe('ACCEPTED');
}

describe.concurrent('a checker that does not end', () => {
  test.each([
    ['an endless loop', 'for (;;);'],
    ['a regular expression that backtracks for ever', "return /^(a+)+$/.test('a'.repeat(60) + 'b');"],
    ['an endless loop over a generator', 'for (const x of (function* () { for (;;) yield 1; })());'],
    ['a toJSON that loops', 'return { toJSON() { for (;;); } };'],
    ['an error whose message loops', 'throw { get name() { for (;;); } };'],
    ['a proxy that loops when it is described', 'throw new Proxy({}, { get() { for (;;); } });'],
    ['one native call that takes hours', 'return [].indexOf.call({ length: 2 ** 53 - 1 }, 1);'],
  ])('%s', (_, body) => expectReason('TIMEOUT', checkerOf(body), DEADLINE_MS));

  test.each([
    ['an endless loop while it is loaded', 'for (;;);'],
    ['a promise loop while it is loaded', '(async () => { for (;;) await null; })(); var checker = {};'],
  ])('%s', (_, source) => expectReason('TIMEOUT', programOf(source), DEADLINE_MS));
});

describe.concurrent('a checker that takes all memory', () => {
  test.each([
    ['arrays', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));'],
    ['objects', 'let last; for (;;) last = { last };'],
    ['maps', 'const map = new Map(); for (let i = 0; ; i++) map.set(i, { i });'],
    ['strings', "const all = []; for (let i = 0; ; i++) all.push(('x' + i).repeat(1000).replace('x', 'y'));"],
    ['big integers', 'let n = 3n; const all = []; for (;;) { all.push(n); n *= 5n ** 1000n; }'],
    ['buffers', 'const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));'],
    ['one buffer', 'new Uint8Array(2 ** 30).fill(1);'],
    ['a shared value parsed large', "return JSON.parse('[' + '[],'.repeat(2e7) + '0]');"],
    ['closures', 'let f = () => 0; for (;;) { const g = f; f = () => g; }'],
  ])('%s', (_, body) => expectReason('MEMORY', checkerOf(body, { timeMs: 50_000 })), 60_000);
});

describe.concurrent('a checker that fails', () => {
  test.each([
    ['an error', "throw new TypeError('no');"],
    ['nothing', 'throw undefined;'],
    ['null', 'throw null;'],
    ['a symbol', 'throw Symbol.iterator;'],
    ['a revoked proxy', 'const p = Proxy.revocable({}, {}); p.revoke(); throw p.proxy;'],
    ['an object with throwing getters', 'throw { get name() { throw 1; }, get message() { throw 2; } };'],
    ['an error with a message of 10 MB', "throw new Error('x'.repeat(1e7));"],
    ['an error whose name is no string', 'throw { name: {}, message: Symbol() };'],
    ['from deep recursion', 'return (function f() { return f() + 1; })();'],
    ['from recursion that catches itself', 'return (function f() { try { f(); } finally { f(); } })();', 300],
    ['a call of process.exit', 'process.exit(0);'],
    ['a call of something that is not there', 'return nothing();'],
  ])('throwing %s', async (_, body, deadlineMs?: number) => {
    const expected = deadlineMs === undefined ? 'CRASHED' : 'TIMEOUT';
    await expectReason(expected, checkerOf(body), deadlineMs);
  });

  test.each([
    ['a syntax error', 'var checker = {'],
    ['a module', 'export const checker = 1;'],
    ['a throw while it is loaded', 'throw new Error();'],
    ['no checker', ''],
    ['a checker without check', 'var checker = {};'],
    [
      'a checker behind a throwing getter',
      "Object.defineProperty(globalThis, 'checker', { get() { throw 1; } });",
    ],
  ])('a program with %s', (_, source) => expectReason('CRASHED', programOf(source)));

  test('its own words reach the outcome as one bounded line', async () => {
    const words = `a\\u001b[31m\\nb\\u202e${'c'.repeat(2000)}`;
    const outcome = await pool.run(checkerOf(`throw new Error('${words}');`), requestOf(1));
    expect(outcome).toMatchObject({
      reason: 'CRASHED',
      detail: expect.stringMatching(/^Error: a \[31m b c{200,400}$/),
    });
    const rejection = await pool.run(
      checkerOf(`return { verdict: 'REJECTED', reason: '${words}' };`),
      requestOf(1),
    );
    expect(rejection).toMatchObject({ reason: expect.stringMatching(/^a \[31m b c{400,500}$/) });
  });
});

describe.concurrent('a checker that does not answer as it should', () => {
  test.each([
    ['nothing', 'return undefined;', 'CRASHED'],
    ['a function', 'return () => 1;', 'CRASHED'],
    ['a big integer', 'return 1n;', 'CRASHED'],
    ['a cycle', 'const a = {}; a.a = a; return a;', 'CRASHED'],
    ['null', 'return null;', 'PROTOCOL'],
    ['true', 'return true;', 'PROTOCOL'],
    ['a promise of an answer', "return (async () => ({ verdict: 'ACCEPTED' }))();", 'PROTOCOL'],
    ['the text of an answer', 'return \'{"verdict":"ACCEPTED"}\';', 'PROTOCOL'],
    ['another verdict', "return { verdict: 'accepted' };", 'PROTOCOL'],
    ['a member too many', "return { verdict: 'ACCEPTED', reason: 'x' };", 'PROTOCOL'],
    ['a rejection without a reason', "return { verdict: 'REJECTED' };", 'PROTOCOL'],
    ['a place that is no pointer', "return { verdict: 'REJECTED', reason: 'x', at: 'roles' };", 'PROTOCOL'],
    [
      'an inconclusive reason of ours',
      "return { verdict: 'INCONCLUSIVE', reason: 'TIMEOUT', bound: '' };",
      'PROTOCOL',
    ],
    [
      'a fraction',
      "return { verdict: 'ACCEPTED', open: [{ assumption: 'a', values: { v: { type: 't', value: 0.5 } } }] };",
      'PROTOCOL',
    ],
    ['a lone surrogate', "return { verdict: 'REJECTED', reason: '\\ud800' };", 'PROTOCOL'],
    ['2 MB', "return { verdict: 'REJECTED', reason: 'x'.repeat(2e6) };", 'PROTOCOL'],
    ['a changed JSON.stringify', 'JSON.stringify = () => 1; return 1;', 'PROTOCOL'],
  ])('%s', (_, body, reason) => expectReason(reason, checkerOf(body)));

  test('what toJSON makes of an answer is only an answer', async () => {
    const body = "return { toJSON() { return { verdict: 'REJECTED', reason: 'toJSON' }; } };";
    expect(await pool.run(checkerOf(body), requestOf(1))).toMatchObject({
      verdict: 'REJECTED',
      reason: 'toJSON',
    });
  });
});

test('a limit of its own is UNSUPPORTED and costs no process', async () => {
  const program = checkerOf("return { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', bound: 'rows' };");
  const first = await pool.run(program, requestOf(1));
  const before = pool.pids;
  expect(await pool.run(program, requestOf(1))).toEqual(first);
  expect(first).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', detail: 'rows' });
  expect(pool.pids).toEqual(expect.arrayContaining([...before]));
});
