/**
 * Prints every table of docs/benchmarks.md, or those named: `npm run bench -- canonical offline`.
 * Figures are medians; compare ratios within one run, not milliseconds between machines.
 */
import { readdirSync } from 'node:fs';

const here = new URL('.', import.meta.url);
const all = readdirSync(here)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`there is no benchmark of this name; there are: ${all.join(', ')}`);
  process.exitCode = 2;
} else {
  for (const name of named.length > 0 ? named : all) {
    console.log(`\n## ${name}\n`);
    const { run }: { readonly run: () => void | Promise<void> } = await import(
      new URL(`${name}.ts`, here).href
    );
    await run();
  }
}
