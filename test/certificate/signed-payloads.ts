import { expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { digest } from './demo.ts';
import { type Change, edit, same } from './edit.ts';
import { Forge, judge } from './forge.ts';
import { payloadOf } from './payload.ts';
import { CLOSED, OPEN, PRIME_OPEN, TURNED } from './sketches.ts';

// Honest payloads to spoil, and what is said of them once they are signed all the same.

export const forge = new Forge();
export const trust = forge.trust();
export const issuer = forge.certificate.keyid;
export const closed = payloadOf(CLOSED, issuer);
export const turned = payloadOf(TURNED, issuer);
export const open = payloadOf(OPEN, issuer);
export const prime = payloadOf(PRIME_OPEN, issuer);
export const OTHER = digest('something else');

export function judgePayload(payload: JsonValue): string {
  return judge(forge.bundle(forge.issue(payload)), trust);
}

/** A payload with one place changed, and where the refusal must say that it differs. */
export type Case = readonly [
  name: string,
  where: string,
  payload: JsonValue,
  at: string,
  change: Change | JsonValue,
];

export function refuses(cases: readonly Case[]): void {
  test.each(cases)('%s: %s', (_name, where, payload, at, change) => {
    const changed = edit(payload, at, change);
    expect(same(changed, payload)).toBe(false);
    expect(judgePayload(changed)).toBe(`STATEMENT_INVALID /certificate${where}`);
  });
}
