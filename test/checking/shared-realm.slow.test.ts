import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { CheckRequest } from '../../src/checking/messages.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import type { CheckerProgram } from '../../src/checking/program.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { hostileRequests } from '../../src/services/hostile.ts';
import { noFiles, resolveStatement } from '../../src/services/resolve.ts';
import { requestFor } from '../../src/services/run.ts';
import { builtIn, rules } from '../services/support.ts';

/** The examples of the checker's claim, and what an enemy makes of them. */
async function requestsOf(program: CheckerProgram): Promise<CheckRequest[]> {
  const [domain = '', name = ''] = program.manifest.claim.replace(/@.*$/, '').split('.');
  const requests: CheckRequest[] = [];
  for (const kind of ['accepted', 'refused']) {
    const file = new URL(`../../contracts/${domain}/examples/${name}.${kind}.json`, import.meta.url);
    const handoff = readHandoff(JSON.parse(readFileSync(file, 'utf8')));
    const request = requestFor(await resolveStatement(handoff, rules, noFiles), program);
    requests.push(
      request,
      ...[...hostileRequests(request)].slice(0, 12).map(({ request: hostile }) => hostile),
    );
  }
  return requests;
}

async function outcomes(pool: CheckerPool, program: CheckerProgram, requests: readonly CheckRequest[]) {
  return Promise.all(requests.map((request) => pool.run(program, request)));
}

describe('a built-in checker keeps nothing from one job to the next', () => {
  const fresh = new CheckerPool({ size: 2, spares: 1 });
  const shared = new CheckerPool({ size: 2, spares: 1, keepsNothing: () => true });
  afterAll(() => Promise.all([fresh.close(), shared.close()]));

  test.each(builtIn.list().map((program) => [program.manifest.id, program] as const))(
    '%s',
    async (_, program) => {
      const requests = await requestsOf(program);
      const expected = await outcomes(fresh, program, requests);
      expect(new Set(expected.map(({ verdict }) => verdict)).size).toBeGreaterThan(1);
      expect(await outcomes(shared, program, requests)).toEqual(expected);
      expect(await outcomes(shared, program, requests.toReversed())).toEqual(expected.toReversed());
    },
  );
});
