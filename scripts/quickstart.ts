/**
 * The main job on real input, as a person would do it: every command below is one you can type yourself.
 *
 *   npm run quickstart
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-quickstart-'));
const data = join(folder, 'data');
const trust = join(data, 'assay-trust.json');
const conditional = join(folder, 'conditional.assay.json');
const certified = join(folder, 'certified.assay.json');

/** Runs one command, shows it and what it prints, and stops everything if it ends otherwise than it should. */
function assay(expected: number, meaning: string, ...args: string[]): void {
  console.log(`\n$ assay ${args.map(readable).join(' ')}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/assay.cjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  process.stdout.write(indent(stdout + stderr.replace(/^checking .*\n/m, '')));
  if (status !== expected) {
    console.error(`\nthis should have ended with exit code ${expected} and ended with ${status}`);
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  }
  console.log(`  → exit ${status}: ${meaning}`);
}

function readable(argument: string): string {
  return argument.startsWith(folder) ? relative(folder, argument) : argument;
}

function indent(text: string): string {
  return text.replaceAll(`${folder}/`, '').replace(/^(?=.)/gm, '  ');
}

function say(text: string): void {
  console.log(`\n${text}`);
}

say(`The paw graph has vertices 0 to 3 and edges 0→1, 1→2, 0→2, 2→3. D is its incidence matrix (fixtures/paw/D.json).
A producer says that G (fixtures/paw/G.json) is DᵀD. D is not copied for that: the left factor is "D, transposed".

1. Certify it. The checker multiplies the exact bytes it is handed; that the left factor really is the transpose
   of D is left open, and the certificate says so.`);
assay(
  4,
  'conditional: valid, and one obligation is open',
  'certify',
  'fixtures/paw/handoff.json',
  '--data',
  data,
  '--out',
  conditional,
);

say('2. Certify it again and let the checker of transposes examine what was left open.');
assay(
  0,
  'certified: nothing is open',
  'certify',
  'fixtures/paw/handoff.json',
  '--discharge',
  '--data',
  data,
  '--out',
  certified,
);

say(`3. Check the bundle as a stranger would, offline, knowing only whom to trust; ask whether this very file is the
   certified product; and let the same checkers, found by the digest of their bytes, run once more.`);
assay(
  0,
  'certified, and reproduced',
  'check',
  certified,
  '--trust',
  trust,
  '--value',
  'product=fixtures/paw/G.json',
  '--replay',
);

say('4. Change one entry of G, and ask whether the certificate covers that.');
assay(
  1,
  'refused: the certificate says nothing about this value',
  'check',
  certified,
  '--trust',
  trust,
  '--value',
  'product=fixtures/paw/G-changed.json',
);

say('   Nor does a certificate survive a change of its own: one character of its signed payload.');
const forged = join(folder, 'forged.assay.json');
const bundle = JSON.parse(readFileSync(certified, 'utf8'));
const { payload } = bundle.certificate.envelope;
bundle.certificate.envelope.payload = `${payload.slice(0, 400)}${payload[400] === 'A' ? 'B' : 'A'}${payload.slice(401)}`;
writeFileSync(forged, JSON.stringify(bundle));
assay(1, 'refused', 'check', forged, '--trust', trust);

say('5. Hand over DDᵀ instead: the same shape, the other product.');
assay(1, 'rejected: no certificate', 'certify', 'fixtures/paw/handoff-swapped.json', '--data', data);

say('That is all of it: what was checked, by what, about which bytes, and nothing more.\n');
rmSync(folder, { recursive: true, force: true });
