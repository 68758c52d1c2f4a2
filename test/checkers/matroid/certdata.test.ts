import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check as flatAxioms } from '../../../checkers/matroid/flat_axioms/check.ts';
import { check as flats } from '../../../checkers/matroid/flats/check.ts';
import { mapValues, request, type Typed } from '../support/request.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

const CHECKERS = { 'matroid.flats@1': flats, 'matroid.flat_axioms@1': flatAxioms };

interface Sample {
  readonly file: string;
  readonly claim: keyof typeof CHECKERS;
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
    const answer = CHECKERS[claim](request(claim, roles));
    if (expected === 'certified') expect(answer).toEqual({ verdict: 'ACCEPTED' });
    else expect(answer.verdict).toBe('REJECTED');
  });
});
