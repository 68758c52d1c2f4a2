/**
 * Every built checker at the limits of its manifest, in the pool: a job of exactly `input_bytes`, and those that take nearly
 * all the steps it gives itself. Each once, in a process of its own. Needs `dist/checkers`.
 */
import { fileURLToPath } from 'node:url';
import type { CheckerProgram } from '../src/checking/program.ts';
import { loadCheckers } from '../src/checking/registry.ts';
import { LIMITS } from '../test/checkers/limits/all.ts';
import { type Case, sizeOf } from '../test/checkers/limits/instance.ts';
import { requestOf, run as runOnce } from '../test/checkers/limits/run.ts';

/** Prints the table to standard output. Throws where a checker does not say what it should. */
export async function run(): Promise<void> {
  const registry = await loadCheckers(fileURLToPath(new URL('../dist/checkers', import.meta.url)));
  print('| checker | job | bytes | says | s | of | MiB | of |\n|---|---|---|---|---|---|---|---|');
  for (const program of registry.list()) {
    const limits = LIMITS[program.manifest.id];
    if (limits === undefined) continue;
    await row(program, limits.largest(program.manifest.limits.input_bytes));
    for (const job of limits.dearest) await row(program, job);
  }
}

async function row(program: CheckerProgram, { what, expected, of }: Case): Promise<void> {
  const { id, limits } = program.manifest;
  const instance = of();
  const { said, seconds, peakMib } = await runOnce(program, requestOf(program, instance));
  if (said !== expected) throw new Error(`${id} says of ${what}: ${said}`);
  const time = `${seconds.toFixed(1)} | ${limits.time_ms / 1000}`;
  const memory = `${peakMib.toFixed(0)} | ${limits.memory_mib}`;
  print(`| ${id} | ${what} | ${sizeOf(instance)} | ${said} | ${time} | ${memory} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await run();
