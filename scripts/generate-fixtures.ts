/**
 * Writes the fixtures under fixtures/ from their definitions, or with --check fails where a file differs.
 *
 *   node scripts/generate-fixtures.ts [--check]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { paw } from '../fixtures/paw.ts';

const root = new URL('../fixtures/', import.meta.url);
const check = process.argv.includes('--check');

for (const [path, content] of Object.entries({ ...paw() })) {
  const file = new URL(path, root);
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (check) {
    if (readFileSync(file, 'utf8') !== text) {
      console.error(`fixtures/${path} differs from its definition; run node scripts/generate-fixtures.ts`);
      process.exitCode = 1;
    }
  } else {
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, text);
  }
}
