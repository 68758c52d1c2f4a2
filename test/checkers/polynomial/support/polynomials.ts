import fc from 'fast-check';
import { fraction, text } from '../../support/twin.ts';
import type { Term, Terms } from './documents.ts';

const integer = fc.oneof(
  { weight: 12, arbitrary: fc.bigInt(-4n, 4n) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 400n), max: 2n ** 400n }) },
);

/** A rational in the catalogue's form, not 0: mostly small and whole. */
export const coefficient: fc.Arbitrary<string> = fc
  .tuple(
    integer.filter((n) => n !== 0n),
    fc.oneof({ weight: 4, arbitrary: fc.constant(1n) }, { weight: 1, arbitrary: fc.bigInt(1n, 12n) }),
  )
  .map(text);

const exponent = fc.nat(3);

/** Exponents whose sums a double rounds, among small ones. */
const anyExponent = fc.oneof(
  { weight: 4, arbitrary: exponent },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 26, 2 ** 31, 2 ** 50, 2 ** 52, 2 ** 53 - 2, 2 ** 53 - 1) },
);

function termsWith(exponent: fc.Arbitrary<number>, variables: number, most: number): fc.Arbitrary<Terms> {
  const exponents = fc.array(exponent, { minLength: variables, maxLength: variables });
  return fc.uniqueArray(fc.tuple(coefficient, exponents), {
    maxLength: most,
    selector: ([, exponents]) => exponents.join(),
  });
}

/** Up to so many terms in so many variables, in any order, exponents at most 3. */
export function terms(variables: number, most = 4): fc.Arbitrary<Terms> {
  return termsWith(exponent, variables, most);
}

/** The same with exponents up to 2^53 − 1. */
export function hugeTerms(variables: number, most = 3): fc.Arbitrary<Terms> {
  return termsWith(anyExponent, variables, most);
}

/** Every variable to a power: what is true of polynomials stays so, their monomials are far apart or take several words. */
export function spread(terms: Terms, by: number): Terms {
  return terms.map(([c, exponents]) => [c, exponents.map((exponent) => exponent * by)]);
}

/** Powers for `spread`. */
export const distance: fc.Arbitrary<number> = fc.constantFrom(2 ** 12, 2 ** 20, 2 ** 40);

type Change = (terms: Terms, at: number, variable: number) => Terms;

const changeTerm =
  (change: (term: Term, variable: number) => Term): Change =>
  (terms, at, variable) =>
    terms.map((term, i) => (i === at ? change(term, variable) : term));

const withExponent = ([c, exponents]: Term, variable: number, by: number): Term => {
  const exponent = exponents[variable];
  return exponent === undefined ? [c, exponents] : [c, exponents.with(variable, Math.max(0, exponent + by))];
};

const times = (coefficient: string, factor: bigint): string => {
  const [a, b] = fraction(coefficient);
  return text([a * factor, b]);
};

const plus = (coefficient: string, by: bigint): string => {
  const [a, b] = fraction(coefficient);
  return text([a + by * b, b]);
};

/** Near misses, which may give a monomial twice or a coefficient 0: `near` leaves those out. */
const CHANGES: Readonly<Record<string, Change>> = {
  'one more': changeTerm(([c, e]) => [plus(c, 1n), e]),
  'one less': changeTerm(([c, e]) => [plus(c, -1n), e]),
  'much more': changeTerm(([c, e]) => [plus(c, 2n ** 64n), e]),
  'another sign': changeTerm(([c, e]) => [times(c, -1n), e]),
  'all signs': (terms) => terms.map(([c, e]): Term => [times(c, -1n), e]),
  doubled: (terms) => terms.map(([c, e]): Term => [times(c, 2n), e]),
  'a higher exponent': changeTerm((term, v) => withExponent(term, v, 1)),
  'a lower exponent': changeTerm((term, v) => withExponent(term, v, -1)),
  'variables exchanged': (terms) => terms.map(([c, e]): Term => [c, e.toReversed()]),
  'a term dropped': (terms, at) => terms.filter((_, i) => i !== at),
  'a term more': (terms, at) => [
    ...terms,
    ...terms.slice(at, at + 1).map(([, e]): Term => ['1', e.map((n) => n + 1)]),
  ],
  'order reversed': (terms) => terms.toReversed(),
  zero: () => [],
};

const isUsable = (terms: Terms): boolean =>
  terms.every(([c]) => c !== '0') && new Set(terms.map(([, e]) => e.join())).size === terms.length;

/** Terms next to the given ones: different in one respect, or only in their order. */
export function near(terms: Terms): fc.Arbitrary<Terms> {
  return fc
    .tuple(fc.constantFrom(...Object.values(CHANGES)), fc.nat(9), fc.nat(9))
    .map(([change, at, variable]) => {
      const changed = change(terms, at % Math.max(1, terms.length), variable % 3);
      return isUsable(changed) ? changed : terms;
    });
}

/** A list next to the given one: one of its items near, two exchanged, one dropped, one repeated, or nothing changed. */
export function nearList<Item>(
  list: readonly Item[],
  near: (item: Item) => fc.Arbitrary<Item>,
): fc.Arbitrary<readonly Item[]> {
  const { length } = list;
  if (length === 0) return fc.constant(list);
  const place = fc.nat(length - 1);
  return fc.oneof(
    { weight: 4, arbitrary: place.chain((i) => near(list[i] as Item).map((item) => list.with(i, item))) },
    { weight: 1, arbitrary: fc.constantFrom(list, list.toReversed(), list.slice(1)) },
    { weight: 1, arbitrary: place.map((i) => [...list, list[i] as Item]) },
  );
}
