import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../checkers/number/gcd/check.ts';
import { compareWithTwin } from './support/compare.ts';
import { request, where } from './support/request.ts';

interface Instance {
  readonly a: bigint;
  readonly b: bigint;
  readonly gcd: bigint;
  readonly x: bigint;
  readonly y: bigint;
}

function verdict({ a, b, gcd, x, y }: Instance): string {
  const integer = (value: bigint) => ({ type: 'number.integer@1', value: { value: `${value}` } });
  const bezout = { type: 'number.bezout@1', value: { gcd: `${gcd}`, x: `${x}`, y: `${y}` } };
  return where(check(request('number.gcd@1', { a: integer(a), b: integer(b), bezout })));
}

/** The extended Euclidean algorithm. */
function bezout(a: bigint, b: bigint): Instance {
  let [r, s, t, r1, s1, t1] = [a, 1n, 0n, b, 0n, 1n];
  while (r1 !== 0n) {
    const q = r / r1;
    [r, s, t, r1, s1, t1] = [r1, s1, t1, r - q * r1, s - q * s1, t - q * t1];
  }
  const sign = r < 0n ? -1n : 1n;
  return { a, b, gcd: sign * r, x: sign * s, y: sign * t };
}

/** By the definition: the greatest number that divides both; of small numbers only. */
function greatest(a: bigint, b: bigint): bigint {
  if (a === 0n && b === 0n) return 0n;
  let d = a === 0n || b === 0n ? 60n : 30n;
  while (a % d !== 0n || b % d !== 0n) d--;
  return d;
}

const big = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n });
const small = fc.bigInt(-30n, 30n);

describe('a greatest common divisor', () => {
  it('is accepted as the Euclidean algorithm gives it, however large', () => {
    fc.assert(
      fc.property(fc.oneof(big, small), fc.oneof(big, small), big, (a, b, k) => {
        const found = bezout(a, b);
        expect(verdict(found)).toBe('ACCEPTED');
        if (found.gcd === 0n) return;
        // The coefficients are not unique.
        const { gcd, x, y } = found;
        expect(verdict({ ...found, x: x + k * (b / gcd), y: y - k * (a / gcd) })).toBe('ACCEPTED');
      }),
      { numRuns: 800 },
    );
  });

  it('is the greatest number that divides both, and has coefficients', () => {
    const coefficient = fc.bigInt(-4n, 4n);
    const near = fc
      .tuple(small, small, coefficient, coefficient, fc.bigInt(-2n, 2n))
      .chain(([a, b, x, y, k]) => {
        const found = bezout(a, b);
        return fc.constantFrom<Instance[]>(
          { ...found, gcd: found.gcd + k },
          { ...found, gcd: found.gcd * k, x: found.x * k, y: found.y * k },
          { ...found, x: found.x + k },
          { a, b, gcd: a * x + b * y, x, y },
        );
      });
    compareWithTwin('number.gcd', { cases: near, numRuns: 3000 }, (found, agree) => {
      const { a, b, gcd, x, y } = found;
      const holds = gcd === greatest(a, b) && gcd === a * x + b * y;
      agree(verdict(found), holds);
    });
  });

  test.each([
    [{ a: 0n, b: 0n, gcd: 0n, x: 0n, y: 0n }],
    [{ a: 0n, b: 0n, gcd: 0n, x: 5n, y: -7n }],
    [{ a: 0n, b: -6n, gcd: 6n, x: 9n, y: -1n }],
    [{ a: 3918848n, b: 1653264n, gcd: 61232n, x: -8n, y: 19n }],
  ])('is accepted: %o', (found) => {
    expect(verdict(found)).toBe('ACCEPTED');
  });

  test.each([
    ['negative', { a: -6n, b: 0n, gcd: -6n, x: 1n, y: 0n }, '/gcd'],
    ['zero for a number that is not', { a: 0n, b: 5n, gcd: 0n, x: 1n, y: 0n }, '/gcd'],
    ['zero for a first number that is not', { a: 5n, b: 0n, gcd: 0n, x: 0n, y: 1n }, '/gcd'],
    ['not zero for two zeros', { a: 0n, b: 0n, gcd: 1n, x: 0n, y: 0n }, ''],
    ['a smaller common divisor', { a: 4n, b: 8n, gcd: 2n, x: 1n, y: 0n }, ''],
    ['a combination that divides a only', { a: 4n, b: 6n, gcd: 4n, x: 1n, y: 0n }, '/gcd'],
    ['a combination that divides b only', { a: 4n, b: 6n, gcd: 6n, x: 0n, y: 1n }, '/gcd'],
    ['coefficients exchanged', { a: 4n, b: 6n, gcd: 2n, x: 1n, y: -1n }, ''],
  ])('is rejected: %s', (_, found, place) => {
    expect(verdict(found)).toBe(`REJECTED /roles/bezout/value${place}`);
  });
});
