import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** The folder of this installation: a checkout, or the published package. */
export const ROOT: string = rootAbove(dirname(here));

/** The code that is running: the sources of a checkout, or what was built of them. */
export const CODE: string = join(ROOT, here.endsWith('.ts') ? 'src' : 'dist');

/** A file of the code that is running, by its path in there without its ending. */
export function codeFile(...path: readonly string[]): string {
  return `${join(CODE, ...path)}${CODE.endsWith('src') ? '.ts' : '.js'}`;
}

/** The contracts that come with Assay. */
export const BUILT_IN_CONTRACTS: string = join(ROOT, 'contracts');

/** The checkers that come with Assay, bundled by its build. */
export const BUILT_IN_CHECKERS: string = join(ROOT, 'dist', 'checkers');

/** The version in package.json. */
export function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return version;
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return rootAbove(dirname(folder));
}
