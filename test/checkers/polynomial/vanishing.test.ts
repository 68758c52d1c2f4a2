import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { decide } from '../../../checkers/decide.ts';
import { Budget } from '../../../checkers/exact/budget.ts';
import { type IntegerPolynomial, integerPolynomial } from '../../../checkers/exact/polynomial.ts';
import { layOut, valuesAtBoth, valuesAtZero } from '../../../checkers/exact/polynomial-table.ts';
import { integersOf } from '../../../checkers/exact/polynomial-terms.ts';
import { vanishAtPoints } from '../../../checkers/exact/polynomial-values.ts';
import { certainlyVanish } from '../../../checkers/exact/polynomial-vanishing.ts';
import { check } from '../../../checkers/polynomial/syzygy/check.ts';
import { request, where } from '../support/request.ts';
import { type Term, type Terms, variables, vector, vectors } from './support/documents.ts';
import {
  add,
  areSyzygies,
  combination,
  multiply,
  negative,
  type Sparse,
  sparse,
  terms,
} from './support/twin.ts';

const LARGE = 2n ** 400n;
const HUGE = 2n ** 12_800n;

/** 0, 1, -1, 2, -2, … */
const valueIn = (place: number): bigint => BigInt(place % 2 === 0 ? -place / 2 : (place + 1) / 2);

function sorted(polynomial: Sparse): Terms {
  return terms(polynomial).toSorted(([, one], [, other]) => {
    const at = one.findIndex((exponent, v) => exponent !== other[v]);
    return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
  });
}

function integers(polynomial: Sparse): IntegerPolynomial {
  const list = sorted(polynomial);
  return integerPolynomial(
    integersOf(list.map(([coefficient]) => BigInt(coefficient))),
    list.map(([, exponents]) => exponents),
  );
}

function evaluated(polynomial: Sparse, point: readonly bigint[]): bigint {
  return terms(polynomial).reduce(
    (sum, [coefficient, exponents]) =>
      sum +
      exponents.reduce(
        (product, exponent, v) => product * (point[v] as bigint) ** BigInt(exponent),
        BigInt(coefficient),
      ),
    0n,
  );
}

/** Every monomial of at most (or of exactly) this degree, each with its coefficient, 0 left out. */
function polynomialOf(degree: number, count: number, exactly: boolean): fc.Arbitrary<Sparse> {
  const all = exponentsOf(degree, count).filter(
    (exponents) => !exactly || exponents.reduce((a, b) => a + b, 0) === degree,
  );
  const coefficient = fc.oneof(fc.bigInt(-9n, 9n), fc.bigInt(-LARGE, LARGE), fc.constant(0n));
  return fc
    .array(coefficient, { minLength: all.length, maxLength: all.length })
    .map((list) => sparse(list.flatMap((c, i): Term[] => (c === 0n ? [] : [[`${c}`, all[i] as number[]]]))));
}

function exponentsOf(degree: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: degree + 1 }, (_, exponent) =>
    exponentsOf(degree - exponent, count - 1).map((rest) => [exponent, ...rest]),
  ).flat();
}

/** Every monomial of at most this degree, with large coefficients that differ. */
function full(degree: number, count: number, size = LARGE): Sparse {
  return sparse(
    exponentsOf(degree, count).map((exponents, i): Term => [`${size + BigInt(i * i + 1)}`, exponents]),
  );
}

const monomial = (exponents: readonly number[], coefficient = 1n): Sparse =>
  sparse([[`${coefficient}`, exponents]]);

/** Tables of c₁, g₁, c₂, g₂, … and their products one after the other, as one sum. */
function vanishes(pairs: readonly (readonly [Sparse, Sparse])[], free: number, degree: number): boolean {
  const tables = pairs.flat().map((polynomial) => {
    const list = sorted(polynomial);
    return layOut(
      list.map(([, exponents]) => exponents),
      list.map(([coefficient]) => BigInt(coefficient)),
      free,
    );
  });
  const products = pairs.map((_, i) => [2 * i, 2 * i + 1] as const);
  return vanishAtPoints(tables, [products], free, degree);
}

describe('tables', () => {
  const cases = fc
    .tuple(fc.nat(4), fc.integer({ min: 1, max: 3 }))
    .chain(([degree, count]) => fc.tuple(fc.constant(count), polynomialOf(degree, count, false)));

  it('give the values of a polynomial, one variable after the other', () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat(5), { minLength: 3, maxLength: 3 }), ([count, polynomial], xs) => {
        const list = sorted(polynomial);
        const table = layOut(
          list.map(([, exponents]) => exponents),
          list.map(([coefficient]) => BigInt(coefficient)),
          count,
        );
        let entries = table.entries;
        let negatives = table.entries;
        for (let variable = count - 1; variable >= 0; variable--) {
          const lengths = table.lengths[variable] as readonly number[];
          const x = xs[variable] as number;
          entries = x === 0 ? valuesAtZero(entries, lengths) : valuesAtBoth(entries, lengths, x)[0];
          negatives = x === 0 ? valuesAtZero(negatives, lengths) : valuesAtBoth(negatives, lengths, x)[1];
        }
        const point = xs.slice(0, count).map(BigInt);
        expect(entries).toEqual([evaluated(polynomial, point)]);
        expect(negatives).toEqual([
          evaluated(
            polynomial,
            point.map((x) => -x),
          ),
        ]);
      }),
      { numRuns: 500 },
    );
  });

  test('hold zeros between the coefficients, and none behind the last of a list', () => {
    const table = layOut(
      [
        [0, 2],
        [2, 1],
        [2, 3],
      ],
      [5n, 6n, 7n],
      2,
    );
    expect(table).toEqual({ entries: [0n, 0n, 5n, 0n, 6n, 0n, 7n], lengths: [[3], [3, 0, 4]] });
    expect(layOut([[2, 1, 4]], [3n], 2)).toEqual({ entries: [0n, 3n], lengths: [[3], [0, 0, 2]] });
    expect(layOut([[4]], [3n], 0)).toEqual({ entries: [3n], lengths: [] });
  });
});

describe('sums of products that vanish at the points of a degree', () => {
  const triple = fc
    .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.integer({ min: 0, max: 3 }))
    .chain(([a, b, c, count]) => {
      const of = (degree: number) => polynomialOf(degree, count, false);
      return fc.record({
        count: fc.constant(count),
        degree: fc.constant(a + b + c),
        g: of(a),
        h: of(b),
        m: of(c),
        change: of(c + Math.min(a, b)),
      });
    });

  it('vanish', () => {
    fc.assert(
      fc.property(triple, ({ count, degree, g, h, m }) => {
        const pairs = [
          [multiply(m, h), g],
          [negative(multiply(m, g)), h],
        ] as const;
        expect(vanishes(pairs, count, degree)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('vanish where the twin finds no term, and nowhere else', () => {
    fc.assert(
      fc.property(triple, ({ count, degree, g, h, m, change }) => {
        const pairs = [
          [add(multiply(m, h), change), g],
          [negative(multiply(m, g)), h],
        ] as const;
        const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
        expect(vanishes(pairs, count, degree)).toBe(combination(ones, others).size === 0);
      }),
      { numRuns: 500 },
    );
  });

  const factors = (place: number, variable: number, count: number): Sparse => {
    const x = monomial(Array.from({ length: count }, (_, v) => (v === variable ? 1 : 0)));
    const one = Array<number>(count).fill(0);
    return Array.from({ length: place }, (_, k) => valueIn(k)).reduce(
      (product, value) => multiply(product, value === 0n ? x : add(x, monomial(one, -value))),
      monomial(one),
    );
  };

  it.each([1, 2, 3])(
    'do not vanish when they are 0 at all of the points but one, in %i variables',
    (count) => {
      for (let degree = 0; degree <= 6; degree++) {
        for (const places of exponentsOf(degree, count)) {
          const polynomial = places.reduce(
            (product, place, variable) => multiply(product, factors(place, variable, count)),
            monomial(Array<number>(count).fill(0)),
          );
          const one = monomial(Array<number>(count).fill(0));
          expect(vanishes([[polynomial, one]], count, degree)).toBe(false);
          expect(vanishes([[one, polynomial]], count, degree)).toBe(false);
        }
      }
    },
  );

  test('are not looked at beyond their degree', () => {
    const one = monomial([0]);
    for (let degree = 0; degree <= 6; degree++) {
      expect(vanishes([[factors(degree + 1, 0, 1), one]], 1, degree)).toBe(true);
    }
  });
});

describe('certainly vanishing sums', () => {
  const certain = (pairs: readonly (readonly [Sparse, Sparse])[][]) => {
    const known = new Map<Sparse, IntegerPolynomial>();
    const once = (polynomial: Sparse) => {
      const made = known.get(polynomial) ?? integers(polynomial);
      known.set(polynomial, made);
      return made;
    };
    const sums = pairs.map((sum) => sum.map(([one, other]) => [once(one), once(other)] as const));
    return certainlyVanish(sums, new Budget());
  };
  const relation = (g: Sparse, h: Sparse): (readonly [Sparse, Sparse])[] => [
    [h, g],
    [negative(g), h],
  ];
  const shifted = (polynomial: Sparse, by: bigint): Sparse =>
    sparse(terms(polynomial).map(([c, exponents]): Term => [`${BigInt(c) + by}`, exponents]));

  it.each([
    [1, 20],
    [2, 8],
    [3, 5],
  ])('are found in %i variables, dense and of degree %i', (count, degree) => {
    const g = full(degree, count, HUGE);
    const h = shifted(g, 12_345n);
    expect(certain([relation(g, h)])).toBe(true);
    expect(certain([relation(g, h), relation(h, g)])).toBe(true);
    const wrong = add(h, monomial([...Array<number>(count - 1).fill(0), degree]));
    expect(certain([[[wrong, g], relation(g, h)[1] as readonly [Sparse, Sparse]]])).toBe(false);
    expect(certain([relation(g, h), [[h, g]]])).toBe(false);
    expect(certain([[[h, g]], relation(g, h)])).toBe(false);
  });

  it('are found where every sum is homogeneous, of whatever degree, though one is not 0 where the last variable is', () => {
    const form = (degree: number, by: bigint): Sparse =>
      sparse(
        exponentsOf(degree, 2).map((exponents, i): Term => {
          const last = degree - exponents.reduce((a, b) => a + b, 0);
          return [`${LARGE + by + BigInt(i)}`, [...exponents, last]];
        }),
      );
    const [g, h, k] = [form(5, 1n), form(5, 7n), form(6, 3n)];
    expect(certain([relation(g, h), relation(g, k)])).toBe(true);
    const last = add(h, monomial([0, 0, 5]));
    expect(
      certain([
        [
          [last, g],
          [negative(g), h],
        ],
      ]),
    ).toBe(false);
    // (z - 1)·g is 0 where z is 1, and not homogeneous.
    const z = add(multiply(monomial([0, 0, 1]), g), negative(g));
    expect(certain([[[z, h]]])).toBe(false);
  });

  it('are not looked for where multiplying out is cheaper', () => {
    const sparsely = sparse([
      [`${LARGE}`, [20, 0]],
      [`${LARGE + 1n}`, [0, 20]],
    ]);
    const other = shifted(sparsely, 5n);
    expect(certain([relation(sparsely, other)])).toBe(false);
    // Doubles are multiplied in no time.
    const small = full(20, 2, 1n);
    expect(certain([relation(small, shifted(small, 1n))])).toBe(false);
    expect(certain([])).toBe(false);
    expect(certain([[]])).toBe(false);
  });

  it('are paid for by the points of their degree, and the entries on the way to them', () => {
    const spent = (polynomials: readonly Sparse[], sum: readonly (readonly [number, number])[]) => {
      const budget = new Budget();
      const spend = vi.spyOn(budget, 'spend');
      const operands = polynomials.map(integers);
      const summands = sum.map(([i, j]) => {
        return [operands[i] as IntegerPolynomial, operands[j] as IntegerPolynomial] as const;
      });
      certainlyVanish([summands], budget);
      return spend.mock.calls.map(([steps]) => steps);
    };
    const [g, h] = [full(8, 2), full(7, 2)];
    // 45 and 36 terms of 7 words; at degree 15, a value is at most 2 words longer. A step in y takes whole polynomials to each of 16
    // values, one in x what is left of them to each of 136 points.
    const [points, values] = [136, 16];
    const entries = (45 + 36) * values + (9 + 8) * points;
    expect(spent([g, h], [[0, 1]])).toEqual([5 * (45 + 36) * 3, entries * 89 + points * (160 + 81 + 18)]);
    // At degree 16, a value may be 3 words longer.
    expect(spent([g, shifted(g, 1n)], [[0, 1]])).toEqual([
      5 * 90 * 3,
      (90 * 17 + 18 * 153) * 90 + 153 * (160 + 100 + 20),
    ]);
    expect(spent([full(7, 2), sparse([[`${LARGE}`, [8, 0]]])], [[0, 1]])).toEqual([5 * 37 * 3]);
  });

  it('are not looked for above degree 64', () => {
    const [g, h] = [full(32, 1, HUGE), full(33, 1, HUGE)];
    expect(certain([relation(g, shifted(g, 3n))])).toBe(true);
    expect(certain([relation(g, h)])).toBe(false);
  });

  it('are not looked for where the values at a point would take more than 64 MiB', () => {
    // In 8 variables and of degree 1, 2 · (1 + … + 8) of them; each 2 words longer than a coefficient.
    const verdict = (words: number) => {
      const exponents = exponentsOf(1, 8);
      const coefficient = 1n << BigInt(64 * words - 1);
      const [g, h] = [0, 1].map(() => {
        return integerPolynomial(Array<bigint>(exponents.length).fill(coefficient), exponents);
      });
      let found: boolean | undefined;
      const answer = decide(() => {
        found = certainlyVanish([[[g as IntegerPolynomial, h as IntegerPolynomial]]], new Budget());
      });
      return [answer.verdict, found];
    };
    const most = Math.floor(2 ** 23 / (2 * 2 * 36)) - 2;
    expect(verdict(most)).toEqual(['INCONCLUSIVE', undefined]);
    expect(verdict(most + 1)).toEqual(['ACCEPTED', false]);
  });

  it('are not looked for in more than 8 variables', () => {
    for (const count of [8, 9]) {
      const g = full(1, count, HUGE);
      expect(certain([relation(g, shifted(g, 3n))])).toBe(count === 8);
    }
  });
});

describe('dense syzygies with long coefficients', () => {
  const names = variables(2);
  const large = fc.bigInt(-LARGE, LARGE).filter((n) => n !== 0n);
  const dense = (degree: number): fc.Arbitrary<Terms> => {
    const all = exponentsOf(degree, 2);
    return fc
      .array(large, { minLength: all.length, maxLength: all.length })
      .map((list) => list.map((c, i): Term => [`${c}`, all[i] as readonly number[]]));
  };
  const verdict = (generators: readonly Terms[], syzygies: readonly (readonly Terms[])[]) => {
    const roles = { generators: vector(names, generators), syzygies: vectors(names, syzygies) };
    return where(check(request('polynomial.syzygy@1', roles)));
  };
  const minus = (list: Terms): Terms => terms(negative(sparse(list)));

  it('have the verdict of the twin, and the first wrong vector is named', () => {
    fc.assert(
      fc.property(
        dense(4),
        dense(4),
        fc.nat(2),
        fc.nat(14),
        fc.constantFrom(0n, 1n, -1n),
        (g, h, k, i, by) => {
          const good = [h, minus(g)];
          const changed = h.map(([c, e], at): Term => [at === i ? `${BigInt(c) + by}` : c, e]);
          fc.pre(changed.every(([c]) => c !== '0'));
          const list = [good, good, good].with(k, [changed, minus(g)]);
          const holds = areSyzygies([sparse(g), sparse(h)], list);
          expect(holds).toBe(by === 0n);
          expect(verdict([g, h], list)).toBe(
            holds ? 'ACCEPTED' : `REJECTED /roles/syzygies/value/vectors/${k}`,
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});
