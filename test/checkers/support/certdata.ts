import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Answer, CheckRequest } from '../../../checkers/protocol.ts';
import { mapValues, request, type Typed } from './request.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

interface Sample {
  readonly file: string;
  readonly claim: string;
  readonly expected: 'certified' | 'refused';
}

function samples(claims: readonly string[]): Sample[] {
  const all: Sample[] = JSON.parse(readFileSync(new URL('manifest.json', SAMPLES), 'utf8'));
  return all.filter(({ claim }) => claims.includes(claim));
}

/** Every sample handoff of these claims gets the verdict of its manifest. Skipped where the samples are not beside the project. */
export function describeSamples(checkers: Readonly<Record<string, (request: CheckRequest) => Answer>>): void {
  describe.skipIf(!existsSync(SAMPLES))('the sample handoffs', () => {
    test.each(existsSync(SAMPLES) ? samples(Object.keys(checkers)) : [])(
      '$file is $expected',
      ({ file, claim, expected }) => {
        const handoff: { readonly roles: Record<string, { readonly document: Typed }> } = JSON.parse(
          readFileSync(new URL(file, SAMPLES), 'utf8'),
        );
        const answer = checkers[claim]?.(
          request(
            claim,
            mapValues(handoff.roles, ({ document }) => document),
          ),
        );
        if (expected === 'certified') expect(answer).toEqual({ verdict: 'ACCEPTED' });
        else expect(answer?.verdict).toBe('REJECTED');
      },
    );
  });
}
