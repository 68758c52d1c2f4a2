/**
 * Writes the six hand-over cases under fixtures/ from their definitions, or with --check fails where a file differs.
 *
 *   node scripts/generate-fixtures.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { distances } from '../fixtures/definitions/distances.ts';
import { projectiveFlats } from '../fixtures/definitions/flats.ts';
import { gcd } from '../fixtures/definitions/gcd.ts';
import { paw } from '../fixtures/definitions/paw.ts';
import { smith } from '../fixtures/definitions/smith.ts';
import { largeSyzygies } from '../fixtures/definitions/syzygies.ts';

const LONGEST_INDENTED = 2_000;
const root = new URL('../fixtures/', import.meta.url);
const check = process.argv.includes('--check');

const fixtures = { ...paw(), ...smith(), ...largeSyzygies(), ...distances(), ...projectiveFlats(), ...gcd() };
for (const [path, content] of Object.entries(fixtures)) {
  const file = fileURLToPath(new URL(path, root));
  const text = format(content);
  if (!check) {
    mkdirSync(new URL('.', new URL(path, root)), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`fixtures/${path} differs from its definition; run node scripts/generate-fixtures.ts`);
    process.exitCode = 1;
  }
}

function format(content: object): string {
  const compact = JSON.stringify(content);
  return `${compact.length > LONGEST_INDENTED ? compact : JSON.stringify(content, null, 2)}\n`;
}
