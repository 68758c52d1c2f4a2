import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

/**
 * Watches what is compared in constant time until the test has finished, whoever imported it.
 *
 * @returns for each pair compared since it was last called, how many bytes its sides have.
 */
export function watchComparisons(): () => number[][] {
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  onTestFinished(() => {
    compare.mockRestore();
    syncBuiltinESMExports();
  });
  return () => {
    const sizes = compare.mock.calls.map((pair) => pair.map(({ byteLength }) => byteLength));
    compare.mockClear();
    return sizes;
  };
}
