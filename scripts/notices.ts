import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(licen[cs]e|notice)(\.\w+)?$/i;

/**
 * The licences of all packages that a build holds code of: each wants its text to go where the code goes.
 *
 * @throws Error for a package without one.
 */
export function notices(root: string, builds: readonly Metafile[]): string {
  const files = builds.flatMap(({ inputs }) => Object.keys(inputs));
  const packages = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
  return [...packages]
    .sort()
    .map((name) => `${name}\n\n${licenceOf(join(root, 'node_modules', name))}`)
    .join(`\n${'='.repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const files = readdirSync(folder).filter((name) => LICENCE.test(name));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder} names no licence`);
  return `${license}\n`;
}
