import { expect, test } from 'vitest';
import type { Floors } from './model/met.ts';
import { playSequences } from './model/play.ts';

/** In few sequences, of each kind of step what it is there for. */
const FLOORS: Floors = {
  'make tenant': { done: 3 },
  'revoke tenant': { done: 2 },
  'make token': { done: 3, 'done, for nobody': 1 },
  'revoke token': { done: 2 },
  authorise: { 'another default': 1 },
  revoke: { done: 1 },
  open: { done: 8, 'TOKEN_INVALID, its tenant was revoked': 1 },
  'hand in': { done: 8 },
  multiply: { done: 4 },
  transpose: { done: 3 },
  promote: { VALUE_REFERENCE_EXPIRED: 1 },
  verify: { ACCEPTED: 5, 'ACCEPTED, with something open': 10, CHECKER_REVOKED: 1 },
  'verify later': { begun: 7 },
  cancel: { done: 2, 'VERIFICATION_UNKNOWN, foreign': 1 },
  'let end': { 'ACCEPTED, with something open': 1, CHECKER_REVOKED: 1 },
  pipeline: { done: 4, 'not all begun': 1 },
  discharge: {
    'done by a checker': 6,
    'done by citation': 2,
    'CERTIFICATE_UNKNOWN, cited is foreign': 2,
    'DISCHARGE_INVALID, conditional': 1,
  },
};

test('who sees what and what is assured is what the model says, for any sequence of requests', {
  timeout: 180_000,
}, async () => {
  const met = await playSequences({ numRuns: 4, inProcess: true, seed: 1 });
  expect(met.lacking(FLOORS)).toEqual([]);
});
