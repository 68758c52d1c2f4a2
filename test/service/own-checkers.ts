import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestFor } from '../checking/support.ts';

/** A folder of checkers for tests, each the body of `check(r)`. None decides anything until it is authorised. */
export function checkerFolder(
  claim: string,
  bodies: Readonly<Record<string, string>>,
): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-checkers-'));
  for (const [name, body] of Object.entries(bodies)) {
    const place = join(folder, 'test', name);
    mkdirSync(place, { recursive: true });
    const manifest = { ...manifestFor({ id: `test.${name}`, memoryMib: 256 }), claim };
    writeFileSync(join(place, 'checker.json'), JSON.stringify(manifest));
    writeFileSync(join(place, 'check.js'), `var checker = { check(r) { ${body} } };`);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
