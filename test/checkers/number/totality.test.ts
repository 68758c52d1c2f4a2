import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check as factorization } from '../../../checkers/number/factorization/check.ts';
import { check as prime } from '../../../checkers/number/prime/check.ts';
import { jsonLike } from '../support/json.ts';
import { document, request, type Typed } from '../support/request.ts';

const NAMES = ['type', 'schema', 'value', 'primes', 'n', 'witness', 'factors', 'unit'];
const TYPES = ['number.integer@1', 'number.pratt@1', 'number.factors@1'];
const any = jsonLike(NAMES, [...TYPES, '-1', '3', '7', '35']);
const integer = fc.constantFrom<unknown[]>('0', '1', '-1', '2', '3', '5', '7', '12', 1, null);
const powers = fc.array(fc.oneof(fc.tuple(integer, fc.oneof(fc.nat(3), any)), any), { maxLength: 3 });
const entry = fc.record(
  { n: integer, witness: integer, factors: fc.oneof(powers, any) },
  { requiredKeys: ['n', 'factors'] },
);
const entries = fc.oneof(fc.array(fc.oneof(entry, any), { maxLength: 3 }), any);
const value = fc.oneof(
  fc.record({ value: integer }),
  fc.record({ primes: entries }),
  fc.record({ unit: integer, factors: powers, primes: entries }, { requiredKeys: ['unit', 'factors'] }),
  any,
);

describe.each([
  ['number.prime', prime, ['n', 'certificate'], 'number.pratt@1'],
  ['number.factorization', factorization, ['n', 'factors'], 'number.factors@1'],
] as const)('%s', (id, check, [n, candidate], type) => {
  it('gives a verdict, and the same one twice, whatever JSON the roles hold', () => {
    const text = (type: string) =>
      fc.oneof(
        { weight: 4, arbitrary: value.map((value) => document({ type, value })) },
        { weight: 1, arbitrary: any.map((value) => JSON.stringify(value)) },
      );
    fc.assert(
      fc.property(text('number.integer@1'), text(type), (first, second) => {
        const asked = request(`${id}@1`, { [n]: first, [candidate]: second });
        const answer = check(asked);
        if (answer.verdict === 'REJECTED') {
          expect(answer.reason).toMatch(/^.{1,500}$/);
          expect(answer.at).toMatch(/^\/roles\//);
        }
        expect(check(asked)).toEqual(answer);
      }),
      { numRuns: 2000 },
    );
  });

  it('is asked with its own claim and roles, and no source', () => {
    const one = { type: 'number.integer@1', value: { value: '2' } };
    const right = type === 'number.pratt@1' ? { primes: [] } : { unit: '1', factors: [['2', 1]] };
    const roles: Record<string, Typed> = { [n]: one, [candidate]: { type, value: right } };
    expect(check(request(`${id}@1`, roles))).toEqual({ verdict: 'ACCEPTED' });
    expect(check(request('number.gcd@1', roles))).toMatchObject({ at: '/claim' });
    expect(check(request(`${id}@1`, { [n]: one }))).toMatchObject({ at: '/roles' });
    expect(check(request(`${id}@1`, { ...roles, more: one }))).toMatchObject({ at: '/roles' });
    expect(check(request(`${id}@1`, roles, { [n]: one }))).toMatchObject({ at: '/sources' });
    for (const role of [n, candidate]) {
      const wrong = { ...roles, [role]: { type: 'number.bezout@1', value: right } };
      expect(check(request(`${id}@1`, wrong))).toMatchObject({ at: `/roles/${role}/type` });
    }
  });
});
