import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from './load.ts';

const ROWS = 1_950_000;

/**
 * Hands over a document of 16 MiB of the shape that takes longest to look at, and asks all the while whether the service is
 * alive.
 *
 * @returns how long the document took, and the longest wait of the others, in milliseconds.
 */
export async function stall({ url, token }: Endpoint): Promise<{ whole: number; longest: number }> {
  const entries = Array.from({ length: ROWS }, (_, row) => [String(row % 10)]);
  // Not in canonical order, and in the place of an integer: it is read, prepared, and then refused.
  const document = { value: { rows: ROWS, entries, columns: 1 }, type: 'matrix.integer@1' };
  const body = JSON.stringify({ roles: { a: { document } }, claim: 'number.gcd@1' });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const began = performance.now();
  let whole = 0;
  const handed = fetch(`${url}/v1/verifications`, { method: 'POST', headers, body }).then(async (answer) => {
    await answer.text();
    whole = performance.now() - began;
    if (answer.status !== 422 && answer.status !== 400)
      throw new Error(`a benchmarked document got ${answer.status}`);
  });
  let longest = 0;
  while (whole === 0) {
    const asked = performance.now();
    await fetch(`${url}/healthz`);
    longest = Math.max(longest, performance.now() - asked);
    await pause(5);
  }
  await handed;
  return { whole, longest };
}
