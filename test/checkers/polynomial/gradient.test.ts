import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/polynomial/gradient/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { request, where } from '../support/request.ts';
import { polynomial, type Terms, univariate, variables, vector } from './support/documents.ts';
import { hugeTerms, near, nearList, terms } from './support/polynomials.ts';
import { gradient as gradientOf, type Sparse, same, sparse, terms as termsOf } from './support/twin.ts';

interface Instance {
  readonly names: readonly string[];
  readonly form: Terms;
  readonly gradient: readonly Terms[];
}

function verdict({ names, form, gradient }: Instance, others = names): string {
  const roles = { polynomial: polynomial(names, form), gradient: vector(others, gradient) };
  return where(check(request('polynomial.gradient@1', roles)));
}

function holds({ names, form, gradient }: Instance): boolean {
  const right = gradientOf(sparse(form), names.length);
  return (
    gradient.length === right.length && right.every((p, i) => same(p, sparse(gradient[i] as Terms) as Sparse))
  );
}

const instance: fc.Arbitrary<Instance> = fc.nat(3).chain((n) =>
  fc.oneof(terms(n, 6), hugeTerms(n, 6)).map((form) => ({
    names: variables(n),
    form,
    gradient: gradientOf(sparse(form), n).map(termsOf),
  })),
);

const nearInstance = (of: Instance): fc.Arbitrary<Instance> =>
  fc.oneof(
    nearList(of.gradient, near).map((gradient) => ({ ...of, gradient })),
    near(of.form).map((form) => ({ ...of, form })),
  );

const isUsable = ({ form, gradient }: Instance) =>
  [form, ...gradient].flat().every(([, exponents]) => exponents.every(Number.isSafeInteger));

describe('a gradient', () => {
  it('is accepted as the twin computes it, whatever the exponents', () => {
    fc.assert(
      fc.property(instance, (instance) => {
        expect(verdict(instance)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin where it or the polynomial is nearly right', () => {
    compareWithTwin(
      'polynomial.gradient',
      { cases: instance.chain(nearInstance).filter(isUsable), numRuns: 2500 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  const names = ['x', 'y'];
  const form: Terms = [
    ['1/2', [2, 1]],
    ['3', [0, 1]],
    ['5', [0, 0]],
  ];
  const right: Terms[] = [
    [['1', [1, 1]]],
    [
      ['3', [0, 0]],
      ['1/2', [2, 0]],
    ],
  ];

  test.each<[string, Instance]>([
    ['terms in any order', { names, form, gradient: right }],
    ['no variables', { names: [], form: [['1', []]], gradient: [] }],
    ['of zero', { names, form: [], gradient: [[], []] }],
    ['of a constant', { names, form: [['1', [0, 0]]], gradient: [[], []] }],
    [
      'of the highest exponent',
      { names: ['x'], form: [['1/3', [2 ** 53 - 1]]], gradient: [[[`${2n ** 53n - 1n}/3`, [2 ** 53 - 2]]]] },
    ],
  ])('is accepted: %s', (_, instance) => {
    expect(verdict(instance)).toBe('ACCEPTED');
  });

  const at = '/roles/gradient/value/components';
  test.each<[string, Instance, string]>([
    ['components exchanged', { names, form, gradient: right.toReversed() }, '/0'],
    ['a component missing', { names, form, gradient: right.slice(0, 1) }, ''],
    ['a component more', { names, form, gradient: [...right, []] }, ''],
    [
      'a constant kept',
      { names: ['x'], form: univariate(5, 1), gradient: [[...univariate(1), ['5', [1]]]] },
      '/0',
    ],
    ['a term missing', { names, form, gradient: [right[0] as Terms, [['3', [0, 0]]]] }, '/1'],
    [
      'a term more',
      {
        names,
        form,
        gradient: [
          [
            ['1', [1, 1]],
            ['1', [0, 0]],
          ],
          right[1] as Terms,
        ],
      },
      '/0',
    ],
    ['an exponent not lowered', { names: ['x'], form: univariate(0, 0, 1), gradient: [[['2', [2]]]] }, '/0'],
    [
      'an exponent forgotten as a factor',
      { names: ['x'], form: univariate(0, 0, 1), gradient: [univariate(0, 1)] },
      '/0',
    ],
    [
      'the exponent after differentiation as a factor',
      { names: ['x'], form: univariate(0, 0, 0, 1), gradient: [univariate(0, 0, 2)] },
      '/0',
    ],
    [
      'another variable lowered too',
      { names, form: [['1', [1, 1]]], gradient: [[['1', [0, 1]]], [['1', [0, 0]]]] },
      '/1',
    ],
    [
      'the first coefficient wrong, the last right',
      { names: ['x'], form: univariate(0, 1, 1), gradient: [univariate(2, 2)] },
      '/0',
    ],
    [
      'a factor a double would round',
      { names: ['x'], form: [['1', [2 ** 53 - 1]]], gradient: [[[`${2n ** 53n}`, [2 ** 53 - 2]]]] },
      '/0',
    ],
  ])('is rejected: %s', (_, instance, place) => {
    expect(verdict(instance)).toBe(`REJECTED ${at}${place}`);
  });

  test.each<[string, Terms, Terms, string]>([
    ['a constant 0', [['0', [0]]], [], '/0/0'],
    ['a linear term 0', [['0', [1]]], [['0', [0]]], '/0/0'],
    ['a negative exponent', [['1', [-1]]], [['-1', [-2]]], '/0/1'],
    ['a fraction not in lowest terms', [['2/2', [1]]], [['1', [0]]], '/0/0'],
    ['a broken exponent', [['1', [1.5]]], [['3/2', [0.5]]], '/0/1'],
  ])('is rejected though it would be right: %s', (_, form, component, place) => {
    expect(verdict({ names: ['x'], form, gradient: [component] })).toBe(
      `REJECTED /roles/polynomial/value/terms${place}`,
    );
  });

  it('has the variables of the polynomial, in their order', () => {
    for (const others of [
      ['y', 'x'],
      ['x', 'z'],
    ]) {
      expect(
        verdict({ names, form: [['1', [1, 1]]], gradient: [[['1', [0, 1]]], [['1', [1, 0]]]] }, others),
      ).toBe('REJECTED /roles/gradient/value/variables');
    }
  });
});
