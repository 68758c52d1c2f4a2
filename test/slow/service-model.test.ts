import { test } from 'vitest';
import { playSequences } from '../service/model-play.ts';

test('who sees what and what is assured is what the model says, for sixty sequences', {
  timeout: 1_800_000,
}, async () => {
  await playSequences(60, { inProcess: true });
});

test('and with checkers and producers in processes of their own', { timeout: 1_800_000 }, async () => {
  await playSequences(6, { inProcess: false });
});
