import { test } from 'vitest';
import { playSequences } from '../services/play.ts';

test('what is assured is exactly what was verified, for hundreds of sequences', {
  timeout: 600_000,
}, async () => {
  await playSequences(300);
});
