import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layOutPublished } from '../scripts/published.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = 21;

/** Whole processes, from start to exit: `assay check` of one bundle, as published, against `node -e 0`, in turn. */
export function run(): void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const command = layOutPublished(folder);
    const data = join(folder, 'data');
    const bundle = join(folder, 'paw.assay.json');
    const handoff = join(root, 'fixtures/paw/handoff.json');
    start([command, 'certify', handoff, '--discharge', '--data', data, '--out', bundle]);
    const check = [command, 'check', bundle, '--trust', join(data, 'assay-trust.json')];
    const pairs = Array.from({ length: ROUNDS }, () => ({
      check: start(check),
      nothing: start(['-e', '0']),
    }));
    const ratio = median(pairs.map((pair) => pair.check / pair.nothing));
    process.stdout.write('| whole process | ms | against `node -e 0` |\n|---|---|---|\n');
    process.stdout.write(`| node -e 0 | ${median(pairs.map(({ nothing }) => nothing)).toFixed(1)} | 1 |\n`);
    process.stdout.write(
      `| assay check | ${median(pairs.map(({ check: ms }) => ms)).toFixed(1)} | ${ratio.toFixed(2)} |\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(args: readonly string[]): number {
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a benchmarked command ended with ${status}: ${stderr}`);
  return performance.now() - before;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) run();
