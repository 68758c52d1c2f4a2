import fc from 'fast-check';
import { describe, onTestFinished, test } from 'vitest';
import { CheckerPool } from '../../src/checking/pool.ts';
import { Model, type Step, steps } from './model.ts';
import { makeInstance, type TestOptions } from './support.ts';
import { POOL } from './universe.ts';

const [A, At, , AtA] = POOL;
const ask = { claim: 'matrix.product@1', values: [At, A, AtA], transposes: [true, false, false] };
const FIRST = [
  { do: 'certify', ask, discharge: false },
  { do: 'certify', ask, discharge: true },
  {
    do: 'certify',
    ask: { claim: 'matrix.transpose@1', values: [At, A], transposes: [false, false] },
    discharge: true,
  },
] as Step[];

describe('what is assured is exactly what was verified', () => {
  async function play(sequence: readonly Step[], options: TestOptions = {}): Promise<void> {
    const instance = await makeInstance({ ...options, permissions: [] });
    try {
      const model = new Model(instance);
      // Most of what could go wrong needs certificates first, and nothing is authorised at the start.
      for (const checker of ['matrix.product', 'matrix.gram', 'matrix.transpose'] as const) {
        await model.take({ do: 'authorise', checker, asDefault: true });
      }
      await model.take({ do: 'authorise', checker: 'matrix.product_replay', asDefault: false });
      for (const step of [...FIRST, ...sequence]) await model.take(step);
      await model.finish();
    } finally {
      await instance.close();
    }
  }

  test('for any sequence of operations, with checkers in this process', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => play(sequence)),
      { numRuns: 30 },
    );
  });

  test('and with checkers in processes of their own', async () => {
    const pool = new CheckerPool({ size: 4, spares: 1 });
    onTestFinished(() => pool.close());
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => play(sequence, { pool })),
      { numRuns: 4 },
    );
  });
});
