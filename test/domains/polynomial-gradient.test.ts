import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../checkers/polynomial/gradient/check.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import type { Vector } from '../../src/domains/polynomial/polynomial.ts';
import { applyTransform } from '../../src/domains/prepare.ts';
import { hugeTerms } from '../checkers/polynomial/support/polynomials.ts';
import { prepare, refusal, rules } from './rules.ts';

const GRADIENT = 'POLYNOMIAL_GRADIENT';

const polynomial = fc
  .nat(3)
  .chain((n) => fc.record({ variables: fc.constant(['x', 'y', 'z'].slice(0, n)), terms: hugeTerms(n, 6) }));

function gradientOf(value: JsonValue): Vector {
  const { document } = applyTransform(GRADIENT, prepare('polynomial@1', value), rules);
  expect(document.type).toBe('polynomial.vector@1');
  return document.value as Vector;
}

describe('POLYNOMIAL_GRADIENT', () => {
  test('makes what the checker of polynomial.gradient@1 accepts, and nothing else', () => {
    fc.assert(
      fc.property(polynomial, (value) => {
        const source = prepare('polynomial@1', value);
        const roles = {
          polynomial: source.bytes.text,
          gradient: applyTransform(GRADIENT, source, rules).bytes.text,
        };
        expect(check({ claim: 'polynomial.gradient@1', roles, sources: {} })).toEqual({
          verdict: 'ACCEPTED',
        });
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [['x'], [], [[]]],
    [[], [['3', []]], []],
    [['x'], [['3', [0]]], [[]]],
    [
      ['x', 'y'],
      [
        ['5', [0, 0]],
        ['1/6', [2, 1]],
        ['-3/4', [0, 4]],
      ],
      [
        [['1/3', [1, 1]]],
        [
          ['1/6', [2, 0]],
          ['-3', [0, 3]],
        ],
      ],
    ],
    [['x'], [['1/3', [2 ** 53 - 1]]], [[['9007199254740991/3', [2 ** 53 - 2]]]]],
    [['x'], [['1/6361', [2 ** 53 - 1]]], [[['1416003655831', [2 ** 53 - 2]]]]],
  ] as JsonValue[][])('of %j: %j', (variables = null, terms = null, components = null) => {
    expect(gradientOf({ variables, terms })).toEqual({ variables, components });
  });

  test('is refused where it would have more than 2^23 exponents', () => {
    const variables = Array.from({ length: 2 ** 8 }, (_, v) => `x${v}`);
    const value = (count: number): JsonValue => ({
      variables,
      terms: Array.from({ length: count }, (_, i) => ['1', variables.map((_, v) => (v === 0 ? i + 1 : 1))]),
    });
    expect(gradientOf(value(4)).components).toHaveLength(2 ** 8);
    expect(refusal(() => gradientOf(value(2 ** 7 + 1)))).toBe(
      'TRANSFORM_DIMENSIONS /value/terms: the gradient would have more than 2^23 exponents',
    );
  });

  test('takes polynomials only', () => {
    const vector = prepare('polynomial.vector@1', { variables: ['x'], components: [] });
    expect(refusal(() => applyTransform(GRADIENT, vector, rules))).toMatch(/^TRANSFORM_NOT_DECLARED/);
  });
});
