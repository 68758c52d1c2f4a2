import { describe, expect, test } from 'vitest';
import { digest, PRIME, SUM, SUM_REPLAY_CHECKER, TURN_CLAIM } from './demo.ts';
import { edit } from './edit.ts';
import { judge } from './forge.ts';
import { document, obligation, payloadOf, type Sketch } from './payload.ts';
import { forge, issuer, judgePayload, OTHER, open, refuses, trust, turned } from './signed-payloads.ts';
import { CLOSED, D, FACTOR, HINT, PRIME_PROVEN, RIGHT, TURN_PROVEN, TURNED, TURNED_D } from './sketches.ts';

describe('what must be open', () => {
  const AT = '/predicate/obligations';
  const turn = obligation(TURN_CLAIM, { source: D, target: TURNED_D }, { transform: 'left' });
  const assumed = obligation(PRIME, { n: TURNED_D }, { assumption: 'left_is_prime' });
  const another = obligation(PRIME, { n: FACTOR }, { assumption: 'left_is_prime' });
  const replayed = payloadOf({ ...TURNED, checker: SUM_REPLAY_CHECKER }, issuer);
  const conditional = edit(replayed, '/predicateType', 'urn:assay:conditional-certificate:v1');
  const both: Sketch = {
    ...TURNED,
    roles: { ...TURNED.roles, constructor: { source: D, target: TURNED_D } },
  };
  const twice = payloadOf(both, issuer);

  test('a checker that covers the transform leaves nothing open', () => {
    expect(judgePayload(replayed)).toBe('certified');
  });

  test('one proposition, open for two roles', () => {
    expect(judgePayload(twice)).toBe('conditional');
    expect(judge(forge.bundle(forge.issue(twice), [forge.certify(TURN_PROVEN)]), trust)).toBe('certified');
  });

  refuses([
    ['the transform is covered', AT, conditional, AT, [turn]],
    ['the transform left out for an assumption', AT, turned, AT, [assumed]],
    ['the transform twice', AT, turned, AT, [turn, turn]],
    ['one of two roles', AT, twice, AT, [turn]],
    ['the roles in another order', AT, twice, AT, [{ ...turn, cause: { transform: 'constructor' } }, turn]],
    ['an assumption before the transform', AT, open, AT, [assumed, turn]],
    [
      'an assumption between transforms',
      AT,
      twice,
      AT,
      [turn, assumed, { ...turn, cause: { transform: 'constructor' } }],
    ],
    ['an assumption twice', AT, open, AT, [turn, assumed, assumed]],
    [
      'the transform of another source',
      AT,
      turned,
      AT,
      [obligation(TURN_CLAIM, { source: RIGHT, target: TURNED_D }, { transform: 'left' })],
    ],
    [
      'the transform the other way round',
      AT,
      turned,
      AT,
      [obligation(TURN_CLAIM, { source: TURNED_D, target: D }, { transform: 'left' })],
    ],
    [
      'by another claim',
      AT,
      turned,
      AT,
      [obligation(PRIME, { source: D, target: TURNED_D }, { transform: 'left' })],
    ],
    ['with another proposition', AT, turned, `${AT}/0/proposition`, OTHER],
    ['with another proposition than its roles', AT, turned, `${AT}/0/roles/source`, OTHER],
    ['with a role more', AT, turned, `${AT}/0/roles/hint_1`, digest(HINT)],
    ['because of another role', AT, turned, `${AT}/0/cause/transform`, 'total'],
    ['because of an inherited name', AT, turned, `${AT}/0/cause/transform`, 'toString'],
    ['because of nothing', `${AT}/0/cause/assumption`, turned, `${AT}/0/cause`, {}],
    [
      'because of two things',
      `${AT}/0/cause/assumption`,
      turned,
      `${AT}/0/cause/assumption`,
      'left_is_prime',
    ],
    [
      'an assumption the claim does not declare',
      `${AT}/1/cause`,
      open,
      `${AT}/1/cause/assumption`,
      'riemann',
    ],
    ['an inherited name as assumption', `${AT}/1/cause`, open, `${AT}/1/cause/assumption`, 'constructor'],
    ['an assumption as another of the claim', `${AT}/1/claim`, open, `${AT}/1/cause/assumption`, 'ordered'],
    ['an assumption by another claim', `${AT}/1/claim`, open, `${AT}/1/claim/id`, 'demo.prime@2'],
    ['an assumption by another contract', `${AT}/1/claim`, open, `${AT}/1/claim/contract`, SUM.digest],
    ['an assumption of other values', `${AT}/1/proposition`, open, `${AT}/1/roles/n`, OTHER],
    ['an assumption with a role more', `${AT}/1/roles`, open, `${AT}/1/roles/m`, OTHER],
    ['an assumption without roles', `${AT}/1/roles`, open, `${AT}/1/roles`, {}],
    [
      'an assumption with an inherited role',
      `${AT}/1/roles`,
      open,
      `${AT}/1`,
      obligation(PRIME, { toString: D }, { assumption: 'left_is_prime' }),
    ],
    [
      'two roles joined to one',
      `${AT}/0/roles`,
      payloadOf({ ...CLOSED, open: [{ id: 'ordered', roles: { source: D, target: RIGHT } }] }, issuer),
      `${AT}/0`,
      obligation(TURN_CLAIM, { 'source\ntarget': D }, { assumption: 'ordered' }),
    ],
  ]);

  test('several values under one assumption, each once', () => {
    expect(judgePayload(edit(open, AT, [turn, assumed, another]))).toBe('conditional');
  });

  test('a thousand assumptions are read, and refused if one is wrong', () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      obligation(PRIME, { n: document(n) }, { assumption: 'left_is_prime' }),
    );
    expect(judgePayload(edit(open, AT, [turn, ...many]))).toBe('conditional');
    expect(judgePayload(edit(open, AT, [turn, ...many, ...many.slice(500, 501)]))).toBe(
      'STATEMENT_INVALID /certificate/predicate/obligations',
    );
  });

  test('nothing open where nothing may be', () => {
    expect(judgePayload(payloadOf(PRIME_PROVEN, issuer))).toBe('certified');
  });
});
