/**
 * Builds dist/: the code, bundled so that a command starts within a few files; declarations; and the checkers.
 *
 *   node scripts/build.ts
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type PluginBuild } from 'esbuild';
import { notices } from './notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const stale of globSync('dist/*', { cwd: root, exclude: ['dist/checkers'] })) {
  rmSync(new URL(`../${stale}`, import.meta.url), { recursive: true });
}
const { metafile } = await build({
  absWorkingDir: root,
  metafile: true,
  entryPoints: [
    'src/cli/main.ts',
    'src/index.ts',
    'src/certificate/index.ts',
    'src/certificate/ed25519-portable.ts',
    'src/producing/worker.ts',
    'src/reading/worker.ts',
    'src/committing/worker.ts',
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
  // Names stay. What V8 need not scan makes a start 35 ms shorter (of 500).
  minifyWhitespace: true,
  minifySyntax: true,
  // A start reads a few files instead of two hundred: 0.1 s. This one finds its binary beside it at run time.
  external: ['better-sqlite3'],
  // What is CommonJS among them asks for modules of Node. No import: the offline check, which has none, runs in a browser.
  banner: {
    js: "const require = globalThis.process?.getBuiltinModule?.('node:module').createRequire(import.meta.url);",
  },
  plugins: [{ name: 'drizzle inside', setup: bundleDrizzle }],
  legalComments: 'eof',
  logLevel: 'warning',
});
await buildClient();
const offline = await buildOfflineCheck();
writeFileSync(new URL('../dist/NOTICES.txt', import.meta.url), notices(root, [metafile, offline]));
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

/** One file for any runtime: the build fails where it needs a module that is none of its own. */
async function buildClient(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/client/index.ts'],
    outfile: 'dist/client/index.js',
    bundle: true,
    packages: 'bundle',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/**
 * The same command line in one CommonJS file that runs `check` alone: its start is most of what an offline check
 * costs (docs/adr/0006-build.md). The launcher takes it for nothing else, so the code of the other commands is left out,
 * and with it whatever could start a process.
 */
async function buildOfflineCheck(): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli/offline.cjs',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'moduleUrl' },
    plugins: [{ name: 'check alone', setup: leaveOutOtherCommands }],
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return metafile;
}

function leaveOutOtherCommands(bundling: PluginBuild): void {
  bundling.onResolve({ filter: /^\./ }, ({ kind, path }) =>
    kind === 'dynamic-import' && path !== './commands/check.ts' ? { path, external: true } : undefined,
  );
  // commander asks for it to start commands that are programs of their own; there are none.
  bundling.onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace: 'left out' }));
  bundling.onLoad({ filter: /.*/, namespace: 'left out' }, () => ({ contents: 'export default {};' }));
}

/**
 * A checkout requires drizzle-orm at run time (src/store/sqlite/drizzle.ts says why); the package holds what is used of it, so
 * that a start reads one file instead of a hundred: 0.1 s.
 */
function bundleDrizzle(bundling: PluginBuild): void {
  bundling.onLoad({ filter: /\/sqlite\/drizzle\.ts$/ }, ({ path }) => {
    const required = /export const (\{[^}]+\}) =\s+require\('([^']+)'\)/g;
    const exports = readFileSync(path, 'utf8').matchAll(required);
    const contents = [...exports].map(([, names, module]) => `export ${names} from '${module}';`).join('\n');
    return { contents, resolveDir: root };
  });
}
