import { randomFillSync } from 'node:crypto';

/** A call of `randomFillSync` takes 30 µs, for a few bytes as for a few thousand. */
const POOL_BYTES = 4_096;
const pool = Buffer.allocUnsafeSlow(POOL_BYTES);
let used = POOL_BYTES;

/** So many random bytes (4,096 at most), of which none was or will be given to anyone else. */
export function randomBytes(count: number): Buffer {
  if (count > POOL_BYTES) throw new RangeError(`at most ${POOL_BYTES} random bytes at once`);
  if (used + count > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + count));
  pool.fill(0, used, used + count);
  used += count;
  return bytes;
}

/** 128 random bits as 32 lowercase hexadecimal digits. */
export function randomHex(): string {
  return randomBytes(16).toString('hex');
}

/**
 * 32 lowercase hexadecimal digits that sort by `time` (RFC 3339): 48 bits of its milliseconds, as in a UUID of version 7
 * (RFC 9562 section 5.7), and 80 random ones. What is kept under names in order is kept side by side: a group of commits
 * touches half the pages that it does under random names.
 */
export function orderedHex(time: string): string {
  return Date.parse(time).toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}
