import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckerPool } from '../../src/checking/pool.ts';
import { type CheckerRegistry, loadCheckers } from '../../src/checking/registry.ts';
import { EXAMPLE_KINDS, type ExampleKind, readExamples } from '../../src/contracts/examples.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { loadRules } from '../../src/domains/load-rules.ts';
import { BUILT_IN_CHECKERS, BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { noFiles, resolveStatement } from '../../src/services/resolve.ts';
import { requestFor } from '../../src/services/run.ts';

const contracts = await loadContracts();
const rules = await loadRules();
const claims = contracts.claims();
const VERDICTS: Readonly<Record<ExampleKind, string>> = { accepted: 'ACCEPTED', refused: 'REJECTED' };

describe.each(claims.map((claim) => [claim.contract.id, claim] as const))('%s', (id, claim) => {
  let checkers: CheckerRegistry;
  let pool: CheckerPool;
  beforeAll(async () => {
    checkers = await loadCheckers(BUILT_IN_CHECKERS);
    pool = new CheckerPool({ size: availableParallelism(), spares: 1 });
  });
  afterAll(() => pool.close());

  test('its examples are accepted and refused by its very checker', async () => {
    const examples = await readExamples(claim, [BUILT_IN_CONTRACTS]);
    expect(examples.map(({ kind }) => kind)).toEqual([...EXAMPLE_KINDS]);
    const deciding = checkers.forClaim(id);
    expect(deciding.length).toBeGreaterThan(0);
    for (const { kind, handoff } of examples) {
      const statement = await resolveStatement(readHandoff(handoff), rules, noFiles);
      for (const program of deciding) {
        const outcome = await pool.run(program, requestFor(statement, program));
        expect(outcome, `${program.manifest.id}, ${kind}`).toMatchObject({ verdict: VERDICTS[kind] });
        // An accepted example leaves nothing open: it shows a certificate, not a conditional one.
        if (outcome.verdict === 'ACCEPTED') expect(outcome.open).toEqual([]);
      }
    }
  });
});
