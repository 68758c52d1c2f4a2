import { expect, test } from 'vitest';
import { FLOORS } from '../service/model/floors.ts';
import { playSequences } from '../service/model/play.ts';

const timeout = 1_800_000;

test('who sees what and what is assured is what the model says, and every kind of step is met with every outcome', {
  timeout,
}, async () => {
  const met = await playSequences({ numRuns: 16, inProcess: true, seed: 2 });
  expect(met.lacking(FLOORS)).toEqual([]);
});

test('and for other sequences each time', { timeout }, async () => {
  await playSequences({ numRuns: 4, inProcess: true });
});

test('and with checkers and producers in processes of their own', { timeout }, async () => {
  await playSequences({ numRuns: 3, inProcess: false });
});
