import { describe, expect, it, test } from 'vitest';
import { decide, reject, unsupported } from '../../checkers/decide.ts';
import { sameLabels } from '../../checkers/documents/labels.ts';
import { Budget } from '../../checkers/exact/budget.ts';
import { clearDenominators } from '../../checkers/exact/common-denominator.ts';
import { coprime, gcd } from '../../checkers/exact/integer.ts';
import { wrongEntryByResidues } from '../../checkers/exact/modular-product.ts';

describe('decide', () => {
  it('turns how the steps end into an answer', () => {
    expect(decide(() => undefined)).toEqual({ verdict: 'ACCEPTED' });
    expect(decide(() => reject('wrong', '/roles'))).toEqual({
      verdict: 'REJECTED',
      reason: 'wrong',
      at: '/roles',
    });
    expect(decide(() => unsupported('large'))).toEqual({
      verdict: 'INCONCLUSIVE',
      reason: 'UNSUPPORTED',
      bound: 'large',
    });
  });

  test.each([new Error('x'), new RangeError('x'), 'x', undefined, { answer: { verdict: 'ACCEPTED' } }])(
    'makes no verdict of %o, thrown by a fault',
    (thrown) => {
      let caught: unknown = 'nothing';
      try {
        decide(() => {
          throw thrown;
        });
      } catch (error) {
        caught = error;
      }
      expect(caught).toBe(thrown);
    },
  );
});

describe('labels', () => {
  it('are the same when both are absent, or all equal in number and order', () => {
    expect(sameLabels(undefined, undefined)).toBe(true);
    expect(sameLabels([], [])).toBe(true);
    expect(sameLabels(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(sameLabels(undefined, [])).toBe(false);
    expect(sameLabels([], undefined)).toBe(false);
    expect(sameLabels(['a'], ['a', 'b'])).toBe(false);
    expect(sameLabels(['a', 'b'], ['a'])).toBe(false);
    expect(sameLabels(['a', 'b'], ['b', 'a'])).toBe(false);
  });
});

describe('common denominators', () => {
  it('are the least, one for each vector', () => {
    const vectors = [
      ['1/4', '-1/6', '3'],
      ['1/2', '1/2', '0'],
      ['1', '2', '3'],
    ];
    const { vectors: cleared, scales } = clearDenominators(vectors, new Budget());
    expect(scales.map(({ value }) => value)).toEqual([12n, 2n, 1n]);
    expect(cleared).toEqual([
      ['3', '-2', '36'],
      ['1', '1', '0'],
      ['1', '2', '3'],
    ]);
  });
});

describe('divisors', () => {
  it('are at least 0, whatever the signs', () => {
    for (const [a, b, divisor] of [
      [12n, -18n, 6n],
      [-12n, 18n, 6n],
      [0n, -5n, 5n],
      [-5n, 0n, 5n],
      [0n, 0n, 0n],
    ] as const) {
      expect(gcd(a, b)).toBe(divisor);
    }
  });

  it('are common or not', () => {
    expect(coprime(2 ** 53 - 1, 2 ** 53 - 2)).toBe(true);
    expect(coprime(0, 1)).toBe(true);
    expect(coprime(1, 0)).toBe(true);
    expect(coprime(0, 2)).toBe(false);
    expect(coprime(0, 0)).toBe(false);
    expect(coprime(6_700_417 * 641, 6_700_417)).toBe(false);
  });
});

describe('a product of nothing', () => {
  it('has no wrong entry', () => {
    expect(wrongEntryByResidues([], [], [], [1, 1, 1], new Budget())).toBeUndefined();
  });
});
