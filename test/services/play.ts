import fc from 'fast-check';
import type { CheckerPool } from '../../src/checking/pool.ts';
import { Model, type Step, steps } from './model.ts';
import { makeInstance } from './support.ts';
import { POOL } from './universe.ts';

const [A, At, , AtA] = POOL;
if (A === undefined || At === undefined || AtA === undefined) throw new RangeError('the pool is too small');

const product = {
  claim: 'matrix.product@1',
  values: [At, A, AtA],
  transposes: [true, false, false],
} as const;
const transpose = {
  claim: 'matrix.transpose@1',
  values: [At, A],
  transposes: [false, false],
} as const;

/** Most of what could go wrong needs certificates first; a new instance of the model authorises nothing. */
const FIRST: readonly Step[] = [
  { do: 'authorise', checker: 'matrix.product', asDefault: true },
  { do: 'authorise', checker: 'matrix.gram', asDefault: true },
  { do: 'authorise', checker: 'matrix.transpose', asDefault: true },
  { do: 'authorise', checker: 'matrix.product_replay', asDefault: false },
  { do: 'certify', ask: product, discharge: false },
  { do: 'certify', ask: product, discharge: true },
  { do: 'certify', ask: transpose, discharge: true },
];

/** Plays so many random sequences, each on an instance of its own, and compares with the model at each step. */
export async function playSequences(numRuns: number, pool?: CheckerPool): Promise<void> {
  const play = async (sequence: readonly Step[]): Promise<void> => {
    const instance = await makeInstance({ permissions: [], ...(pool === undefined ? {} : { pool }) });
    try {
      const model = new Model(instance);
      for (const step of [...FIRST, ...sequence]) await model.take(step);
      await model.finish();
    } finally {
      await instance.close();
    }
  };
  await fc.assert(fc.asyncProperty(steps, play), { numRuns });
}
