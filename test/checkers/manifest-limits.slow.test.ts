/**
 * What the manifests promise, of the built checkers in the real pool: a job of exactly `input_bytes` comes to a verdict within
 * `time_ms` and `memory_mib`; of one with a byte more no process is given anything.
 *
 * Every checker has a row in `limits/`, and `npm run bench -- limits` runs all of them, which takes ten minutes. Here is at
 * least one of each domain, each read and judged in seconds: see docs/benchmarks.md.
 */
import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import type { CheckRequest } from '../../src/checking/messages.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { LIMITS } from './limits/all.ts';
import { builtCheckers, expectWithin, rowOf } from './limits/support.ts';

const programs = await builtCheckers();

test('every checker has a row', () => {
  expect(Object.keys(LIMITS).sort()).toEqual([...programs.keys()].sort());
});

/** Two roles, together of so many bytes. */
const filled = new Map<number, CheckRequest['roles']>();
function rolesOf(bytes: number): CheckRequest['roles'] {
  const known = filled.get(bytes);
  if (known !== undefined) return known;
  const one = Math.floor(bytes / 2);
  const text = (size: number) => canonicalise('a'.repeat(size - 2), { bytes });
  const roles = { one: text(one), other: text(bytes - one) };
  filled.set(bytes, roles);
  return roles;
}

describe('a byte more than the manifest says', () => {
  test.each([...programs])('is refused before anything is started: %s', async (_, program) => {
    const { claim, limits } = program.manifest;
    const pool = new CheckerPool({ size: 1, spares: 0 });
    try {
      const request = { claim, roles: rolesOf(limits.input_bytes + 1), sources: {} };
      expect(await pool.run(program, request)).toEqual({
        verdict: 'INCONCLUSIVE',
        reason: 'UNSUPPORTED',
        detail: `the documents have more than ${limits.input_bytes} bytes`,
        runtime: { name: 'node', version: process.versions.node },
      });
      expect(pool.pids).toEqual([]);
    } finally {
      await pool.close();
    }
  });
});

describe('a job of exactly so many bytes', () => {
  test.each([
    'graph.distances',
    'logic.satisfiable',
    'matrix.linear_infeasible',
    'matroid.flat_axioms',
    'number.gcd',
    'number.prime',
    'optimization.lp_optimal',
    'polynomial.syzygy',
  ])('ends within the limits: %s', async (id) => {
    const { program, limits } = rowOf(id, programs);
    const { input_bytes: bytes } = program.manifest.limits;
    await expectWithin(program, limits.largest(bytes), bytes);
  });
});
