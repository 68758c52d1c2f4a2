/**
 * Bundles every `checkers/<domain>/<checker>/check.ts` into one file under `dist/checkers`, beside its manifest.
 *
 *   node scripts/build-checkers.ts           builds
 *   node scripts/build-checkers.ts --check   builds twice, and fails when the bytes or checkers/identities.json differ
 *   node scripts/build-checkers.ts --lock    builds, and writes checkers/identities.json
 */
import { copyFile, glob, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { loadCheckers } from '../src/checking/registry.ts';

const LOCK = 'checkers/identities.json';
const UPDATE = 'if that is meant, raise its version and run: node scripts/build-checkers.ts --lock';

/** Checker id to identity. */
export type Identities = Readonly<Record<string, string>>;

/**
 * The bundle of every checker by its folder, such as `checkers/number/gcd`, for a project that holds `checkers/`. The same
 * sources give the same bytes wherever the project lies. Throws when a checker imports anything from outside `checkers/`.
 */
export async function bundleCheckers(project: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const root = await realpath(project);
  const bundles = new Map<string, Uint8Array>();
  for await (const manifest of glob('checkers/*/*/checker.json', { cwd: root })) {
    const folder = dirname(manifest);
    bundles.set(folder, await bundle(root, folder));
  }
  return bundles;
}

/** Writes the bundles and manifests to `dist/checkers`, which then holds nothing else, and gives their identities. */
export async function buildCheckers(project: string): Promise<Identities> {
  const bundles = await bundleCheckers(project);
  const target = join(project, 'dist');
  await rm(join(target, 'checkers'), { recursive: true, force: true });
  for (const [folder, bytes] of bundles) {
    await mkdir(join(target, folder), { recursive: true });
    await copyFile(join(project, folder, 'checker.json'), join(target, folder, 'checker.json'));
    await writeFile(join(target, folder, 'check.js'), bytes);
  }
  const registry = await loadCheckers(join(target, 'checkers'));
  return Object.fromEntries(registry.list().map(({ manifest, identity }) => [manifest.id, identity]));
}

/** One sentence for each checker whose identity is not the locked one. */
export function differences(locked: Identities, built: Identities): readonly string[] {
  const ids = [...new Set([...Object.keys(locked), ...Object.keys(built)])].sort();
  return ids.flatMap((id) => {
    if (locked[id] === built[id]) return [];
    if (locked[id] === undefined) return [`${id} is new`];
    return [built[id] === undefined ? `${id} is gone` : `the identity of ${id} moved`];
  });
}

async function bundle(root: string, folder: string): Promise<Uint8Array> {
  const { outputFiles, warnings } = await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/check.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'checker',
    platform: 'neutral',
    target: 'es2024',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    // Not the project's tsconfig.json: an edit there must not move an identity.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [onlyFrom(join(root, 'checkers') + sep)],
  });
  const [output] = outputFiles;
  if (output === undefined || warnings.length > 0) {
    throw new Error(`${folder}: ${warnings.map(({ text }) => text).join('; ') || 'no output'}`);
  }
  // esbuild leaves alone what it cannot resolve at build time.
  if (/(?:\bimport|require)\s*\(/.test(output.text)) throw new Error(`${folder}: loads code while it runs`);
  return output.contents;
}

function onlyFrom(checkers: string): Plugin {
  return {
    name: 'only-from-checkers',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, async ({ kind, path, importer, resolveDir }) => {
        if (kind === 'entry-point') return undefined;
        const file = path.startsWith('.')
          ? await realpath(resolve(resolveDir, path)).catch(() => path)
          : path;
        if (file.startsWith(checkers)) return { path: file };
        const text = `${relative(dirname(checkers), importer)} imports ${path}: a checker imports nothing from outside checkers/`;
        return { errors: [{ text }] };
      });
    },
  };
}

async function main(project: string, mode: string | undefined): Promise<void> {
  const built = await buildCheckers(project);
  const lock = join(project, LOCK);
  if (mode === '--lock') await writeFile(lock, `${JSON.stringify(built, null, 2)}\n`);
  if (mode !== '--check') return;
  const faults = differences(JSON.parse(await readFile(lock, 'utf8')), built).map(
    (what) => `${LOCK}: ${what}; ${UPDATE}`,
  );
  for (const [folder, bytes] of await bundleCheckers(project)) {
    const first = await readFile(join(project, 'dist', folder, 'check.js'));
    if (!first.equals(bytes)) faults.push(`${folder}: built again, the bundle has other bytes`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const project = fileURLToPath(new URL('..', import.meta.url));
  await main(project, process.argv[2]).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
