import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check as flatAxioms } from '../../../checkers/matroid/flat_axioms/check.ts';
import { check as flats } from '../../../checkers/matroid/flats/check.ts';
import type { Answer, CheckRequest } from '../../../checkers/protocol.ts';
import { jsonLike } from '../support/json.ts';
import { document, request, type Typed } from '../support/request.ts';

const NAMES = [
  'type',
  'schema',
  'value',
  'field',
  'prime',
  'dimension',
  'points',
  'label',
  'coordinates',
  'ground_set',
  'flats_by_rank',
];
const any = jsonLike(NAMES, ['matroid.vectors@1', 'matroid.flats@1', 'Q', 'a', 'b']);
const or = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: any });
const label = or(fc.constantFrom('a', 'b', 'c'));
const list = (item: fc.Arbitrary<unknown>) => or(fc.array(item, { maxLength: 3 }));
const coordinates = list(or(fc.constantFrom('0', '1', '2', '1/2')));
const vectorsValue = fc.record({
  field: or(fc.constantFrom<unknown[]>('Q', { prime: 2 }, { prime: 3 })),
  dimension: or(fc.constantFrom(0, 1, 2)),
  points: list(or(fc.record({ label, coordinates }))),
});
const flatsValue = fc.record({ ground_set: list(label), flats_by_rank: list(list(list(label))) });

function text(type: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: or(value).map((value) => document({ type, value })) },
    { weight: 1, arbitrary: any.map((value) => JSON.stringify(value)) },
  );
}

function requireVerdict(check: (request: CheckRequest) => Answer, asked: CheckRequest): void {
  const answer = check(asked);
  if (answer.verdict === 'REJECTED') {
    expect(answer.reason).toMatch(/^.{1,500}$/);
    expect(answer.at).toMatch(/^\/roles\//);
  } else {
    expect(answer).toEqual({ verdict: 'ACCEPTED' });
  }
  expect(check(asked)).toEqual(answer);
}

describe('whatever JSON the roles hold', () => {
  it('matroid.flats gives a verdict, and the same one twice', () => {
    fc.assert(
      fc.property(
        text('matroid.vectors@1', vectorsValue),
        text('matroid.flats@1', flatsValue),
        (vectors, listed) => {
          requireVerdict(flats, request('matroid.flats@1', { vectors, flats: listed }));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('matroid.flat_axioms gives a verdict, and the same one twice', () => {
    fc.assert(
      fc.property(text('matroid.flats@1', flatsValue), (listed) => {
        requireVerdict(flatAxioms, request('matroid.flat_axioms@1', { flats: listed }));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a request', () => {
  const vectors = { type: 'matroid.vectors@1', value: { field: 'Q', dimension: 0, points: [] } };
  const listed = { type: 'matroid.flats@1', value: { ground_set: [], flats_by_rank: [[[]]] } };

  it.each<[string, (request: CheckRequest) => Answer, Record<string, Typed>]>([
    ['matroid.flats@1', flats, { vectors, flats: listed }],
    ['matroid.flat_axioms@1', flatAxioms, { flats: listed }],
  ])('for %s has its claim and roles, and no source', (claim, check, roles) => {
    expect(check(request(claim, roles))).toEqual({ verdict: 'ACCEPTED' });
    expect(check(request('matroid.flats@2', roles))).toMatchObject({ at: '/claim' });
    expect(check(request(claim, {}))).toMatchObject({ at: '/roles' });
    expect(check(request(claim, { ...roles, more: listed }))).toMatchObject({ at: '/roles' });
    expect(check(request(claim, roles, { flats: listed }))).toMatchObject({ at: '/sources' });
    for (const role of Object.keys(roles)) {
      const other = role === 'flats' ? vectors : listed;
      expect(check(request(claim, { ...roles, [role]: other }))).toMatchObject({ at: `/roles/${role}/type` });
    }
  });

  it('has vectors of the right shape', () => {
    const point = { label: 'a', coordinates: ['1', '2'] };
    const value = { field: 'Q', dimension: 2, points: [point] };
    const one = { type: 'matroid.flats@1', value: { ground_set: ['a'], flats_by_rank: [[[]], [['a']]] } };
    const ask = (changed: object) => {
      const answer = flats(
        request('matroid.flats@1', {
          vectors: { type: vectors.type, value: { ...value, ...changed } },
          flats: one,
        }),
      );
      return answer.verdict === 'REJECTED' ? answer.at : answer.verdict;
    };
    const at = '/roles/vectors/value';
    expect(ask({})).toBe('ACCEPTED');
    expect(ask({ more: 1 })).toBe(at);
    expect(ask({ dimension: 1 })).toBe(`${at}/points/0/coordinates`);
    expect(ask({ dimension: 3 })).toBe(`${at}/points/0/coordinates`);
    expect(ask({ dimension: '2' })).toBe(`${at}/dimension`);
    expect(ask({ points: {} })).toBe(`${at}/points`);
    expect(ask({ points: [null] })).toBe(`${at}/points/0`);
    expect(ask({ points: [{ ...point, more: 1 }] })).toBe(`${at}/points/0`);
    expect(ask({ points: [{ ...point, label: '' }] })).toBe(`${at}/points/0`);
    expect(ask({ points: [point, point] })).toBe(`${at}/points/1`);
    expect(ask({ points: [{ ...point, coordinates: ['1', '2/2'] }] })).toBe(`${at}/points/0/coordinates/1`);
  });
});
