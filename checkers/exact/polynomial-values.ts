import { type Table, valuesAtBoth, valuesAtZero } from './polynomial-table.ts';

/** A product of two polynomials, by their places in a list. */
export type Product = readonly [one: number, other: number];

/** By place, what is left of the polynomials when some of their variables have values. */
type Entries = readonly (readonly bigint[])[];

/**
 * Whether every one of these sums of products of the tables, which are laid out in so many variables, is 0; none may have a degree
 * above `degree`. A polynomial of degree at most d is 0 if it is 0 wherever its variables have values from the list 0, 1, -1, 2, -2, …
 * in places, counted from 0, that add up to at most d. For it is a multiple of the product of (x - v) over the values v at which x
 * left nothing of it; so where x gets the value in place k, what is left is of degree at most d - k.
 */
export function vanishAtPoints(
  tables: readonly Table[],
  sums: readonly (readonly Product[])[],
  variables: number,
  degree: number,
): boolean {
  const vanish = (entries: Entries, left: number, rest: number): boolean => {
    if (left === 0) return sums.every((products) => isZero(products, entries));
    const lengths = tables.map((table) => table.lengths[left - 1] as readonly number[]);
    const atZero = entries.map((list, i) => valuesAtZero(list, lengths[i] as readonly number[]));
    if (!vanish(atZero, left - 1, rest)) return false;
    // The values x and -x stand in the places 2x - 1 and 2x.
    for (let x = 1; 2 * x - 1 <= rest; x++) {
      const both = entries.map((list, i) => valuesAtBoth(list, lengths[i] as readonly number[], x));
      const atPositive = both.map(([positive]) => positive);
      const atNegative = both.map(([, negative]) => negative);
      if (!vanish(atPositive, left - 1, rest - 2 * x + 1)) return false;
      if (2 * x <= rest && !vanish(atNegative, left - 1, rest - 2 * x)) return false;
    }
    return true;
  };
  return vanish(
    tables.map(({ entries }) => entries),
    variables,
    degree,
  );
}

/** Whether the products of the values, one of which is left in every place, add up to 0. */
function isZero(products: readonly Product[], values: Entries): boolean {
  let sum = 0n;
  for (const [one, other] of products) sum += (values[one]?.[0] as bigint) * (values[other]?.[0] as bigint);
  return sum === 0n;
}
