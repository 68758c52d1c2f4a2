import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/canonical/json.ts';
import { CheckerRegistry } from '../../src/checking/registry.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { builtInPermissions } from '../../src/services/authorise.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import type { Handoff } from '../../src/services/handoff.ts';
import { replayBundle } from '../../src/services/replay.ts';
import {
  builtInChecker,
  checkerOf,
  InProcessPool,
  recording,
  rules,
  type TestInstance,
  temporaryFolder,
  testInstance,
} from './support.ts';

/** The built-in contracts and one more claim, which may leave open a greatest common divisor. */
async function rulesWithAssumption(): Promise<typeof rules> {
  const gcd = rules.contracts.claim('number.gcd@1');
  const [integer] = gcd.contract.roles[0]?.types ?? [];
  const claim = {
    kind: 'claim',
    id: 'test.coprime@1',
    title: 'for tests',
    statement: 'n is coprime to twelve',
    scope: 'for tests',
    candidate: 'n',
    roles: [{ name: 'n', mode: 'given', description: 'a number', types: [integer] }],
    assumptions: [
      {
        id: 'gcd',
        description: 'that this is their greatest common divisor',
        claim: { id: gcd.contract.id, contract: gcd.digest },
        roles: gcd.contract.roles.map(({ name, types: [type] }) => ({ name, type })),
      },
    ],
  };
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'test', 'claims'), { recursive: true });
  writeFileSync(join(folder, 'test', 'claims', 'coprime.json'), JSON.stringify(claim));
  return { ...rules, contracts: await loadContracts([BUILT_IN_CONTRACTS, folder]) };
}

const number = (value: string) => ({ type: 'number.integer@1', value: { value } });
const bezout = (gcd: string, x: string, y: string) => ({ type: 'number.bezout@1', value: { gcd, x, y } });
const HANDOFF: Handoff = { claim: 'test.coprime@1', roles: { n: { document: number('7') } } };
/** 12·3 − 7·5 = 1. */
const VALUES = { a: number('12'), b: number('7'), bezout: bezout('1', '3', '-5') };

/** An instance whose checker of the claim accepts and leaves this open. */
async function leavingOpen(open: unknown): Promise<TestInstance> {
  const body = `return { verdict: 'ACCEPTED', open: ${JSON.stringify(open)} };`;
  const coprime = checkerOf(body, { id: 'test.coprime', claim: 'test.coprime@1' });
  const checkers = new CheckerRegistry([coprime, builtInChecker('number.gcd')]);
  const own = await rulesWithAssumption();
  const permissions = builtInPermissions(checkers, own.contracts, true);
  return testInstance({ checkers, permissions, rules: own });
}

describe('an assumption that a claim declares', () => {
  test('stays open, about documents made here from the values the checker reported', async () => {
    const instance = await leavingOpen([{ assumption: 'gcd', values: VALUES }]);
    const result = await certifyBundle(HANDOFF, instance, { documents: 'all' });
    expect(result).toMatchObject({
      checked: {
        status: 'conditional',
        open: [{ cause: { assumption: 'gcd' }, claim: { id: 'number.gcd@1' } }],
      },
    });
    if (result.verdict !== 'ACCEPTED') return;
    expect((result.bundle.value as JsonObject).documents).toHaveLength(3);
    const replay = await replayBundle(result.checked, instance.checkers, new InProcessPool(), instance.rules);
    expect(replay).toEqual({ result: 'reproduced' });
  });

  test('is discharged by the checker of its own claim, reported twice as once', async () => {
    const twice = [VALUES, VALUES].map((values) => ({ assumption: 'gcd', values }));
    const result = await certifyBundle(HANDOFF, await leavingOpen(twice), { discharge: true });
    expect(result).toMatchObject({
      checked: { status: 'certified', discharges: { length: 1 } },
      issued: { obligations: { length: 1 } },
    });
  });

  test('that is false is not discharged, and the certificate stays conditional', async () => {
    const values = { ...VALUES, bezout: bezout('7', '0', '1') };
    const result = await certifyBundle(HANDOFF, await leavingOpen([{ assumption: 'gcd', values }]), {
      discharge: true,
    });
    expect(result).toMatchObject({
      checked: { status: 'conditional', discharges: [] },
      discharges: [{ result: { verdict: 'REJECTED' } }],
    });
  });

  test('shows on replay where the certificate does not say it', async () => {
    const silent = await leavingOpen([]);
    const result = await certifyBundle(HANDOFF, silent);
    if (result.verdict !== 'ACCEPTED') throw new Error(result.reason);
    const honest = new (class extends InProcessPool {
      override async run(...parameters: Parameters<InProcessPool['run']>) {
        const outcome = await super.run(...parameters);
        return outcome.verdict === 'ACCEPTED'
          ? { ...outcome, open: [{ assumption: 'gcd', values: VALUES }] }
          : outcome;
      }
    })();
    const replay = await replayBundle(result.checked, silent.checkers, honest, silent.rules);
    expect(replay).toMatchObject({ result: 'refused' });
  });

  const { b: _, ...missing } = VALUES;
  test.each([
    ['another assumption', [{ assumption: 'primality', values: VALUES }]],
    ['a role less', [{ assumption: 'gcd', values: missing }]],
    ['a role more', [{ assumption: 'gcd', values: { ...VALUES, c: number('1') } }]],
    ['a role of another name', [{ assumption: 'gcd', values: { ...missing, constructor: number('1') } }]],
    ['a value of another type', [{ assumption: 'gcd', values: { ...VALUES, b: bezout('1', '1', '1') } }]],
    [
      'a value of no type',
      [{ assumption: 'gcd', values: { ...VALUES, b: { type: 'number.prime@1', value: '7' } } }],
    ],
    ['a value its type does not allow', [{ assumption: 'gcd', values: { ...VALUES, b: number('07') } }]],
    [
      'one good and one bad',
      [
        { assumption: 'gcd', values: VALUES },
        { assumption: 'gcd', values: missing },
      ],
    ],
  ])('reported with %s is PROTOCOL: recorded, nothing signed', async (_name, open) => {
    const { instance, records } = recording(await leavingOpen(open));
    expect(await certifyBundle(HANDOFF, instance)).toMatchObject({
      verdict: 'INCONCLUSIVE',
      reason: 'PROTOCOL',
    });
    expect(await records()).toMatchObject([{ verdict: 'INCONCLUSIVE', reason: 'PROTOCOL' }]);
  });
});
