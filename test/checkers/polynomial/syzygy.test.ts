import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/polynomial/syzygy/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { compareWithTwin } from '../support/compare.ts';
import { request, where } from '../support/request.ts';
import { type Terms, univariate, variables, vector, vectors } from './support/documents.ts';
import { distance, hugeTerms, near, nearList, spread, terms } from './support/polynomials.ts';
import {
  add,
  areSyzygies,
  multiply,
  negative,
  type Sparse,
  sparse,
  terms as termsOf,
} from './support/twin.ts';

interface Instance {
  readonly names: readonly string[];
  readonly generators: readonly Terms[];
  readonly syzygies: readonly (readonly Terms[])[];
}

function answer({ names, generators, syzygies }: Instance, others = names): Answer {
  const roles = { generators: vector(names, generators), syzygies: vectors(others, syzygies) };
  return check(request('polynomial.syzygy@1', roles));
}

const verdict = (...parameters: Parameters<typeof answer>) => where(answer(...parameters));

const holds = ({ generators, syzygies }: Instance) => areSyzygies(generators.map(sparse), syzygies);

/** multiple · (g_k in place j, −g_j in place k): a relation, whatever the generators. */
function koszul(generators: readonly Terms[], j: number, k: number, multiple: Terms): readonly Terms[] {
  const part = (i: number, sign: (p: Sparse) => Sparse): Sparse =>
    multiply(sparse(multiple), sign(sparse(generators[i] as Terms)));
  return generators.map((_, i) =>
    termsOf(add(i === j ? part(k, (p) => p) : new Map(), i === k ? part(j, negative) : new Map())),
  );
}

function instance(of: (variables: number) => fc.Arbitrary<Terms>): fc.Arbitrary<Instance> {
  return fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })).chain(([n, m]) =>
    fc
      .record({
        generators: fc.array(of(n), { minLength: m, maxLength: m }),
        parts: fc.array(fc.tuple(fc.nat(m - 1), fc.integer({ min: 1, max: Math.max(1, m - 1) }), of(n)), {
          minLength: 1,
          maxLength: 3,
        }),
      })
      .map(({ generators, parts }) => ({
        names: variables(n),
        generators,
        syzygies: parts.map(([j, further, multiple]) => koszul(generators, j, (j + further) % m, multiple)),
      })),
  );
}

const nearInstance = (of: Instance): fc.Arbitrary<Instance> =>
  fc.oneof(
    nearList(of.syzygies, (components) => nearList(components, near)).map((syzygies) => ({
      ...of,
      syzygies,
    })),
    nearList(of.generators, near).map((generators) => ({ ...of, generators })),
  );

describe('syzygies', () => {
  it('are accepted where the twin finds them true, rejected where it does not', () => {
    compareWithTwin('polynomial.syzygy', { cases: instance(terms), numRuns: 1000 }, (instance, agree) => {
      agree(verdict(instance), holds(instance));
    });
  });

  it('have the verdict of the twin when they or the generators are nearly right', () => {
    compareWithTwin(
      'polynomial.syzygy',
      { cases: instance(terms).chain(nearInstance), numRuns: 2000 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  it('have the verdict of the twin where monomials are far apart, or take several words', () => {
    const far = fc.tuple(instance(terms), distance).map(([{ names, generators, syzygies }, by]) => ({
      names,
      generators: generators.map((terms) => spread(terms, by)),
      syzygies: syzygies.map((vector) => vector.map((terms) => spread(terms, by))),
    }));
    compareWithTwin(
      'polynomial.syzygy',
      { cases: fc.oneof(far, far.chain(nearInstance)), numRuns: 1000 },
      (instance, agree) => {
        agree(verdict(instance), holds(instance));
      },
    );
  });

  it('have the verdict of the twin or none where exponents are huge', () => {
    fc.assert(
      fc.property(
        instance(hugeTerms).filter(({ syzygies }) => {
          return syzygies.flat(2).every(([, exponents]) => exponents.every(Number.isSafeInteger));
        }),
        (instance) => {
          const { verdict } = answer(instance);
          if (verdict !== 'INCONCLUSIVE') expect(verdict === 'ACCEPTED').toBe(holds(instance));
        },
      ),
      { numRuns: 1000 },
    );
  });

  const x = univariate(0, 1);
  const xy = ['x', 'y'];

  test.each<[string, Instance]>([
    ['of a zero generator', { names: xy, generators: [[]], syzygies: [[[['1', [0, 0]]]]] }],
    [
      'between constants',
      { names: [], generators: [[['1/2', []]], [['-3', []]]], syzygies: [[[['6', []]], [['1', []]]]] },
    ],
    [
      'twice the same',
      {
        names: ['x'],
        generators: [x, x],
        syzygies: [
          [x, univariate(0, -1)],
          [x, univariate(0, -1)],
        ],
      },
    ],
    [
      'with one component zero',
      { names: ['x'], generators: [x, x, x], syzygies: [[x, [], univariate(0, -1)]] },
    ],
    [
      'with fractions that cancel',
      {
        names: ['x'],
        generators: [univariate('1/3'), univariate('1/2')],
        syzygies: [[univariate('1/2'), univariate('-1/3')]],
      },
    ],
  ])('are accepted: %s', (_, instance) => {
    expect(verdict(instance)).toBe('ACCEPTED');
  });

  const value = '/roles/syzygies/value';
  test.each<[string, Instance, string]>([
    ['no vectors', { names: xy, generators: [[]], syzygies: [] }, '/vectors'],
    ['no generators, no components', { names: xy, generators: [], syzygies: [[]] }, '/vectors/0'],
    ['zero in every component', { names: ['x'], generators: [x, x], syzygies: [[[], []]] }, '/vectors/0'],
    [
      'zero after a true one',
      {
        names: ['x'],
        generators: [x, x],
        syzygies: [
          [x, univariate(0, -1)],
          [[], []],
        ],
      },
      '/vectors/1',
    ],
    ['zero, of zeros', { names: ['x'], generators: [[]], syzygies: [[[]]] }, '/vectors/0'],
    [
      'a component less',
      { names: ['x'], generators: [x, x, []], syzygies: [[x, univariate(0, -1)]] },
      '/vectors/0',
    ],
    [
      'a component more',
      { names: ['x'], generators: [x, x], syzygies: [[x, univariate(0, -1), []]] },
      '/vectors/0',
    ],
    ['a sign', { names: ['x'], generators: [x, x], syzygies: [[x, x]] }, '/vectors/0'],
    [
      'components exchanged',
      { names: ['x'], generators: [x, univariate(1)], syzygies: [[x, univariate(-1)]] },
      '/vectors/0',
    ],
    [
      'wrong in the last',
      {
        names: ['x'],
        generators: [x, x],
        syzygies: [
          [x, univariate(0, -1)],
          [x, univariate(1)],
        ],
      },
      '/vectors/1',
    ],
    [
      'off by 10^-30',
      {
        names: ['x'],
        generators: [x, x],
        syzygies: [[x, univariate(0, `-${10n ** 30n + 1n}/${10n ** 30n}`)]],
      },
      '/vectors/0',
    ],
  ])('are rejected: %s', (_, instance, place) => {
    expect(verdict(instance)).toBe(`REJECTED ${value}${place}`);
  });

  it('have the variables of the generators, in their order', () => {
    const generators: Terms[] = [[['1', [1, 0]]], [['1', [0, 1]]]];
    const syzygies: Terms[][] = [[[['1', [0, 1]]], [['-1', [1, 0]]]]];
    const instance = { names: xy, generators, syzygies };
    expect(verdict(instance)).toBe('ACCEPTED');
    for (const others of [
      ['y', 'x'],
      ['x', 'z'],
      ['X', 'y'],
    ]) {
      expect(verdict(instance, others)).toBe(`REJECTED ${value}/variables`);
    }
    // Without terms another number of variables has the right shape too.
    expect(verdict({ names: xy, generators: [[]], syzygies: [[[['1', [0]]]]] }, ['x'])).toBe(
      `REJECTED ${value}/variables`,
    );
    expect(verdict({ names: ['é'], generators: [[]], syzygies: [[[['1', [0]]]]] }, ['e\u0301'])).toBe(
      `REJECTED ${value}/variables`,
    );
  });

  it.each(['1', `${10n ** 30n}`])('are right in every word of a monomial, with the coefficient %s', (c) => {
    const generator: Terms = [[c, [2 ** 40, 2 ** 40]]];
    const between = (one: string, other: string) =>
      verdict({
        names: xy,
        generators: [generator, generator],
        syzygies: [[[[one, [0, 0]]], [[other, [0, 0]]]]],
      });
    expect(between('1', '-1')).toBe('ACCEPTED');
    // What is left over is one term, the last.
    expect(between('1', '-2')).toBe(`REJECTED ${value}/vectors/0`);
    expect(between('2', '-1')).toBe(`REJECTED ${value}/vectors/0`);
  });

  describe('with exponents whose sums a double would round', () => {
    const power = (exponent: number): Terms => [['1', [exponent]]];
    const minus = (exponent: number): Terms => [['-1', [exponent]]];
    const top = 2 ** 53 - 1;
    const between = (one: number, other: number, generators: readonly Terms[] = [power(top), power(top)]) =>
      answer({ names: ['x'], generators, syzygies: [[power(one), minus(other)]] }).verdict;

    it('are accepted up to 2^53 - 1', () => {
      expect(between(0, 0)).toBe('ACCEPTED');
      expect(between(1, 2, [power(top - 1), power(top - 2)])).toBe('ACCEPTED');
      expect(between(1, 2, [power(top - 1), power(top - 3)])).toBe('REJECTED');
    });

    it('are never accepted wrongly beyond', () => {
      // 2^53 + 1 rounds to 2^53.
      expect(between(1, 2)).toBe('INCONCLUSIVE');
      expect(between(2, 1)).toBe('INCONCLUSIVE');
      expect(between(top, top - 1)).toBe('INCONCLUSIVE');
      expect(between(1, 0)).toBe('INCONCLUSIVE');
    });
  });
});
