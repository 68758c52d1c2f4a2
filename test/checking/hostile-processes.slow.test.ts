import { afterAll, describe, expect, test } from 'vitest';
import { nodeLaunch } from '../../src/checking/launch.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { checkerOf, escaped, GOOD, requestOf } from './support.ts';

/** What a process with this heap limit runs, once, instead of our harness. */
const texts = new Map<number, string>();
const pool = new CheckerPool({
  size: 3,
  spares: 0,
  launch: (heapMib) => {
    const text = texts.get(heapMib);
    texts.delete(heapMib);
    return nodeLaunch(text === undefined ? {} : { text })(heapMib);
  },
});
afterAll(() => pool.close());

let memoryMib = 64;
/** A checker whose first process runs `code`, and whose others are as they should be. */
function escapedChecker(code: string): typeof GOOD {
  memoryMib++;
  // 64 MiB for Node itself are added to what a checker may use.
  texts.set(memoryMib + 64, escaped(code));
  return checkerOf("return { verdict: 'REJECTED', reason: 'our harness ran it' };", { memoryMib });
}

describe.concurrent('a process that got out of its realm cannot', () => {
  test.each([
    ['answer when it starts', 'write(frame("A", ACCEPTED)); hang();', 'PROTOCOL'],
    ['send garbage', 'ready(); job(); write(Buffer.alloc(100, 0x55)); hang();', 'PROTOCOL'],
    ['send garbage for ever', 'ready(); job(); for (;;) write(Buffer.alloc(65536, 7));', 'PROTOCOL'],
    [
      'send an endless frame',
      'ready(); job(); write(Buffer.from([0xff, 0xff, 0xff, 0xff])); hang();',
      'PROTOCOL',
    ],
    ['send an empty frame', 'ready(); job(); write(Buffer.alloc(4)); hang();', 'PROTOCOL'],
    ['send an unknown frame', 'ready(); job(); write(frame("Z")); hang();', 'PROTOCOL'],
    ['be ready instead of answering', 'ready(); job(); ready(); hang();', 'PROTOCOL'],
    [
      'send megabytes',
      'ready(); const j = job(); write(answer(j, Buffer.alloc(5e6, 65))); hang();',
      'PROTOCOL',
    ],
    [
      'answer twice',
      'ready(); const j = job(); write(Buffer.concat([answer(j), answer(j)])); hang();',
      'PROTOCOL',
    ],
    [
      'add bytes to an answer',
      'ready(); const j = job(); write(Buffer.concat([answer(j), Buffer.alloc(9)])); hang();',
      'PROTOCOL',
    ],
    [
      'add bytes to being ready',
      'ready(); const j = job(); write(Buffer.concat([answer(j), frame("R"), Buffer.alloc(1)])); hang();',
      'PROTOCOL',
    ],
    [
      'answer another job',
      'ready(); const j = job(); write(answer({ ...j, id: Buffer.alloc(16) })); hang();',
      'PROTOCOL',
    ],
    [
      'answer about another document',
      'ready(); const j = job(); j.digests[2] = sha256("other"); write(answer(j)); hang();',
      'PROTOCOL',
    ],
    [
      'answer about another header',
      'ready(); const j = job(); j.digests[1] = sha256("other"); write(answer(j)); hang();',
      'PROTOCOL',
    ],
    [
      'answer as another program',
      'ready(); const j = job(); j.digests[0] = sha256("other"); write(answer(j)); hang();',
      'PROTOCOL',
    ],
    [
      'answer about fewer documents',
      'ready(); const j = job(); j.digests.pop(); write(answer(j)); hang();',
      'PROTOCOL',
    ],
    [
      'answer about more documents',
      'ready(); const j = job(); j.digests.push(sha256("")); write(answer(j)); hang();',
      'PROTOCOL',
    ],
    ['answer nothing', 'ready(); const j = job(); write(answer(j, Buffer.alloc(0))); hang();', 'PROTOCOL'],
    ['answer no JSON', 'ready(); const j = job(); write(answer(j, Buffer.from("A{"))); hang();', 'PROTOCOL'],
    [
      'answer invalid UTF-8',
      'ready(); const j = job(); write(answer(j, Buffer.from([65, 34, 255, 34]))); hang();',
      'PROTOCOL',
    ],
    [
      'answer a verdict twice in one object',
      `ready(); const j = job(); write(answer(j, Buffer.from('A{"verdict":"REJECTED","verdict":"ACCEPTED"}'))); hang();`,
      'PROTOCOL',
    ],
    ['stop in mid-answer and end', 'ready(); const j = job(); write(answer(j).subarray(0, 40));', 'PROTOCOL'],
    [
      'stop in mid-answer and hang',
      'ready(); const j = job(); write(answer(j).subarray(0, 40)); hang();',
      'TIMEOUT',
    ],
    ['say nothing', 'ready(); job(); hang();', 'TIMEOUT'],
    ['not even read', 'ready(); hang();', 'TIMEOUT'],
    ['close its output', 'ready(); job(); fs.closeSync(1); hang();', 'TIMEOUT'],
    [
      'answer late',
      'ready(); const j = job(); const end = Date.now() + 400; while (Date.now() < end); write(answer(j)); hang();',
      'TIMEOUT',
    ],
    ['end well', 'ready(); job(); process.exit(0);', 'CRASHED'],
    ['end before it is ready', 'process.exit(7);', 'CRASHED'],
    ['abort', 'ready(); job(); process.abort();', 'CRASHED'],
    ['flood its standard error', 'ready(); job(); for (;;) fs.writeSync(2, "x".repeat(4096));', 'PROTOCOL'],
    ['take all heap', 'ready(); job(); const all = []; for (;;) all.push({ all: [1] });', 'MEMORY'],
    [
      'take all memory in buffers',
      'ready(); job(); const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));',
      'MEMORY',
    ],
  ])('%s', async (_, code, reason) => {
    const deadlineMs = reason === 'TIMEOUT' ? 200 : 10_000;
    const outcome = await pool.run(escapedChecker(code), requestOf(1), { deadlineMs });
    expect(outcome).toMatchObject({ verdict: 'INCONCLUSIVE', reason });
    expect(await pool.run(GOOD, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
  });
});

describe('nor can it', () => {
  test('answer the next job in advance', async () => {
    const checker = escapedChecker(`ready(); const j = job(); write(Buffer.concat([answer(j), frame('R')]));
      job(); write(answer(j)); hang();`);
    expect(await pool.run(checker, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
    expect(await pool.run(checker, requestOf(1))).toMatchObject({ reason: 'PROTOCOL' });
    expect(await pool.run(checker, requestOf(1))).toMatchObject({ verdict: 'REJECTED' });
  });

  test('be kept when it is never ready again', async () => {
    const checker = escapedChecker('ready(); write(answer(job())); hang();');
    expect(await pool.run(checker, requestOf(1), { deadlineMs: 1000 })).toMatchObject({
      verdict: 'ACCEPTED',
    });
    // The second job waits for that process to be ready, and is moved to another when it is ended.
    expect(await pool.run(checker, requestOf(1))).toMatchObject({ verdict: 'REJECTED' });
  });

  test('write while it has no job', async () => {
    const checker = escapedChecker(`ready(); const j = job(); write(answer(j)); ready();
      const end = Date.now() + 100; while (Date.now() < end); for (;;) write(Buffer.alloc(4096));`);
    expect(await pool.run(checker, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
    const [hostile] = pool.pids.slice(-1);
    await expect.poll(() => pool.pids, { timeout: 5000 }).not.toContain(hostile);
    expect(await pool.run(GOOD, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
  });

  test('grow while it has no job', async () => {
    const checker = escapedChecker(`ready(); const j = job(); write(answer(j)); ready();
      const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));`);
    expect(await pool.run(checker, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
    const [hostile] = pool.pids.slice(-1);
    await expect.poll(() => pool.pids, { timeout: 5000 }).not.toContain(hostile);
  });
});
