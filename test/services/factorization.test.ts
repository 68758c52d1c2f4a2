import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/canonical/json.ts';
import { assembleBundle } from '../../src/services/assemble.ts';
import type { Issued } from '../../src/services/certify.ts';
import { type CertifiedBundle, certifyBundle } from '../../src/services/certify-bundle.ts';
import type { Handoff } from '../../src/services/handoff.ts';
import { replayBundle } from '../../src/services/replay.ts';
import { InProcessPool, type TestInstance, testInstance } from './support.ts';

const integer = (value: string) => ({ document: { type: 'number.integer@1', value: { value } } });

/** 1001 = 7 · 11 · 13, with these entries. */
function factorization(primes: readonly JsonObject[] = []): Handoff {
  const factors = [
    ['7', 1],
    ['11', 1],
    ['13', 1],
  ];
  const value = { unit: '1', factors, ...(primes.length > 0 && { primes: [...primes] }) };
  return {
    claim: 'number.factorization@1',
    roles: { n: integer('1001'), factors: { document: { type: 'number.factors@1', value } } },
  };
}

const THREE = { n: '3', witness: '2', factors: [['2', 1]] };
const FIVE = { n: '5', witness: '2', factors: [['2', 2]] };
const ENTRIES: Readonly<Record<string, JsonObject[]>> = {
  '7': [
    {
      n: '7',
      witness: '3',
      factors: [
        ['2', 1],
        ['3', 1],
      ],
    },
    THREE,
  ],
  '11': [
    {
      n: '11',
      witness: '2',
      factors: [
        ['2', 1],
        ['5', 1],
      ],
    },
    FIVE,
  ],
  '13': [
    {
      n: '13',
      witness: '2',
      factors: [
        ['2', 2],
        ['3', 1],
      ],
    },
    THREE,
  ],
  '17': [{ n: '17', witness: '3', factors: [['2', 4]] }],
};

/** "n is prime", proved by these entries. */
function prime(n: string, primes: JsonObject[] = ENTRIES[n] ?? []): Handoff {
  const certificate = { document: { type: 'number.pratt@1', value: { primes } } };
  return { claim: 'number.prime@1', roles: { n: integer(n), certificate } };
}

async function certified(
  handoff: Handoff,
  instance: TestInstance,
  discharge = false,
): Promise<CertifiedBundle> {
  const result = await certifyBundle(handoff, instance, { discharge, documents: 'all' });
  if (result.verdict !== 'ACCEPTED') throw new Error(result.reason);
  return result;
}

/** The certificate with these others beside it in one bundle. */
async function together(first: CertifiedBundle, others: readonly CertifiedBundle[], instance: TestInstance) {
  const discharges: Issued[] = others.map(({ issued }) => issued);
  return (await assembleBundle(first.issued, discharges, 'all', instance)).checked;
}

describe('a factorisation', () => {
  test('leaves open that each factor without an entry is prime, and says so in its certificate', async () => {
    const instance = await testInstance();
    const { checked, bundle, issued } = await certified(factorization(), instance);
    const cause = { assumption: 'prime' };
    const open = ['7', '11', '13'].map(() => ({ claim: { id: 'number.prime@1' }, cause }));
    expect(checked).toMatchObject({ status: 'conditional', open });
    expect(new Set(issued.obligations.map(({ proposition }) => proposition)).size).toBe(3);
    // n, its factors, and the three numbers left open.
    expect((bundle.value as JsonObject).documents).toHaveLength(5);
    const replay = await replayBundle(checked, instance.checkers, new InProcessPool(), instance.rules);
    expect(replay).toEqual({ result: 'reproduced' });
  });

  test('with all its entries leaves nothing open', async () => {
    const entries = new Map(
      ['7', '11', '13'].flatMap((n) => ENTRIES[n] ?? []).map((entry) => [entry.n, entry]),
    );
    const { checked } = await certified(factorization([...entries.values()]), await testInstance());
    expect(checked).toMatchObject({ status: 'certified', open: [] });
  });

  test('is settled by certificates of the primes beside it, each by its own witness, and by nothing less', async () => {
    const instance = await testInstance();
    const first = await certified(factorization(ENTRIES['13']), instance);
    expect(first.issued.obligations).toHaveLength(2);
    const seven = await certified(prime('7'), instance);
    // 3 and 10 and −4 are one residue, and other witnesses; so is 5.
    const sevenAgain = await certified(
      prime('7', [{ ...ENTRIES['7']?.[0], witness: '5' }, THREE, FIVE]),
      instance,
    );
    const eleven = await certified(prime('11'), instance);
    for (const one of [seven, sevenAgain]) {
      expect(await together(first, [one, eleven], instance)).toMatchObject({ status: 'certified', open: [] });
      expect(await together(first, [one], instance)).toMatchObject({
        status: 'conditional',
        open: { length: 1 },
      });
    }
    expect(seven.checked.certificate.predicate.proposition).toBe(
      sevenAgain.checked.certificate.predicate.proposition,
    );
    expect(seven.checked.certificate.predicate.statement).not.toBe(
      sevenAgain.checked.certificate.predicate.statement,
    );
    const superfluous = expect.objectContaining({ code: 'BUNDLE_SUPERFLUOUS' });
    for (const others of [
      [await certified(prime('17'), instance)],
      [await certified(prime('13'), instance)],
      [seven, sevenAgain],
    ]) {
      await expect(together(first, others, instance)).rejects.toEqual(superfluous);
    }
  });

  test('replays together with what settles it', async () => {
    const instance = await testInstance();
    const first = await certified(factorization([...(ENTRIES['13'] ?? [])]), instance);
    const others = [await certified(prime('7'), instance), await certified(prime('11'), instance)];
    const checked = await together(first, others, instance);
    const replay = await replayBundle(checked, instance.checkers, new InProcessPool(), instance.rules);
    expect(replay).toEqual({ result: 'reproduced' });
  });

  test('cannot be discharged without a witness: nobody is asked', async () => {
    const { checked, discharges } = await certified(factorization(), await testInstance(), true);
    expect(checked.status).toBe('conditional');
    const notAsked = { verdict: 'NOT_ASKED', reason: 'it needs a witness' };
    expect(discharges.map(({ result }) => result)).toEqual([notAsked, notAsked, notAsked]);
  });

  test('with a composite factor, or a wrong entry that nothing needs, is refused', async () => {
    const instance = await testInstance();
    const composite: Handoff = {
      ...factorization(),
      roles: {
        n: integer('1001'),
        factors: {
          document: {
            type: 'number.factors@1',
            value: {
              unit: '1',
              factors: [
                ['77', 1],
                ['13', 1],
              ],
            },
          },
        },
      },
    };
    expect(await certifyBundle(composite, instance)).toMatchObject({
      verdict: 'REJECTED',
      reason: 'the factor is composite',
    });
    const wrong = factorization([{ ...THREE, witness: '1' }]);
    expect(await certifyBundle(wrong, instance)).toMatchObject({ verdict: 'REJECTED' });
  });
});
