import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support.ts';

// Real file systems that are full or read-only, mounted where only the child process sees them.
const NAMESPACE = ['-Urm', 'sh', '-ec'];
const canMount = spawnSync('unshare', [...NAMESPACE, 'mount -t tmpfs tmpfs /mnt']).status === 0;

/** Runs test/store/SCRIPT on a fresh file system of the given size; gives what it printed, a JSON value a line. */
function runOn(script: string, size: string): unknown[] {
  const mountPoint = join(temporaryFolder(), 'disk');
  mkdirSync(mountPoint);
  const program = fileURLToPath(new URL(script, import.meta.url));
  const command = 'mount -t tmpfs -o size="$1" tmpfs "$2" && exec "$3" "$4" "$2"';
  const args = [...NAMESPACE, command, 'sh', size, mountPoint, process.execPath, program];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

describe.skipIf(!canMount)('a disk (skipped where this user cannot mount one)', () => {
  test('that becomes full: said, nothing of it kept, everything acknowledged kept, and it goes on', () => {
    const [filled, kept, after] = runOn('full-disk.ts', '2m');
    expect(filled).toMatchObject({ code: 'STORE_FULL', at: expect.stringContaining('disk/data') });
    expect(filled).toHaveProperty('acknowledged', expect.any(Number));
    expect(kept).toEqual({ missing: 0, halves: 0, trustRoots: 1 });
    expect(after).toEqual({ committed: true });
  });

  test.each(['4k', '48k', '128k'])('of %s: first use is refused, and says so', (size) => {
    const [first] = runOn('full-disk.ts', size);
    expect(first).toMatchObject({ code: 'STORE_FULL' });
  });

  test('that is read-only: said at once, by first use, by writers, and by readers that cannot read it', () => {
    expect(runOn('read-only-disk.ts', '4m')).toEqual([
      { name: 'write to a new folder', code: 'STORE_READ_ONLY' },
      { name: 'write', code: 'STORE_READ_ONLY' },
      { name: 'read a new folder', code: 'STORE_UNAVAILABLE' },
      { name: 'read', code: 'STORE_READ_ONLY' },
    ]);
  });
});
