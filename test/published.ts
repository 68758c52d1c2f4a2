import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutPublished } from '../scripts/published.ts';

/** The command as it is installed from the package. What it stands in is removed when this process ends. */
export function publishedCommand(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-published-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return layOutPublished(folder);
}
