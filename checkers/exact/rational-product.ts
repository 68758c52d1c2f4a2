import { type Budget, CALL, words } from './budget.ts';
import { clearDenominators, type Scale, scaled } from './common-denominator.ts';
import { wrongEntry } from './product.ts';
import type { Position, Vectors } from './vectors.ts';

/**
 * The same as `wrongEntry` over the rationals: every row and every column is multiplied by its common denominator, every
 * entry of the product by both, and the integers are compared.
 */
export function wrongRationalEntry(
  rows: Vectors,
  columns: Vectors,
  product: Vectors,
  budget: Budget,
): Position | undefined {
  const left = clearDenominators(rows, budget);
  const right = clearDenominators(columns, budget);
  const integers: string[][] = [];
  for (const [row, entries] of product.entries()) {
    integers.push([]);
    for (const [column, entry] of entries.entries()) {
      const scale = productOf(left.scales[row] as Scale, right.scales[column] as Scale, budget);
      const integer = scaled(entry, scale, budget);
      // The scalar product times both denominators is an integer, this entry times them is not.
      if (integer === undefined) return { row, column };
      integers[row]?.push(integer);
    }
  }
  return wrongEntry(left.vectors, right.vectors, integers, budget);
}

function productOf(one: Scale, other: Scale, budget: Budget): Scale {
  budget.spend(words(one.digits) * words(other.digits) + CALL);
  return { value: one.value * other.value, digits: one.digits + other.digits };
}
