import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check as factorization } from '../../../checkers/polynomial/factorization/check.ts';
import { check as membership } from '../../../checkers/polynomial/ideal_membership/check.ts';
import { check as jacobian } from '../../../checkers/polynomial/jacobian_syzygy/check.ts';
import { check as syzygy } from '../../../checkers/polynomial/syzygy/check.ts';
import { mapValues, request, type Typed } from '../support/request.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

const CHECKERS = {
  'polynomial.syzygy@1': syzygy,
  'polynomial.jacobian_syzygy@1': jacobian,
  'polynomial.ideal_membership@1': membership,
  'polynomial.factorization@1': factorization,
};

interface Sample {
  readonly file: string;
  readonly claim: string;
  readonly expected: 'certified' | 'refused';
}

function samples(): Sample[] {
  const all: Sample[] = JSON.parse(readFileSync(new URL('manifest.json', SAMPLES), 'utf8'));
  return all.filter(({ claim }) => Object.hasOwn(CHECKERS, claim));
}

describe.skipIf(!existsSync(SAMPLES))('the sample handoffs', () => {
  test.each(existsSync(SAMPLES) ? samples() : [])('$file is $expected', ({ file, claim, expected }) => {
    const handoff = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8'));
    const roles = mapValues(handoff.roles as Record<string, { document: Typed }>, ({ document }) => document);
    const { verdict } = CHECKERS[claim as keyof typeof CHECKERS](request(claim, roles));
    expect(verdict).toBe(expected === 'certified' ? 'ACCEPTED' : 'REJECTED');
  });
});
