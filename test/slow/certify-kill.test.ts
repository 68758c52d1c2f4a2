import { test } from 'vitest';
import { killAgainAndAgain } from '../cli/processes.ts';

test('twenty-five kills of assay certify leave whole verifications only', { timeout: 600_000 }, async () => {
  await killAgainAndAgain(25);
});
