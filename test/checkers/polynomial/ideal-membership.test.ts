import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/polynomial/ideal_membership/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { request, where } from '../support/request.ts';
import { polynomial, type Terms, univariate, variables, vector } from './support/documents.ts';
import { distance, near, nearList, spread, terms } from './support/polynomials.ts';
import { combination, same, sparse, terms as termsOf } from './support/twin.ts';

interface Instance {
  readonly names: readonly string[];
  readonly generators: readonly Terms[];
  readonly target: Terms;
  readonly cofactors: readonly Terms[];
}

function verdict({ names, generators, target, cofactors }: Instance): string {
  return where(
    check(
      request('polynomial.ideal_membership@1', {
        generators: vector(names, generators),
        target: polynomial(names, target),
        cofactors: vector(names, cofactors),
      }),
    ),
  );
}

function holds({ generators, target, cofactors }: Instance): boolean {
  return (
    cofactors.length === generators.length &&
    same(combination(cofactors.map(sparse), generators.map(sparse)), sparse(target))
  );
}

const instance: fc.Arbitrary<Instance> = fc.tuple(fc.nat(3), fc.nat(3)).chain(([n, m]) => {
  const list = fc.array(terms(n), { minLength: m, maxLength: m });
  return fc.tuple(list, list).map(([generators, cofactors]) => ({
    names: variables(n),
    generators,
    target: termsOf(combination(cofactors.map(sparse), generators.map(sparse))),
    cofactors,
  }));
});

const nearInstance = (of: Instance): fc.Arbitrary<Instance> =>
  fc.oneof(
    nearList(of.cofactors, near).map((cofactors) => ({ ...of, cofactors })),
    nearList(of.generators, near).map((generators) => ({ ...of, generators })),
    near(of.target).map((target) => ({ ...of, target })),
  );

describe('cofactors', () => {
  it('are accepted where the twin computes the target', () => {
    fc.assert(
      fc.property(instance, (instance) => {
        expect(verdict(instance)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('have the verdict of the twin where they, the generators or the target are nearly right', () => {
    compareWithTwin(
      'polynomial.ideal_membership',
      { cases: instance.chain(nearInstance), numRuns: 2500 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  it('have the verdict of the twin where monomials are far apart, or take several words', () => {
    const far = fc.tuple(instance, distance).map(([{ names, generators, target, cofactors }, by]) => ({
      names,
      generators: generators.map((terms) => spread(terms, by)),
      target: spread(target, by),
      cofactors: cofactors.map((terms) => spread(terms, by)),
    }));
    compareWithTwin(
      'polynomial.ideal_membership',
      { cases: fc.oneof(far, far.chain(nearInstance)), numRuns: 1500 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  const x = univariate(0, 1);
  const names = ['x'];

  test.each<[string, Instance]>([
    ['no generators, and zero', { names, generators: [], target: [], cofactors: [] }],
    ['zero with cofactors zero', { names, generators: [x, x], target: [], cofactors: [[], []] }],
    ['zero by cancelling', { names, generators: [x, x], target: [], cofactors: [x, univariate(0, -1)] }],
    [
      'one, for generators without common zero',
      {
        names,
        generators: [x, univariate(1, 1)],
        target: univariate(1),
        cofactors: [univariate(-1), univariate(1)],
      },
    ],
    [
      'fractions in every role',
      {
        names,
        generators: [univariate('1/2')],
        target: univariate('1/6', '5/14'),
        cofactors: [univariate('1/3', '5/7')],
      },
    ],
    [
      'a target without the denominators of its factors',
      { names, generators: [univariate('3/2')], target: univariate(1), cofactors: [univariate('2/3')] },
    ],
    [
      'no variables',
      { names: [], generators: [[['2', []]]], target: [['1', []]], cofactors: [[['1/2', []]]] },
    ],
    [
      'monomials of two words, the first of them small',
      {
        names: ['x', 'y'],
        generators: [
          [
            ['1', [1, 0]],
            ['1', [0, 0]],
          ],
        ],
        target: [
          ['1', [1, 2 ** 52]],
          ['1', [1, 0]],
          ['1', [0, 2 ** 52]],
          ['1', [0, 0]],
        ],
        cofactors: [
          [
            ['1', [0, 2 ** 52]],
            ['1', [0, 0]],
          ],
        ],
      },
    ],
    [
      'a target of the highest exponent',
      {
        names,
        generators: [[['1', [2 ** 52]]]],
        target: [['1', [2 ** 53 - 1]]],
        cofactors: [[['1', [2 ** 52 - 1]]]],
      },
    ],
  ])('are accepted: %s', (_, instance) => {
    expect(verdict(instance)).toBe('ACCEPTED');
  });

  const at = '/roles/cofactors/value/components';
  test.each<[string, Instance]>([
    ['one less than generators', { names, generators: [x, []], target: x, cofactors: [univariate(1)] }],
    ['one more than generators', { names, generators: [x], target: x, cofactors: [univariate(1), []] }],
    ['exchanged', { names, generators: [x, univariate(1)], target: x, cofactors: [[], univariate(1)] }],
    ['zero for a target that is not', { names, generators: [x], target: x, cofactors: [[]] }],
    ['a target that is zero for a sum that is not', { names, generators: [x], target: [], cofactors: [x] }],
    ['a sign', { names, generators: [x], target: x, cofactors: [univariate(-1)] }],
    ['a multiple', { names, generators: [univariate(0, '1/2')], target: x, cofactors: [univariate(1)] }],
    [
      'a target with a term more',
      { names, generators: [x], target: univariate(1, 1), cofactors: [univariate(1)] },
    ],
    [
      'a target of higher degree',
      { names, generators: [x], target: [['1', [2 ** 53 - 1]]], cofactors: [univariate(1)] },
    ],
    [
      'an exponent off by one',
      { names, generators: [x], target: univariate(0, 0, 1), cofactors: [univariate(1)] },
    ],
    [
      'another variable, which no product has',
      {
        names: ['x', 'y'],
        generators: [[['1', [1, 0]]]],
        target: [['1', [0, 1]]],
        cofactors: [[['1', [0, 0]]]],
      },
    ],
    [
      'off by 10^-40',
      {
        names,
        generators: [x],
        target: univariate(0, `${10n ** 40n + 1n}/${10n ** 40n}`),
        cofactors: [univariate(1)],
      },
    ],
    ['no generators, and not zero', { names, generators: [], target: x, cofactors: [] }],
  ])('are rejected: %s', (_, instance) => {
    expect(verdict(instance)).toBe(`REJECTED ${at}`);
  });

  test.each(['target', 'cofactors'] as const)('have the variables of the generators: the %s', (role) => {
    const roles = {
      generators: vector(['x', 'y'], [[['1', [1, 0]]]]),
      target: polynomial(['x', 'y'], [['1', [1, 1]]]),
      cofactors: vector(['x', 'y'], [[['1', [0, 1]]]]),
    };
    const verdictOf = (roles: Parameters<typeof request>[1]) =>
      where(check(request('polynomial.ideal_membership@1', roles)));
    expect(verdictOf(roles)).toBe('ACCEPTED');
    const { type, value } = roles[role];
    const exchanged = { type, value: { ...(value as object), variables: ['y', 'x'] } };
    expect(verdictOf({ ...roles, [role]: exchanged })).toBe(`REJECTED /roles/${role}/value/variables`);
  });
});
