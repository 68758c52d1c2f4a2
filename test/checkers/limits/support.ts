import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { CheckerProgram } from '../../../src/checking/program.ts';
import { loadCheckers } from '../../../src/checking/registry.ts';
import { LIMITS } from './all.ts';
import { type Case, type Limits, sizeOf } from './instance.ts';
import { requestOf, run } from './run.ts';

export interface Row {
  readonly program: CheckerProgram;
  readonly limits: Limits;
}

/** The built checkers, which must be those of the lock. */
export async function builtCheckers(): Promise<ReadonlyMap<string, CheckerProgram>> {
  const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
  const registry = await loadCheckers(path('dist/checkers'), { lock: path('checkers/identities.json') });
  return new Map(registry.list().map((program) => [program.manifest.id, program]));
}

/** @throws Error where there is no such checker, or it has no row. */
export function rowOf(id: string, programs: ReadonlyMap<string, CheckerProgram>): Row {
  const [program, limits] = [programs.get(id), LIMITS[id]];
  if (program === undefined || limits === undefined) throw new Error('there is no row of this checker');
  return { program, limits };
}

/** Fails unless the job, of so many bytes where they are given, ends as it should within time and memory of the manifest. */
export async function expectWithin(program: CheckerProgram, { of, expected }: Case, bytes?: number) {
  const instance = of();
  if (bytes !== undefined) expect(sizeOf(instance)).toBe(bytes);
  const { said, seconds, peakMib } = await run(program, requestOf(program, instance));
  const { time_ms, memory_mib } = program.manifest.limits;
  expect(said).toBe(expected);
  expect(seconds).toBeLessThan(time_ms / 1000);
  expect(peakMib).toBeLessThan(memory_mib);
  // Elsewhere the host does not tell.
  if (process.platform === 'linux') expect(peakMib).toBeGreaterThan(40);
}
