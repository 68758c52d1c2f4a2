import { describe, onTestFinished, test } from 'vitest';
import { CheckerPool } from '../../src/checking/pool.ts';
import { playSequences } from './play.ts';

describe('what is assured is exactly what was verified', { timeout: 180_000 }, () => {
  test('for any sequence of operations, with checkers in this process', async () => {
    await playSequences(20);
  });

  test('and with checkers in processes of their own', async () => {
    const pool = new CheckerPool({ size: 4, spares: 1 });
    onTestFinished(() => pool.close());
    await playSequences(3, pool);
  });
});
