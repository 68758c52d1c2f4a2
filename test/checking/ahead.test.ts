import { expect, onTestFinished, test } from 'vitest';
import { nodeLaunch } from '../../src/checking/launch.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { checkerOf, escaped, requestOf } from './support.ts';

const checker = checkerOf("return { verdict: 'REJECTED', reason: 'another process ran it' };");
const ACCEPTED = { verdict: 'ACCEPTED' };
const BY_ANOTHER = { verdict: 'REJECTED', reason: 'another process ran it' };

interface Options {
  readonly size?: number;
  /** Stands still, so that every job is quick, however slow the machine. */
  readonly clock?: () => number;
}

/** A pool whose first process, which is ready, runs `code`; those after it are as they should be. */
async function poolOf(code: string, { size = 1, clock = () => 0 }: Options = {}): Promise<CheckerPool> {
  let text: string | undefined = escaped(code);
  const pool = new CheckerPool({
    size,
    clock,
    spares: 0,
    spareMemoryMib: checker.manifest.limits.memory_mib,
    launch: (heapMib) => {
      const launch = nodeLaunch(text === undefined ? {} : { text });
      text = undefined;
      return launch(heapMib);
    },
  });
  onTestFinished(() => pool.close());
  await pool.warm();
  return pool;
}

/** Each time it is asked, a millisecond later. */
function passing(): () => number {
  let now = 0;
  return () => ++now;
}

test('the next job lies ready while a process gets ready for it', async () => {
  const pool = await poolOf(
    'ready(); write(answer(job())); const next = job(); ready(); write(answer(next)); hang();',
  );
  const runs = [1, 2].map((value) => pool.run(checker, requestOf(value)));
  expect(await Promise.all(runs)).toMatchObject([ACCEPTED, ACCEPTED]);
});

test.each([
  ['ends', 'process.exit(7);'],
  ['answers before it is ready', 'write(answer(next)); hang();'],
  ['says something else', 'write(frame("Z")); hang();'],
])('a job that lies ready for a process which %s is run by another one', async (_, code) => {
  const pool = await poolOf(`ready(); write(answer(job())); const next = job(); ${code}`);
  // Too large to lie behind one that runs: sent once that is answered.
  const large = (value: number) => requestOf(String(value).padEnd(5_000));
  const runs = [1, 2, 3].map((value) => pool.run(checker, large(value)));
  expect(await Promise.all(runs)).toMatchObject([ACCEPTED, BY_ANOTHER, BY_ANOTHER]);
});

test('a job that is cancelled while it lies ready is never begun', async () => {
  const pool = await poolOf('ready(); write(answer(job())); job(); hang();');
  const first = pool.run(checker, requestOf(1));
  const controller = new AbortController();
  const second = pool.run(checker, requestOf(2), { signal: controller.signal });
  expect(await first).toMatchObject(ACCEPTED);
  controller.abort();
  expect(await second).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'CANCELLED' });
  expect(await pool.run(checker, requestOf(3))).toMatchObject(BY_ANOTHER);
});

test('small jobs lie ready behind one that runs', async () => {
  const pool = await poolOf(
    `ready(); const all = [job(), job(), job()];
     for (const one of all) { write(answer(one)); ready(); } hang();`,
  );
  const runs = [1, 2, 3].map((value) => pool.run(checker, requestOf(value)));
  expect(await Promise.all(runs)).toMatchObject([ACCEPTED, ACCEPTED, ACCEPTED]);
});

test('a document that fills the pipe does not', async () => {
  const pool = await poolOf('ready(); job(); hang();');
  const controller = new AbortController();
  const running = pool.run(checker, requestOf(1), { signal: controller.signal });
  const large = pool.run(checker, requestOf('a'.repeat(5_000)));
  controller.abort();
  expect(await Promise.all([running, large])).toMatchObject([{ reason: 'CANCELLED' }, BY_ANOTHER]);
});

test('behind one that takes long, none waits', async () => {
  const pool = await poolOf('ready(); job(); job(); hang();', { size: 2, clock: passing() });
  const controller = new AbortController();
  const slow = pool.run(checker, requestOf(1), { signal: controller.signal });
  const behind = [2, 3, 4].map((value) => pool.run(checker, requestOf(value)));
  expect(await Promise.all(behind)).toMatchObject([BY_ANOTHER, BY_ANOTHER, BY_ANOTHER]);
  controller.abort();
  expect(await slow).toMatchObject({ reason: 'CANCELLED' });
});

test('what a process makes of a job that was taken back is not waited for', async () => {
  const pool = await poolOf('ready(); const slow = job(); const taken = job(); hang();', {
    size: 2,
    clock: passing(),
  });
  const slow = pool.run(checker, requestOf(1), { deadlineMs: 400 });
  const taken = pool.run(checker, requestOf(2));
  expect(await taken).toMatchObject(BY_ANOTHER);
  expect(await slow).toMatchObject({ reason: 'TIMEOUT' });
});

test('a job that nobody waits for is left to its process where it is quick', async () => {
  const pool = await poolOf(
    `ready(); const [first, second] = [job(), job()]; write(answer(first)); ready();
     write(answer(second)); ready(); for (;;) { write(answer(job())); ready(); }`,
  );
  const controller = new AbortController();
  const first = pool.run(checker, requestOf(1));
  const second = pool.run(checker, requestOf(2), { signal: controller.signal });
  controller.abort();
  expect(await second).toMatchObject({ reason: 'CANCELLED' });
  expect(await first).toMatchObject(ACCEPTED);
  expect(await pool.run(checker, requestOf(3))).toMatchObject(ACCEPTED);
});

test('a job that nobody waits for costs a process its life where it is slow', async () => {
  const pool = await poolOf(
    'ready(); const [first] = [job(), job()]; write(answer(first)); ready(); hang();',
  );
  const controller = new AbortController();
  const first = pool.run(checker, requestOf(1));
  const second = pool.run(checker, requestOf(2), { signal: controller.signal });
  controller.abort();
  expect(await Promise.all([first, second])).toMatchObject([ACCEPTED, { reason: 'CANCELLED' }]);
  expect(await pool.run(checker, requestOf(3))).toMatchObject(BY_ANOTHER);
});

test('one that breaks the protocol is believed nothing that came in the same breath', async () => {
  const pool = await poolOf(
    `ready(); const [first, second] = [job(), job()];
     write(Buffer.concat([answer(first), frame('R'), answer(first)])); hang();`,
  );
  const runs = [1, 2].map((value) => pool.run(checker, requestOf(value)));
  expect(await Promise.all(runs)).toMatchObject([{ reason: 'PROTOCOL' }, { reason: 'PROTOCOL' }]);
});

test('one that crashes keeps the answers it gave before', async () => {
  const pool = await poolOf(
    `ready(); const [first, second] = [job(), job(), job()];
     write(Buffer.concat([answer(first), frame('R'), answer(second, Buffer.from('Ecrashed'))])); hang();`,
  );
  const runs = [1, 2, 3].map((value) => pool.run(checker, requestOf(value)));
  expect(await Promise.all(runs)).toMatchObject([ACCEPTED, { reason: 'CRASHED' }, BY_ANOTHER]);
});
