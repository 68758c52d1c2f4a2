import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { certifyBundle } from '../../../src/services/certify-bundle.ts';
import { testInstance } from '../../services/support.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

describe.skipIf(!existsSync(SAMPLES))('from the handoff to the certificate', () => {
  test.each([
    ['lp/afiro.json', 'ACCEPTED'],
    ['lp/afiro.bad-x-entry.json', 'REJECTED'],
    ['lp/galenet.json', 'ACCEPTED'],
    ['lp/galenet.bad-zero.json', 'REJECTED'],
  ])('%s: %s', async (file, verdict) => {
    const { claim, roles } = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8'));
    const result = await certifyBundle({ claim, roles }, await testInstance(), {});
    expect(result.verdict).toBe(verdict);
    if (verdict === 'ACCEPTED') expect(result).toMatchObject({ checked: { status: 'certified' } });
  });
});
