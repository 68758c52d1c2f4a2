import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/polynomial/jacobian_syzygy/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { request, where } from '../support/request.ts';
import { polynomial, type Terms, univariate, variables, vectors } from './support/documents.ts';
import { distance, near, nearList, spread, terms } from './support/polynomials.ts';
import {
  areSyzygies,
  gradient,
  multiply,
  negative,
  type Sparse,
  sparse,
  terms as termsOf,
} from './support/twin.ts';

interface Instance {
  readonly names: readonly string[];
  readonly form: Terms;
  readonly syzygies: readonly (readonly Terms[])[];
}

function verdict({ names, form, syzygies }: Instance, others = names): string {
  const roles = { form: polynomial(names, form), syzygies: vectors(others, syzygies) };
  return where(check(request('polynomial.jacobian_syzygy@1', roles)));
}

const holds = ({ names, form, syzygies }: Instance) =>
  areSyzygies(gradient(sparse(form), names.length), syzygies);

/** multiple · (∂_k in place j, −∂_j in place k). */
function koszul(
  names: readonly string[],
  form: Terms,
  j: number,
  k: number,
  multiple: Terms,
): readonly Terms[] {
  const derivatives = gradient(sparse(form), names.length);
  const part = (i: number): Sparse => multiply(sparse(multiple), derivatives[i] as Sparse);
  return names.map((_, i) =>
    j === k ? [] : i === j ? termsOf(part(k)) : i === k ? termsOf(negative(part(j))) : [],
  );
}

const instance: fc.Arbitrary<Instance> = fc.integer({ min: 1, max: 3 }).chain((n) =>
  fc
    .record({
      form: terms(n, 5),
      parts: fc.array(fc.tuple(fc.nat(n - 1), fc.nat(2), terms(n)), { minLength: 1, maxLength: 2 }),
    })
    .map(({ form, parts }) => {
      const names = variables(n);
      const syzygies = parts.map(([j, further, multiple]) =>
        koszul(names, form, j, (j + 1 + further) % n, multiple),
      );
      return { names, form, syzygies };
    }),
);

const nearInstance = (of: Instance): fc.Arbitrary<Instance> =>
  fc.oneof(
    nearList(of.syzygies, (components) => nearList(components, near)).map((syzygies) => ({
      ...of,
      syzygies,
    })),
    near(of.form).map((form) => ({ ...of, form })),
  );

describe('syzygies of the partial derivatives', () => {
  it('have the verdict of the twin', () => {
    const cases = fc.oneof(instance, instance.chain(nearInstance));
    compareWithTwin('polynomial.jacobian_syzygy', { cases, numRuns: 2000 }, (instance, agree) => {
      agree(verdict(instance), holds(instance));
    });
  });

  it('have the verdict of the twin where monomials are far apart, or take several words', () => {
    const far = fc.tuple(instance, distance).map(([{ names, form }, by]) => {
      const wide = spread(form, by);
      const all = names.flatMap((_, j) => names.slice(j + 1).map((_, i) => [j, j + 1 + i] as const));
      const one: Terms = [['1', names.map(() => 0)]];
      return { names, form: wide, syzygies: all.map(([j, k]) => koszul(names, wide, j, k, one)) };
    });
    compareWithTwin(
      'polynomial.jacobian_syzygy',
      { cases: fc.oneof(far, far.chain(nearInstance)), numRuns: 1500 },
      (instance, agree) => {
        const expected = holds(instance);
        agree(verdict(instance), expected);
      },
    );
  });

  const names = ['x', 'y'];
  /** x²y: its derivatives are 2xy and x². */
  const form: Terms = [['1', [2, 1]]];

  test.each<[string, Instance]>([
    ['in the order of the variables', { names, form, syzygies: [[[['1', [1, 0]]], [['-2', [0, 1]]]]] }],
    ['of a constant, whatever it is', { names, form: [['7', [0, 0]]], syzygies: [[[['1', [0, 0]]], []]] }],
    ['of zero', { names, form: [], syzygies: [[[], [['1', [3, 0]]]]] }],
    [
      'of a form without one of its variables',
      { names, form: [['1', [4, 0]]], syzygies: [[[], [['1', [0, 0]]]]] },
    ],
    [
      'of a polynomial that is no form',
      {
        names,
        form: [
          ['1', [1, 0]],
          ['1', [0, 2]],
        ],
        syzygies: [[[['2', [0, 1]]], [['-1', [0, 0]]]]],
      },
    ],
    [
      'in monomials of two words, the first of them small',
      {
        names,
        form: [
          ['1', [1, 0]],
          ['1', [0, 2 ** 52]],
        ],
        syzygies: [[[[`${2 ** 52}`, [1, 2 ** 52 - 1]]], [['-1', [1, 0]]]]],
      },
    ],
    [
      'by the highest exponent',
      {
        names,
        form: [
          ['1', [2 ** 53 - 1, 0]],
          ['1', [0, 1]],
        ],
        syzygies: [[[['1', [0, 0]]], [[`-${2 ** 53 - 1}`, [2 ** 53 - 2, 0]]]]],
      },
    ],
  ])('are accepted: %s', (_, instance) => {
    expect(verdict(instance)).toBe('ACCEPTED');
  });

  const value = '/roles/syzygies/value';
  test.each<[string, Instance, string]>([
    ['derivatives exchanged', { names, form, syzygies: [[[['-2', [0, 1]]], [['1', [1, 0]]]]] }, '/vectors/0'],
    [
      'a factor of the derivative forgotten',
      { names, form, syzygies: [[[['1', [1, 0]]], [['-1', [0, 1]]]]] },
      '/vectors/0',
    ],
    ['no vectors', { names, form, syzygies: [] }, '/vectors'],
    ['zero in every component', { names, form, syzygies: [[[], []]] }, '/vectors/0'],
    ['no variables', { names: [], form: [['1', []]], syzygies: [[]] }, '/vectors/0'],
    ['one component for two variables', { names, form: [], syzygies: [[[['1', [0, 0]]]]] }, '/vectors/0'],
    [
      'three components for two variables',
      { names, form: [], syzygies: [[[['1', [0, 0]]], [], []]] },
      '/vectors/0',
    ],
    [
      'a factor that a double would round',
      {
        names,
        form: [
          ['1', [2 ** 53 - 1, 0]],
          ['1', [0, 1]],
        ],
        syzygies: [[[['1', [0, 0]]], [[`-${2 ** 53}`, [2 ** 53 - 2, 0]]]]],
      },
      '/vectors/0',
    ],
  ])('are rejected: %s', (_, instance, place) => {
    expect(verdict(instance)).toBe(`REJECTED ${value}${place}`);
  });

  it.each(['1', `${10n ** 30n}`])('are right in every word of a monomial, with the coefficient %s', (c) => {
    // Both derivatives are (2^40 + 1) x^(2^40) y^(2^40) times a power of one variable.
    const e = 2 ** 40;
    const wide: Terms = [[c, [e + 1, e + 1]]];
    const between = (one: string, other: string) =>
      verdict({ names, form: wide, syzygies: [[[[one, [1, 0]]], [[other, [0, 1]]]]] });
    expect(between('1', '-1')).toBe('ACCEPTED');
    // What is left over is one term, the last.
    expect(between('1', '-2')).toBe(`REJECTED ${value}/vectors/0`);
    expect(between('2', '-1')).toBe(`REJECTED ${value}/vectors/0`);
  });

  it('have the variables of the form, in their order', () => {
    const syzygies = [[[['1', [1, 0]]], [['-2', [0, 1]]]]] as const;
    expect(verdict({ names, form, syzygies }, ['y', 'x'])).toBe(`REJECTED ${value}/variables`);
    expect(verdict({ names: ['x'], form: univariate(1), syzygies: [[univariate(1)]] }, ['y'])).toBe(
      `REJECTED ${value}/variables`,
    );
  });
});
