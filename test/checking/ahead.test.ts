import { expect, onTestFinished, test } from 'vitest';
import { nodeLaunch } from '../../src/checking/launch.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { checkerOf, escaped, requestOf } from './support.ts';

const checker = checkerOf("return { verdict: 'REJECTED', reason: 'another process ran it' };");
const ACCEPTED = { verdict: 'ACCEPTED' };
const BY_ANOTHER = { verdict: 'REJECTED', reason: 'another process ran it' };

/** One process at a time: the first runs `code`, those after it are as they should be. */
function poolOf(code: string): CheckerPool {
  let text: string | undefined = escaped(code);
  const pool = new CheckerPool({
    size: 1,
    spares: 0,
    launch: (heapMib) => {
      const launch = nodeLaunch(text === undefined ? {} : { text });
      text = undefined;
      return launch(heapMib);
    },
  });
  onTestFinished(() => pool.close());
  return pool;
}

test('the next job lies ready while a process gets ready for it', async () => {
  const pool = poolOf(
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
  const pool = poolOf(`ready(); write(answer(job())); const next = job(); ${code}`);
  const runs = [1, 2, 3].map((value) => pool.run(checker, requestOf(value)));
  expect(await Promise.all(runs)).toMatchObject([ACCEPTED, BY_ANOTHER, BY_ANOTHER]);
});

test('a job that is cancelled while it lies ready is never begun', async () => {
  const pool = poolOf('ready(); write(answer(job())); job(); hang();');
  const first = pool.run(checker, requestOf(1));
  const controller = new AbortController();
  const second = pool.run(checker, requestOf(2), { signal: controller.signal });
  expect(await first).toMatchObject(ACCEPTED);
  controller.abort();
  expect(await second).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'CANCELLED' });
  expect(await pool.run(checker, requestOf(3))).toMatchObject(BY_ANOTHER);
});
