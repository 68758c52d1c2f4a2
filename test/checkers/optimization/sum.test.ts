import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decide } from '../../../checkers/decide.ts';
import { Budget } from '../../../checkers/exact/budget.ts';
import { compare, fraction, negative, product, ZERO } from '../../../checkers/exact/fraction.ts';
import { Sum } from '../../../checkers/exact/sum.ts';
import {
  dot,
  equal,
  fraction as exact,
  minus,
  parse,
  plus,
  sign,
  text,
  times,
  zero,
} from './support/fractions.ts';

const STEPS = 10_000_000_000;
const digitsOf = (n: bigint) => `${n < 0n ? -n : n}`.length;

const number = fc
  .oneof(
    fc.tuple(fc.bigInt(-20n, 20n), fc.bigInt(1n, 12n)),
    fc.tuple(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.bigInt(1n, 10n ** 40n)),
    fc.tuple(
      fc.bigInt(-9n, 9n),
      fc.nat(60).map((k) => 2n ** BigInt(k)),
    ),
  )
  .map(([n, d]) => exact(n, d));

describe('a sum', () => {
  it('is exact, over a denominator that no other is less than, and as short as it says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 12 }), (pairs) => {
        const budget = new Budget();
        const sum = new Sum(budget);
        for (const [a, b] of pairs) sum.addProduct(fraction(text(a), budget), fraction(text(b), budget));
        const expected = dot(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        );
        const { numerator, denominator, top, bottom } = sum.value;
        expect(denominator > 0n).toBe(true);
        expect(equal(exact(numerator, denominator), expected)).toBe(true);
        expect(digitsOf(numerator)).toBeLessThanOrEqual(top);
        expect(digitsOf(denominator)).toBeLessThanOrEqual(bottom);
        for (const [a, b] of pairs) expect(denominator % (a.d * b.d)).toBe(0n);
        const least = pairs.reduce((all, [a, b]) => all * ((a.d * b.d) / gcd(all, a.d * b.d)), 1n);
        expect(denominator).toBe(least);
      }),
      { numRuns: 1500 },
    );
  });

  it('of nothing is zero', () => {
    expect(new Sum(new Budget()).value).toMatchObject({ numerator: 0n, denominator: 1n });
  });
});

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

test('fractions are compared, multiplied and turned around', () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      const budget = new Budget();
      const [one, other] = [fraction(text(a), budget), fraction(text(b), budget)];
      expect(compare(one, other, budget)).toBe(sign(minus(a, b)));
      expect(compare(one, one, budget)).toBe(0);
      const { numerator, denominator, top, bottom } = product(one, negative(other, budget), budget);
      expect(equal(exact(numerator, denominator), minus(zero, times(a, b)))).toBe(true);
      expect(digitsOf(numerator)).toBeLessThanOrEqual(top);
      expect(digitsOf(denominator)).toBeLessThanOrEqual(bottom);
    }),
  );
  expect(compare(ZERO, fraction('1/7', new Budget()), new Budget())).toBe(-1);
  expect(equal(plus(parse('1/2'), parse('1/3')), parse('5/6'))).toBe(true);
});

describe('work on numbers is paid for before it starts', () => {
  /** Steps that adding these up takes from a budget. */
  function cost(...terms: readonly string[]): number {
    const spent: number[] = [];
    const budget = new Budget();
    const spend = budget.spend.bind(budget);
    budget.spend = (steps) => {
      spent.push(steps);
      spend(steps);
    };
    const sum = new Sum(budget);
    for (const term of terms) sum.add(fraction(term, budget));
    expect(spent.every((steps) => Number.isInteger(steps) && steps > 0)).toBe(true);
    return spent.reduce((all, steps) => all + steps, 0);
  }

  it('and grows with the digits', () => {
    const long = '7'.repeat(10_000);
    expect(cost('1')).toBeLessThan(1_000);
    expect(cost(long)).toBeGreaterThan(250_000);
    expect(cost(`1/${long}`)).toBeGreaterThan(250_000);
    // Two denominators that have nothing to do with one another, against the same one twice.
    expect(cost(`1/${long}`, `1/${long}1`)).toBeGreaterThan(100 * cost(`1/${long}`, `2/${long}`));
  });

  it('and not started where it would take too long', () => {
    const budget = new Budget();
    budget.spend(STEPS - 1_000_000);
    const sum = new Sum(budget);
    const terms = Array.from({ length: 10_000 }, (_, i) => `1/${10_007 + 2 * i}`);
    const answer = decide(() => {
      for (const term of terms) sum.add(fraction(term, budget));
    });
    expect(answer).toMatchObject({ verdict: 'INCONCLUSIVE', bound: `${STEPS} steps of exact arithmetic` });
    expect(sum.value.bottom).toBeGreaterThan(100);
    expect(sum.value.bottom).toBeLessThan(10_000);
  });
});
