import { afterAll, describe, expect, test } from 'vitest';
import { CheckerPool } from '../../src/checking/pool.ts';
import type { CheckerProgram } from '../../src/checking/program.ts';
import { CheckerRegistry } from '../../src/checking/registry.ts';
import { permissionFor } from '../../src/services/authorise.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import {
  checkerOf,
  GRAM_AS_PRODUCT,
  logSize,
  type Recording,
  recording,
  rules,
  testInstance,
} from './support.ts';

const pool = new CheckerPool({ size: 2, spares: 0 });
afterAll(() => pool.close());

/** An instance whose trust root has this one checker decide matrix.product@1. */
async function instanceOf(program: CheckerProgram): Promise<Recording> {
  const permissions = [permissionFor(program, rules.contracts, true)];
  return recording(await testInstance({ checkers: new CheckerRegistry([program]), pool, permissions }));
}

async function requireNothingSigned({ instance, records }: Recording, reason: string): Promise<void> {
  const all = await records();
  expect(all).toEqual([expect.objectContaining({ verdict: 'INCONCLUSIVE', reason })]);
  expect(await logSize(instance)).toBe(1);
  for (const { proposition, roles } of all) {
    expect(await instance.store.certificatesFor(proposition)).toEqual([]);
    for (const { digest } of roles) expect(await instance.store.value(digest)).toBeNull();
  }
}

const EMPTY = `{ type: 'matrix.integer@1', value: { rows: 0, columns: 0, entries: [] } }`;

const HOSTILE: readonly [name: string, reason: string, body: string][] = [
  ['loops for ever', 'TIMEOUT', 'for (;;);'],
  ['fills its memory', 'MEMORY', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));'],
  ['throws', 'CRASHED', `throw new Error('Infinity is a matrix')`],
  ['says nothing', 'PROTOCOL', 'return null;'],
  ['says something else', 'PROTOCOL', `return { verdict: 'CERTIFIED' };`],
  ['says more than yes', 'PROTOCOL', `return { verdict: 'ACCEPTED', certificate: request.roles.left };`],
  ['gives up', 'UNSUPPORTED', `return { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', bound: 'size' };`],
  [
    'leaves open what the claim does not declare',
    'PROTOCOL',
    `return { verdict: 'ACCEPTED', open: [{ assumption: 'well-being', values: { left: ${EMPTY} } }] };`,
  ],
];

describe('a checker that comes to no verdict: recorded, nothing signed, nothing logged', () => {
  test.each(HOSTILE)('one that %s: %s', async (_, reason, body) => {
    const own = await instanceOf(checkerOf(body, { timeMs: reason === 'TIMEOUT' ? 300 : 20_000 }));
    const result = await certifyBundle(GRAM_AS_PRODUCT, own.instance, { discharge: true });
    expect(result).toMatchObject({ verdict: 'INCONCLUSIVE', reason });
    await requireNothingSigned(own, reason);
  });

  test('one that is cancelled: CANCELLED', async () => {
    const own = await instanceOf(checkerOf('for (;;);'));
    const signal = AbortSignal.timeout(50);
    const result = await certifyBundle(GRAM_AS_PRODUCT, own.instance, { signal });
    expect(result).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'CANCELLED' });
    await requireNothingSigned(own, 'CANCELLED');
  });

  test('a rejection is kept with its reason and its place, and asserts nothing', async () => {
    const at = '/roles/product/value/entries/0/1';
    const own = await instanceOf(checkerOf(`return { verdict: 'REJECTED', reason: 'no', at: '${at}' };`));
    const result = await certifyBundle(GRAM_AS_PRODUCT, own.instance, { discharge: true });
    expect(result).toMatchObject({ verdict: 'REJECTED', reason: 'no', at });
    expect(await own.records()).toEqual([expect.objectContaining({ verdict: 'REJECTED', reason: 'no', at })]);
    expect(await logSize(own.instance)).toBe(1);
  });
});
