import fc from 'fast-check';
import { steps } from './draw.ts';
import { Met } from './met.ts';
import { Model } from './model.ts';
import { openModelService } from './service.ts';
import type { Step } from './step.ts';

export interface PlayOptions {
  /** How many sequences. */
  readonly numRuns: number;
  readonly inProcess: boolean;
  /** For the same sequences every time; others each time unless given, and told of where one fails. */
  readonly seed?: number;
}

/**
 * Plays random sequences, each on a service of its own, and compares with the model at each step. One that fails is not made
 * shorter: that takes minutes, and its seed and path are told.
 */
export async function playSequences({ numRuns, inProcess, seed }: PlayOptions): Promise<Met> {
  const met = new Met();
  const play = async (sequence: readonly Step[]): Promise<void> => {
    const service = await openModelService(inProcess);
    try {
      const model = new Model(service, met);
      await model.begin();
      for (const [index, step] of sequence.entries()) {
        await model.take(step).catch((cause: unknown) => {
          throw new Error(`step ${index}, ${JSON.stringify(step)}`, { cause });
        });
      }
      await model.finish();
    } finally {
      await service.close();
    }
  };
  const fixed = seed === undefined ? {} : { seed };
  await fc.assert(fc.asyncProperty(steps, play), { numRuns, endOnFailure: true, ...fixed });
  return met;
}
