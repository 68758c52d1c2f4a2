import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from '../../../src/canonical/canonical.ts';
import { readManifest } from '../../../src/certificate/manifest.ts';

/** What the check of a checker such as `matrix.rank` gives; fails where it took longer than its manifest allows. */
export function withinTime<Result>(id: string, check: () => Result): Result {
  const start = performance.now();
  const result = check();
  expect(performance.now() - start).toBeLessThan(timeMsOf(id));
  return result;
}

function timeMsOf(id: string): number {
  const file = new URL(`../../../checkers/${id.replace('.', '/')}/checker.json`, import.meta.url);
  return readManifest(parse(readFileSync(file)).value).limits.time_ms;
}
