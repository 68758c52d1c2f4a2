import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check as satisfiable } from '../../../checkers/logic/satisfiable/check.ts';
import { check as unsatisfiable } from '../../../checkers/logic/unsatisfiable/check.ts';
import { mapValues, request, type Typed } from '../support/request.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

const CHECKERS = { 'logic.satisfiable@1': satisfiable, 'logic.unsatisfiable@1': unsatisfiable };

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
    const { verdict } = CHECKERS[claim](request(claim, roles));
    expect(verdict).toBe(expected === 'certified' ? 'ACCEPTED' : 'REJECTED');
  });
});
