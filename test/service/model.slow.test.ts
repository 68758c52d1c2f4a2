import { test } from 'vitest';
import { playSequences } from './model-play.ts';

test('who sees what and what is assured is what the model says, for any sequence of requests', {
  timeout: 180_000,
}, async () => {
  await playSequences(6, { inProcess: true });
});
