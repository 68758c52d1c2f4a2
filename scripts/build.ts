/**
 * Builds dist/: the code, bundled so that a command starts within a few files; declarations; and the checkers.
 *
 *   node scripts/build.ts
 */
import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const stale of globSync('dist/*', { cwd: root, exclude: ['dist/checkers'] })) {
  rmSync(new URL(`../${stale}`, import.meta.url), { recursive: true });
}
await build({
  absWorkingDir: root,
  entryPoints: [
    'src/cli/main.ts',
    'src/index.ts',
    'src/certificate/index.ts',
    'src/certificate/ed25519-portable.ts',
    // Domains are found by their folders at run time, so each stays a file of its own.
    ...globSync('src/domains/*/index.ts', { cwd: root }),
  ],
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: ['ajv', 'ajv-formats', 'better-sqlite3', 'drizzle-orm'],
  legalComments: 'eof',
  logLevel: 'warning',
});
const node = process.execPath;
execFileSync(
  node,
  [
    fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url)),
    '-p',
    'tsconfig.build.json',
  ],
  { cwd: root, stdio: 'inherit' },
);
execFileSync(node, ['scripts/build-checkers.ts'], { cwd: root, stdio: 'inherit' });
