import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/polynomial/factorization/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { compareWithTwin } from '../support/compare.ts';
import { request, where } from '../support/request.ts';
import {
  type Factor,
  factors as factorsOf,
  polynomial,
  type Terms,
  univariate,
  variables,
} from './support/documents.ts';
import { coefficient, distance, near, nearList, spread, terms } from './support/polynomials.ts';
import { isFactorization, product, terms as termsOf } from './support/twin.ts';

interface Instance {
  readonly names: readonly string[];
  readonly form: Terms;
  readonly unit: string;
  readonly factors: readonly Factor[];
}

function answer({ names, form, unit, factors }: Instance, others = names): Answer {
  const roles = { polynomial: polynomial(names, form), factors: factorsOf(others, unit, factors) };
  return check(request('polynomial.factorization@1', roles));
}

const verdict = (of: Instance, others = of.names): string => where(answer(of, others));

const holds = ({ names, form, unit, factors }: Instance) =>
  isFactorization(form, unit, factors, names.length);

const instance: fc.Arbitrary<Instance> = fc.nat(3).chain((n) => {
  const factor = fc.record({ multiplicity: fc.integer({ min: 1, max: 3 }), terms: terms(n, 3) });
  return fc.tuple(coefficient, fc.array(factor, { maxLength: 3 })).map(([unit, factors]) => ({
    names: variables(n),
    form: termsOf(product(unit, factors, n)),
    unit,
    factors,
  }));
});

const nearFactor = (factor: Factor): fc.Arbitrary<Factor> =>
  fc.oneof(
    near(factor.terms).map((terms) => ({ ...factor, terms })),
    fc.integer({ min: -1, max: 1 }).map((by) => ({ ...factor, multiplicity: factor.multiplicity + by })),
  );

const nearInstance = (of: Instance): fc.Arbitrary<Instance> =>
  fc.oneof(
    nearList(of.factors, nearFactor).map((factors) => ({ ...of, factors })),
    near(of.form).map((form) => ({ ...of, form })),
    near([[of.unit, [0]]]).map(([term]) => ({ ...of, unit: term?.[0] ?? '0' })),
    fc.constant({ ...of, unit: '0' }),
  );

describe('factors', () => {
  it('have the verdict of the twin where it computes the product', () => {
    compareWithTwin('polynomial.factorization', { cases: instance, numRuns: 1000 }, (instance, agree) => {
      agree(verdict(instance), holds(instance));
    });
  });

  it('have the verdict of the twin where they, the unit or the polynomial are nearly right', () => {
    compareWithTwin(
      'polynomial.factorization',
      { cases: instance.chain(nearInstance), numRuns: 2500 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  it('have the verdict of the twin where monomials are far apart, or take several words', () => {
    const far = fc.tuple(instance, distance).map(([{ names, form, unit, factors }, by]) => ({
      names,
      form: spread(form, by),
      unit,
      factors: factors.map(({ multiplicity, terms }) => ({ multiplicity, terms: spread(terms, by) })),
    }));
    compareWithTwin(
      'polynomial.factorization',
      { cases: fc.oneof(far, far.chain(nearInstance)), numRuns: 1500 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  it('have the verdict of the twin where many terms are far apart', () => {
    const pair = fc.tuple(terms(2, 9), terms(2, 9), distance).map(([first, second, by]) => {
      const factors = [first, second].map((terms) => ({ multiplicity: 1, terms: spread(terms, by) }));
      return { names: variables(2), form: termsOf(product('1', factors, 2)), unit: '1', factors };
    });
    compareWithTwin(
      'polynomial.factorization',
      { cases: fc.oneof(pair, pair.chain(nearInstance)), numRuns: 800 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  const names = ['x'];
  const x = univariate(0, 1);
  const one = { multiplicity: 1 };

  test.each<[string, Instance]>([
    ['a constant and no factors', { names, form: univariate('2/3'), unit: '2/3', factors: [] }],
    ['no variables', { names: [], form: [['-5', []]], unit: '-5', factors: [] }],
    [
      'reducible factors',
      {
        names,
        form: univariate(-1, 0, 0, 0, 1),
        unit: '1',
        factors: [
          { ...one, terms: univariate(-1, 0, 1) },
          { ...one, terms: univariate(1, 0, 1) },
        ],
      },
    ],
    [
      'a factor twice',
      {
        names,
        form: univariate(1, 2, 1),
        unit: '1',
        factors: [
          { ...one, terms: univariate(1, 1) },
          { ...one, terms: univariate(1, 1) },
        ],
      },
    ],
    [
      'a denominator in unit and factors',
      { names, form: univariate(1, 1), unit: '6', factors: [{ ...one, terms: univariate('1/6', '1/6') }] },
    ],
    [
      'a fraction as a unit',
      {
        names,
        form: univariate('1/2', '1/2'),
        unit: '-1/2',
        factors: [{ ...one, terms: univariate(-1, -1) }],
      },
    ],
    [
      'a power of a factor with fractions',
      {
        names,
        form: univariate('1/4', 1, 1),
        unit: '1',
        factors: [{ multiplicity: 2, terms: univariate('1/2', 1) }],
      },
    ],
    [
      'a power of a monomial',
      {
        names,
        form: [['4', [2 ** 53 - 2]]],
        unit: '1',
        factors: [{ multiplicity: 2, terms: [['-2', [2 ** 52 - 1]]] }],
      },
    ],
    [
      'monomials of two words, the first of them small',
      {
        names: ['x', 'y'],
        form: [
          ['1', [1, 2 ** 52]],
          ['1', [1, 0]],
          ['1', [0, 2 ** 52]],
          ['1', [0, 0]],
        ],
        unit: '1',
        factors: [
          {
            ...one,
            terms: [
              ['1', [1, 0]],
              ['1', [0, 0]],
            ],
          },
          {
            ...one,
            terms: [
              ['1', [0, 2 ** 52]],
              ['1', [0, 0]],
            ],
          },
        ],
      },
    ],
    [
      'x to the power 2^50',
      { names, form: [['-1', [2 ** 50]]], unit: '-1', factors: [{ multiplicity: 2 ** 50, terms: x }] },
    ],
    [
      '-x to an odd power',
      {
        names,
        form: [['-1', [2 ** 53 - 1]]],
        unit: '1',
        factors: [{ multiplicity: 2 ** 53 - 1, terms: univariate(0, -1) }],
      },
    ],
    [
      '-x to an even power',
      {
        names,
        form: [['1', [2 ** 53 - 2]]],
        unit: '1',
        factors: [{ multiplicity: 2 ** 53 - 2, terms: univariate(0, -1) }],
      },
    ],
    [
      'a difference of squares of high degree',
      {
        names,
        form: [
          ['1', [2 ** 50]],
          ['-1', [0]],
        ],
        unit: '1',
        factors: [
          {
            ...one,
            terms: [
              ['1', [2 ** 49]],
              ['-1', [0]],
            ],
          },
          {
            ...one,
            terms: [
              ['1', [2 ** 49]],
              ['1', [0]],
            ],
          },
        ],
      },
    ],
  ])('are accepted: %s', (_, instance) => {
    expect(verdict(instance)).toBe('ACCEPTED');
  });

  const value = '/roles/factors/value';
  const linear = { names, form: univariate(1, 1), unit: '1', factors: [{ ...one, terms: univariate(1, 1) }] };
  test.each<[string, Instance, string]>([
    ['a unit that is zero', { ...linear, unit: '0' }, '/unit'],
    ['a unit that is zero, of zero', { names, form: [], unit: '0', factors: [] }, '/unit'],
    ['a unit of the wrong sign', { ...linear, unit: '-1' }, ''],
    [
      'multiplicity 0',
      { ...linear, factors: [...linear.factors, { multiplicity: 0, terms: x }] },
      '/factors/1/multiplicity',
    ],
    [
      'a constant factor',
      { ...linear, factors: [...linear.factors, { ...one, terms: univariate(1) }] },
      '/factors/1',
    ],
    [
      'the constant in a factor',
      { ...linear, form: univariate(2, 2), factors: [{ ...one, terms: univariate(2) }, ...linear.factors] },
      '/factors/0',
    ],
    ['a factor that is zero', { ...linear, form: [], factors: [{ ...one, terms: [] }] }, '/factors/0'],
    ['zero', { ...linear, form: [] }, ''],
    ['zero without factors', { names, form: [], unit: '1', factors: [] }, ''],
    ['a constant of another value', { names, form: univariate(2), unit: '3', factors: [] }, ''],
    ['a factor missing', { ...linear, form: univariate(1, 2, 1) }, ''],
    ['a multiplicity too high', { ...linear, factors: [{ multiplicity: 2, terms: univariate(1, 1) }] }, ''],
    [
      'a power that must have more terms',
      {
        names,
        form: univariate(1, 0, 0, 1),
        unit: '1',
        factors: [{ multiplicity: 3, terms: univariate(1, 1) }],
      },
      '/factors/0',
    ],
    [
      'a power that must have one term more',
      {
        names,
        form: univariate(1, 3, 0, 1),
        unit: '1',
        factors: [{ multiplicity: 3, terms: univariate(1, 1) }],
      },
      '/factors/0',
    ],
    [
      'degrees that agree in sum only',
      {
        names: ['x', 'y'],
        form: [['1', [2, 0]]],
        unit: '1',
        factors: [
          { ...one, terms: [['1', [1, 0]]] },
          { ...one, terms: [['1', [0, 1]]] },
        ],
      },
      '',
    ],
    [
      'a degree that a double would round',
      {
        names,
        form: [['1', [2 ** 53 - 1]]],
        unit: '1',
        factors: [
          { multiplicity: 2 ** 53 - 1, terms: x },
          { ...one, terms: x },
        ],
      },
      '',
    ],
  ])('are rejected: %s', (_, instance, place) => {
    expect(verdict(instance)).toBe(`REJECTED ${value}${place}`);
  });

  test.each<[string, Instance, string, string]>([
    ['a unit that is zero', { ...linear, unit: '0' }, 'the unit is zero', '/unit'],
    [
      'multiplicity 0',
      { ...linear, factors: [{ multiplicity: 0, terms: x }] },
      'a multiplicity is at least 1',
      '/factors/0/multiplicity',
    ],
    [
      'a multiplicity below',
      { ...linear, factors: [{ multiplicity: -1, terms: x }] },
      'an integer from 0 to 2^53 - 1 is required',
      '/factors/0/multiplicity',
    ],
    [
      'a constant factor',
      { ...linear, factors: [{ ...one, terms: univariate(1) }] },
      'the factor is constant',
      '/factors/0',
    ],
    ['zero', { ...linear, form: [] }, 'the polynomial is zero, and no product of factors is', ''],
    [
      'other degrees',
      { ...linear, form: univariate(1, 2, 1) },
      'the degrees of the factors are not those of the polynomial',
      '',
    ],
    [
      'a power that must have more terms',
      {
        names,
        form: univariate(1, 0, 1),
        unit: '1',
        factors: [{ multiplicity: 2, terms: univariate(1, 1) }],
      },
      'a multiple of this power has more terms than the polynomial',
      '/factors/0',
    ],
    [
      'another polynomial',
      { ...linear, form: univariate(1, 2) },
      'the product of the factors is not the polynomial',
      '',
    ],
  ])('are rejected for what is wrong: %s', (_, instance, reason, place) => {
    expect(answer(instance)).toEqual({ verdict: 'REJECTED', reason, at: `${value}${place}` });
  });

  it('and their product have terms as polynomials have them, though the product were right', () => {
    const twice: Terms = [...univariate(2, 1), ['1', [1]]];
    const zero: Terms = [...univariate(1, 0, 1), ['0', [1]]];
    const below: Terms = [['1', [-1]]];
    const of = (form: Terms, terms: Terms) =>
      verdict({ names, form, unit: '1', factors: [{ ...one, terms }] });
    expect(of(univariate(2, 2), twice)).toBe(`REJECTED ${value}/factors/0/terms/2`);
    expect(of(twice, univariate(2, 2))).toBe('REJECTED /roles/polynomial/value/terms/2');
    expect(of(univariate(1, 0, 1), zero)).toBe(`REJECTED ${value}/factors/0/terms/2/0`);
    expect(of(zero, univariate(1, 0, 1))).toBe('REJECTED /roles/polynomial/value/terms/2/0');
    expect(of(below, below)).toBe('REJECTED /roles/polynomial/value/terms/0/1');
    // Too long for the arithmetic of doubles.
    const long = '7'.repeat(20);
    expect(of(univariate(0, long), univariate(0, long))).toBe('ACCEPTED');
    expect(of(univariate(0, long), univariate(0, `${long}/1`))).toBe(`REJECTED ${value}/factors/0/terms/0/0`);
  });

  it('have the variables of the polynomial, in their order', () => {
    const twice = {
      names: ['x', 'y'],
      form: [['1', [1, 1]]],
      unit: '1',
      factors: [{ ...one, terms: [['1', [1, 1]]] }],
    } as const;
    expect(verdict(twice)).toBe('ACCEPTED');
    for (const others of [
      ['y', 'x'],
      ['x', 'z'],
    ])
      expect(verdict(twice, others)).toBe(`REJECTED ${value}/variables`);
  });

  /** 8388593 is the prime modulo which both sides are compared first. */
  it('are multiplied out where the comparison modulo a prime finds nothing', () => {
    const p = 8388593;
    const both = [
      { ...one, terms: x },
      { ...one, terms: univariate(p, 1) },
    ];
    expect(verdict({ names, form: univariate(0, p, 1), unit: '1', factors: both })).toBe('ACCEPTED');
    // Equal modulo the prime, different over the integers.
    expect(verdict({ names, form: univariate(0, 2 * p, 1), unit: '1', factors: both })).toBe(
      `REJECTED ${value}`,
    );
    // Where the prime divides a denominator nothing can be said.
    const over = { names, unit: `1/${p}`, factors: linear.factors };
    expect(verdict({ ...over, form: univariate(`1/${p}`, `1/${p}`) })).toBe('ACCEPTED');
    expect(verdict({ ...over, form: univariate(`2/${p}`, `1/${p}`) })).toBe(`REJECTED ${value}`);
    const factors = [{ ...one, terms: univariate(`1/${p}`, `1/${p}`) }];
    expect(verdict({ names, form: univariate(1, 1), unit: `${p}`, factors })).toBe('ACCEPTED');
    expect(verdict({ names, form: univariate(1, 2), unit: `${p}`, factors })).toBe(`REJECTED ${value}`);
  });

  it('are not taken for wrong where the prime divides what cancels', () => {
    const p = 8388593;
    const factors = [{ ...one, terms: univariate(p, p) }];
    expect(verdict({ names, form: univariate(1, 1), unit: `1/${p}`, factors })).toBe('ACCEPTED');
    expect(verdict({ names, form: univariate(1, 2), unit: `1/${p}`, factors })).toBe(`REJECTED ${value}`);
    // 0 to any power is 0: too long to be multiplied out, and not refuted.
    const zero = [{ multiplicity: p - 1, terms: univariate(0, p) }];
    expect(verdict({ names, form: [[`${p}`, [p - 1]]], unit: '1', factors: zero })).toBe('INCONCLUSIVE');
  });

  it('have the very terms of the polynomial, where residues do not tell', () => {
    const sum: Terms = [
      ['1', [1, 0]],
      ['1', [0, 1]],
    ];
    const xy = { names: ['x', 'y'], unit: '1', factors: [{ ...one, terms: sum }] };
    expect(verdict({ ...xy, form: sum })).toBe('ACCEPTED');
    // One term more, after those of the product.
    expect(verdict({ ...xy, form: [...sum, ['8388593', [1, 1]]] })).toBe(`REJECTED ${value}`);
    // The same coefficients with other monomials.
    const terms = (exponent: number): Terms => [
      ['1', [0]],
      ['1', [exponent]],
      ['1', [hidden + 2]],
    ];
    const right = { names, unit: '1', factors: [{ ...one, terms: terms(hidden + 1) }] };
    expect(verdict({ ...right, form: terms(hidden + 1) })).toBe('ACCEPTED');
    expect(verdict({ ...right, form: terms(1) })).toBe(`REJECTED ${value}`);
  });

  it('are multiplied where terms cancel, of short numbers and of long ones', () => {
    for (const c of [3n, 10n ** 20n]) {
      const factors = [c, -c].map((root) => ({ ...one, terms: univariate(`${root}`, 1) }));
      expect(verdict({ names, form: univariate(`${-c * c}`, 0, 1), unit: '1', factors })).toBe('ACCEPTED');
    }
  });

  /** By Fermat, every coordinate to this power is 1 modulo that prime. */
  const hidden = 8388592;

  it('are compared by degrees where neither the residues nor packed monomials tell the variables apart', () => {
    const power = (exponents: readonly number[]): Terms => [['1', exponents]];
    const replaced = (from: readonly number[], to: readonly number[]) =>
      verdict({
        names: ['x', 'y', 'z'],
        form: power(from),
        unit: '1',
        factors: [{ ...one, terms: power(to) }],
      });
    expect(replaced([hidden, 0, 0], [hidden, 0, 0])).toBe('ACCEPTED');
    expect(replaced([hidden, 0, 0], [0, hidden, 0])).toBe(`REJECTED ${value}`);
    expect(replaced([hidden, 0, 1], [0, hidden, 1])).toBe(`REJECTED ${value}`);
    expect(replaced([hidden, 0, 1], [hidden, 0, 1])).toBe('ACCEPTED');
  });

  it('with a power that must have more terms are refused where residues do not tell', () => {
    // At the first coordinate, 1234567, both are 1 modulo the prime.
    const form: Terms = [
      ['1', [hidden]],
      ['1', [1]],
      ['-1234567', [0]],
    ];
    const factors = [{ multiplicity: hidden, terms: univariate(1, 1) }];
    expect(verdict({ names, form, unit: '1', factors })).toBe(`REJECTED ${value}/factors/0`);
  });
});
