import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { certifyBundle } from '../../../src/services/certify-bundle.ts';
import { testInstance } from '../../services/support.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

describe.skipIf(!existsSync(SAMPLES))('from the handoff to the certificate', () => {
  test.each([
    ['poly/jacobian-syz-lines-d5.json', 'ACCEPTED'],
    ['poly/jacobian-syz-lines-d5.bad-exponent.json', 'REJECTED'],
    ['poly/factor-x60-1.json', 'ACCEPTED'],
    ['poly/nullstellensatz-rabinowitsch.bad-dropped.json', 'REJECTED'],
  ])('%s: %s', async (file, verdict) => {
    const { claim, roles } = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8'));
    const result = await certifyBundle({ claim, roles }, await testInstance(), {});
    expect(result.verdict).toBe(verdict);
    if (verdict === 'ACCEPTED') expect(result).toMatchObject({ checked: { status: 'certified' } });
  });
});

/** Syzygies of x²y − y/3, offered as syzygies between the components of its gradient. */
const HANDOFF = {
  claim: 'polynomial.syzygy@1',
  roles: {
    generators: {
      source: {
        document: {
          type: 'polynomial@1',
          value: {
            variables: ['x', 'y'],
            terms: [
              ['1', [2, 1]],
              ['-1/3', [0, 1]],
            ],
          },
        },
      },
      transform: { kind: 'POLYNOMIAL_GRADIENT' },
    },
    syzygies: {
      document: {
        type: 'polynomial.vectors@1',
        value: {
          variables: ['x', 'y'],
          vectors: [
            [
              [
                ['1', [2, 0]],
                ['-1/3', [0, 0]],
              ],
              [['-2', [1, 1]]],
            ],
          ],
        },
      },
    },
  },
} as const;

describe('a gradient made by the transform', () => {
  test('is left open', async () => {
    const result = await certifyBundle(HANDOFF, await testInstance(), {});
    expect(result).toMatchObject({ verdict: 'ACCEPTED', checked: { status: 'conditional' } });
  });

  test('is discharged by polynomial.gradient@1', async () => {
    const result = await certifyBundle(HANDOFF, await testInstance(), { discharge: true });
    expect(result).toMatchObject({ verdict: 'ACCEPTED', checked: { status: 'certified' } });
  });
});
