import { expect, onTestFinished, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import type { Ending } from '../../src/processes/ending.ts';
import { ProcessPool } from '../../src/processes/process-pool.ts';

const told = ({ kind }: Ending) => new AssayError('INTERNAL', kind);

test('each request hears of a process that the host refuses to start at once (E2BIG, as ENOMEM), those that wait too', async () => {
  const pool = new ProcessPool<object, never>({
    file: 'none.ts',
    words: ['x'.repeat(4 * 1024 * 1024)],
    heapMib: 64,
    told,
    size: 1,
    waiting: 8,
  });
  onTestFinished(() => pool.close());
  const asked = ['a', 'b', 'a'].map((owner) => pool.ask({}, { owner, deadlineMs: 60_000 }));
  const settled = await Promise.allSettled(asked);
  expect(settled).toMatchObject(asked.map(() => ({ reason: { message: 'CRASHED' } })));
});
