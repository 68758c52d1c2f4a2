import fc from 'fast-check';
import { Model } from './model.ts';
import { openModelService } from './model-service.ts';
import { type Step, steps } from './model-steps.ts';

/** Plays so many random sequences, each on a service of its own, and compares with the model at each step. */
export async function playSequences(
  numRuns: number,
  { inProcess }: { readonly inProcess: boolean },
): Promise<void> {
  const play = async (sequence: readonly Step[]): Promise<void> => {
    const service = await openModelService(inProcess);
    try {
      const model = new Model(service);
      await model.begin();
      for (const step of sequence) await model.take(step);
      await model.finish();
    } finally {
      await service.close();
    }
  };
  await fc.assert(fc.asyncProperty(steps, play), { numRuns });
}
