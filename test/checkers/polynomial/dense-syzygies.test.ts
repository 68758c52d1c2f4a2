import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check as jacobian } from '../../../checkers/polynomial/jacobian_syzygy/check.ts';
import { check as syzygy } from '../../../checkers/polynomial/syzygy/check.ts';
import { request, where } from '../support/request.ts';
import { polynomial, type Term, type Terms, variables, vector, vectors } from './support/documents.ts';
import { gradient, multiply, negative, type Sparse, sparse, terms } from './support/twin.ts';

/** So long that dense polynomials are compared by their values, and not multiplied out. */
const LONG = 2n ** 3200n;
const LONGER = 2n ** 12_800n;

function verdict(count: number, generators: readonly Terms[], list: readonly (readonly Terms[])[]): string {
  const names = variables(count);
  const roles = { generators: vector(names, generators), syzygies: vectors(names, list) };
  return where(syzygy(request('polynomial.syzygy@1', roles)));
}

/** Every list of exponents of at most this degree, or of exactly this degree. */
function exponentsOf(degree: number, count: number, exactly: boolean): readonly (readonly number[])[] {
  if (count === 0) return exactly && degree > 0 ? [] : [[]];
  return Array.from({ length: degree + 1 }, (_, exponent) =>
    exponentsOf(degree - exponent, count - 1, exactly).map((rest) => [exponent, ...rest]),
  ).flat();
}

const minus = (list: Terms): Terms => terms(negative(sparse(list)));
/** h and −g of the generators g and h. */
const koszul = (g: Terms, h: Terms): readonly Terms[] => [h, minus(g)];

function changed(list: Terms, place: number, by: bigint): Terms {
  return list.map(([c, e], at): Term => [at === place % list.length ? `${BigInt(c) + by}` : c, e]);
}

describe.each([
  ['of degree 6 in two variables', 2, 6, false],
  ['homogeneous, of degree 6 in three', 3, 6, true],
  ['of degree 24 in one', 1, 24, false],
])('dense syzygies with long coefficients, %s', (_, count, degree, exactly) => {
  const all = exponentsOf(degree, count, exactly);
  const long = fc.bigInt(LONG, 2n * LONG).map((n) => (n % 3n === 0n ? -n : n));
  const coefficient = fc.oneof(
    { weight: 6, arbitrary: long },
    { weight: 1, arbitrary: fc.constantFrom(0n, 1n, -2n) },
  );
  /** Some terms are missing, or all with one exponent of the first variable. */
  const dense: fc.Arbitrary<Terms> = fc
    .tuple(
      fc.array(coefficient, { minLength: all.length, maxLength: all.length }),
      fc.constantFrom(-1, -1, 0, 1, 3),
    )
    .map(([list, missing]) =>
      list.flatMap((c, i): Term[] => {
        const exponents = all[i] as readonly number[];
        return c === 0n || exponents[0] === missing ? [] : [[`${c}`, exponents]];
      }),
    );
  /** x² + 3, or x² + 3z²: relations of g and h hold whatever g and h are taken for, those of their multiples do not. */
  const m = sparse([
    ['1', Array.from({ length: count }, (_, v) => (v === 0 ? 2 : 0))],
    ['3', Array.from({ length: count }, (_, v) => (exactly && v === count - 1 ? 2 : 0))],
  ]);
  const multiple = (list: Terms): Terms => terms(multiply(m, sparse(list)));

  it('are accepted, and rejected where a coefficient is another', () => {
    fc.assert(
      fc.property(dense, dense, fc.nat(), fc.constantFrom(3n, -3n, 2n ** 64n), (g, h, place, by) => {
        fc.pre(g.length > 0 && h.length > 0);
        const generators = [multiple(g), multiple(h)];
        const right = koszul(g, h);
        expect(verdict(count, generators, [right])).toBe('ACCEPTED');
        const wrong = [changed(h, place, by), minus(g)];
        const at = 'REJECTED /roles/syzygies/value/vectors';
        expect(verdict(count, generators, [wrong])).toBe(`${at}/0`);
        expect(verdict(count, generators, [right, wrong])).toBe(`${at}/1`);
        expect(verdict(count, generators, [wrong, right])).toBe(`${at}/0`);
        expect(verdict(count, generators, [[h, g]])).toBe(`${at}/0`);
      }),
      { numRuns: 8 },
    );
  });
});

describe('dense polynomials whose product is 0 at all points but one', () => {
  /** 0, 1, -1, 2, -2, … */
  const valueIn = (place: number): bigint => BigInt(place % 2 === 0 ? -place / 2 : (place + 1) / 2);
  const constant = (value: bigint, count: number): Sparse =>
    sparse(value === 0n ? [] : [[`${value}`, Array<number>(count).fill(0)]]);
  /** The product of x − v over the values in these places, for the variable x. */
  const product = (places: readonly number[], variable: number, count: number): Sparse =>
    places.reduce(
      (all, place) => {
        const x = Array.from({ length: count }, (_, v) => Number(v === variable));
        const linear = sparse([
          ['1', x],
          ...(valueIn(place) === 0n ? [] : [[`${-valueIn(place)}`, x.map(() => 0)] as const]),
        ]);
        return multiply(all, linear);
      },
      constant(1n, count),
    );
  const upTo = (end: number) => Array.from({ length: end }, (_, place) => place);

  /** The product of both halves, which are about equally long: every other of the places in each. */
  const rejected = (places: readonly (readonly number[])[]) => {
    const half = (parity: number) =>
      terms(
        places.reduce(
          (all, list, v) =>
            multiply(
              all,
              product(
                list.filter((_, i) => i % 2 === parity),
                v,
                places.length,
              ),
            ),
          constant(LONGER + BigInt(parity), places.length),
        ),
      );
    expect(verdict(places.length, [half(0)], [[half(1)]])).toBe('REJECTED /roles/syzygies/value/vectors/0');
  };

  it.each(upTo(17))('are no syzygy: of the first 17 values, 0 at all but that in place %i', (place) => {
    rejected([upTo(17).filter((other) => other !== place)]);
  });

  it.each([[[15]], [[8, 8]], [[7, 8]], [[9, 7]], [[4, 12]], [[12, 4]], [[6, 9]], [[4, 4, 4]], [[3, 5, 4]]])(
    'are no syzygy: in the first places %j of each variable',
    (ends) => {
      rejected(ends.map(upTo));
    },
  );
});

describe('dense relations between partial derivatives', () => {
  const names = variables(2);
  const form = exponentsOf(7, 2, false).map((e, i): Term => [`${LONG + BigInt(i * i)}`, e]);
  const [dx = [], dy = []] = gradient(sparse(form), 2).map(terms);
  const asked = (list: readonly (readonly Terms[])[]) => {
    const roles = { form: polynomial(names, form), syzygies: vectors(names, list) };
    return where(jacobian(request('polynomial.jacobian_syzygy@1', roles)));
  };

  it('are accepted, and rejected where a coefficient is another', () => {
    expect(asked([koszul(dx, dy)])).toBe('ACCEPTED');
    for (const place of dy.keys()) {
      const wrong = [changed(dy, place, 1n), minus(dx)];
      expect(asked([wrong])).toBe('REJECTED /roles/syzygies/value/vectors/0');
    }
    expect(asked([koszul(dx, dy), [dy, dx]])).toBe('REJECTED /roles/syzygies/value/vectors/1');
  });
});
