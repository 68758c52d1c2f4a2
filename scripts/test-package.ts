/**
 * Packs this package, installs it in an empty project as a user would, and tries there what it promises: the command, the
 * library, the offline check, and the types.
 *
 *   npm run test:package
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, devDependencies }: { version: string; devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** Without what npm puts into the environment of the scripts it runs: its settings of this project, and our own Node.js. */
const environment = Object.fromEntries(
  Object.entries(process.env)
    .filter(
      ([name]) =>
        !/^(?:npm_(?:lifecycle|package|config_local_prefix|execpath|node)|INIT_CWD|ASSAY_)/.test(name),
    )
    .map(([name, value]) => [name, name === 'PATH' ? hostPath(value ?? '') : value]),
);

function hostPath(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
}

/** Runs a command and gives what it printed; throws where it does not end with `expected`. */
function run(cwd: string, command: string, args: readonly string[], expected = 0): string {
  const line = `${command} ${args.join(' ')}`;
  console.log(`$ ${line}`);
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: environment, encoding: 'utf8' });
  if (status === expected) return stdout;
  throw new Error(`${line}\n${stdout}${stderr}\nended with ${status} and should have ended with ${expected}`);
}

const SHIPPED = [
  /^package\.json$/,
  /^(?:README|LICENSE)(?:\.md)?$/,
  /^bin\/assay\.cjs$/,
  /^dist\/[\w./-]+\.(?:c?js|d\.ts)$/,
  /^dist\/NOTICES\.txt$/,
  /^dist\/checkers\/\w+\/\w+\/(?:checker\.json|check\.js)$/,
  /^contracts\/(?:lock\.json|\w+\/(?:values|claims|transforms|capabilities)\/[\w-]+\.json)$/,
  /^contracts\/\w+\/examples\/\w+\.(?:accepted|refused)\.json$/,
  /^examples\/[\w/.-]+\.(?:json|js|py|md)$/,
  /^checkers\/identities\.json$/,
  /^docs\/[\w/-]+\.(?:md|json)$/,
];

/** The files of the tarball: all that is needed, and nothing that is not for users. */
function checkContent(files: readonly string[]): void {
  const strange = files.filter(
    (file) => !SHIPPED.some((form) => form.test(file)) || /\.test\.|\bsrc\b/.test(file),
  );
  if (strange.length > 0) throw new Error(`the package holds what it should not: ${strange.join(', ')}`);
  const identities = JSON.parse(readFileSync(join(root, 'checkers/identities.json'), 'utf8'));
  const checkers = files.filter((file) => /^dist\/checkers\/.*\/checker\.json$/.test(file));
  if (checkers.length !== Object.keys(identities).length)
    throw new Error('the package does not hold every checker');
  for (const file of [
    'README.md',
    'LICENSE',
    'bin/assay.cjs',
    'contracts/lock.json',
    'dist/NOTICES.txt',
    'dist/index.d.ts',
    'dist/cli/main.js',
    'dist/client/index.js',
  ]) {
    if (!files.includes(file)) throw new Error(`the package does not hold ${file}`);
  }
}

function tryCommand(project: string): void {
  for (const file of ['D.json', 'G.json', 'G-changed.json', 'handoff.json', 'handoff-changed.json']) {
    copyFileSync(join(root, 'fixtures/paw', file), join(project, file));
  }
  const assay = (expected: number, ...args: string[]) =>
    run(project, 'npx', ['--no-install', 'assay', ...args], expected);
  if (assay(0, '--version').trim() !== version) throw new Error('the command is of another version');
  assay(0, 'checkers', 'list');
  assay(4, 'certify', 'handoff.json', '--data', 'data', '--out', 'open.assay.json');
  assay(0, 'certify', 'handoff.json', '--discharge', '--data', 'data', '--out', 'g.assay.json');
  assay(1, 'certify', 'handoff-changed.json', '--data', 'data');
  const check = ['check', 'g.assay.json', '--trust', 'data/assay-trust.json'];
  assay(0, ...check, '--value', 'product=G.json', '--replay');
  assay(1, ...check, '--value', 'product=G-changed.json');
  assay(0, 'match', 'handoff.json', ...check.slice(1));
}

// Written as a reader of the README would: nothing but the public entry points, under strict types.
const LIBRARY = `import { AssayError, openAssay, type Handoff } from 'assay';
import { AssayClient, AssayProblem, type Verification } from 'assay/client';
import { AssayError as SameError, type CheckedBundle, checkBundle, parse, readTrustRoot } from 'assay/certificate';
import { verifyPortable } from 'assay/ed25519';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

const integer = (value: string) => ({ document: { type: 'number.integer@1', value: { value } } });
const bezout = { document: { type: 'number.bezout@1', value: { gcd: '6', x: '-1', y: '3' } } };
const handoff: Handoff = { claim: 'number.gcd@1', roles: { a: integer('30'), b: integer('12'), bezout } };

const assay = await openAssay({ data: 'library', workers: 1 });
const result = await assay.certify(handoff);
if (result.verdict !== 'ACCEPTED') throw new Error(result.reason);
const wrong = await assay.certify({ ...handoff, roles: { ...handoff.roles, a: integer('31') } });
if (wrong.verdict !== 'REJECTED') throw new Error('31 is not divisible by 6');
const unusable: unknown = await assay.certify({ ...handoff, claim: 'number.lcm@1' }).catch((error: unknown) => error);
if (!(unusable instanceof AssayError) || unusable.code !== 'CLAIM_UNKNOWN') throw new Error('an unknown claim');
await assay.close();

const trust = readTrustRoot(parse(await readFile('library/assay-trust.json')).value, verifyPortable);
const options = { trust, verify: verifyPortable, now: new Date().toISOString() };
const checked: CheckedBundle = checkBundle(parse(result.bundle.bytes).value, options);
if (checked.status !== 'certified') throw new Error('the bundle is not certified');
try {
  checkBundle(parse(result.bundle.bytes).value, { ...options, values: new Map([['a', integer('31').document]]) });
  throw new Error('a changed value passed');
} catch (error) {
  if (!(error instanceof SameError) || error.code !== 'VALUE_DIFFERS') throw error;
}

const server = spawn(process.execPath, ['node_modules/assay/bin/assay.cjs', 'serve', '--data', 'library', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
for await (const chunk of server.stdout.setEncoding('utf8')) {
  printed += chunk;
  if (printed.includes('serves at')) break;
}
const client = new AssayClient({
  url: /serves at (\\S+)/.exec(printed)?.[1] ?? '',
  token: /once: (\\S+)/.exec(printed)?.[1] ?? '',
});
const verification: Verification = await client.verify({ claim: handoff.claim, roles: { a: integer('30'), b: integer('12'), bezout } });
const serial = verification.certificate?.serial ?? '';
const served = checkBundle(await client.showBundle(serial), { ...options, now: new Date().toISOString() });
if (served.status !== 'certified') throw new Error('the bundle of the service is not certified');
const problem: unknown = await client.showSession('0'.repeat(32)).catch((error: unknown) => error);
if (!(problem instanceof AssayProblem) || problem.code !== 'SESSION_UNKNOWN') throw new Error('an unknown session');
const ended = once(server, 'exit');
server.kill('SIGTERM');
await ended;
if (server.exitCode !== 0) throw new Error('the service did not end well');
console.log(checked.certificate.predicate.claim.id, checked.status);
`;

function tryLibrary(project: string, node: string): void {
  writeFileSync(join(project, 'use.ts'), LIBRARY);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    outDir: 'built',
    rootDir: '.',
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  run(project, process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  const out = run(project, node, ['built/use.js']);
  if (out !== 'number.gcd@1 certified\n') throw new Error(`the library printed ${out}`);
}

/** The host's Node.js, if it is new enough; otherwise the one that is installed beside the package. */
function isOld(project: string): boolean {
  const [major = 0, minor = 0] = run(project, 'node', ['--version']).slice(1).split('.').map(Number);
  return major < 22 || (major === 22 && minor < 12);
}

const folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
try {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  checkContent(packed.files.map(({ path }: { path: string }) => path));
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const beside = isOld(project) ? [`node@${devDependencies.node}`] : [];
  const tarball = join(folder, packed.filename);
  run(project, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...beside]);
  tryCommand(project);
  tryLibrary(project, beside.length === 0 ? 'node' : join(project, 'node_modules/.bin/node'));
  console.log(
    `the package works: ${packed.files.length} files, ${Math.round(packed.unpackedSize / 1024)} KiB unpacked`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
