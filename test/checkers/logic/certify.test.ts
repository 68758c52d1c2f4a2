import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { certifyBundle } from '../../../src/services/certify-bundle.ts';
import { testInstance } from '../../services/support.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

describe.skipIf(!existsSync(SAMPLES))('from the handoff to the certificate', () => {
  test.each([
    ['sat/uf20-01.json', 'ACCEPTED'],
    ['sat/uf20-01.bad-flip.json', 'REJECTED'],
    ['sat/uuf50-010.lrat.json', 'ACCEPTED'],
    ['sat/php-4-3.bad-hint-dropped.lrat.json', 'REJECTED'],
    ['lrat-satisfied-and-trailing-hints.json', 'ACCEPTED'],
  ])('%s: %s', async (file, verdict) => {
    const { claim, roles } = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8'));
    const result = await certifyBundle({ claim, roles }, await testInstance(), {});
    expect(result.verdict).toBe(verdict);
    if (verdict === 'ACCEPTED') expect(result).toMatchObject({ checked: { status: 'certified' } });
  });
});
