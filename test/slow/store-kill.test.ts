import { test } from 'vitest';
import { killAgainAndAgain } from '../store/killing.ts';

test('a hundred kills on one folder leave whole verifications only', { timeout: 600_000 }, async () => {
  await killAgainAndAgain(100);
});
