import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * The command where it sees a build and no sources, as it is installed from the package: it starts in half the time
 * of a checkout's. What it stands in is removed when this process ends.
 */
export function publishedCommand(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-published-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  copyFileSync(join(root, 'bin/assay.cjs'), join(folder, 'bin/assay.cjs'));
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  return join(folder, 'bin/assay.cjs');
}
