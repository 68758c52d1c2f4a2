import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check as gram } from '../../checkers/matrix/gram/check.ts';
import { check as product } from '../../checkers/matrix/product/check.ts';
import { check as productReplay } from '../../checkers/matrix/product_replay/check.ts';
import { check as transpose } from '../../checkers/matrix/transpose/check.ts';
import { mapValues, request, type Typed } from './support/request.ts';

const SAMPLES = new URL('../../../shared/certdata/', import.meta.url);

const CHECKERS = {
  'matrix.product@1': [product, productReplay],
  'matrix.gram@1': [gram],
  'matrix.transpose@1': [transpose],
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
    for (const check of CHECKERS[claim as keyof typeof CHECKERS]) {
      expect(check(request(claim, roles)).verdict).toBe(expected === 'certified' ? 'ACCEPTED' : 'REJECTED');
    }
  });
});
