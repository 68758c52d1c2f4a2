import { type Budget, CALL, words } from './budget.ts';
import { chunkWidths } from './chunks.ts';
import { wrongEntryByResidues } from './modular-product.ts';
import type { Position, Vectors } from './vectors.ts';

/** Multiplications from which residues win over BigInt: below, cutting numbers and finding moduli costs more (measured). */
const MANY = 4096;

/**
 * A position (i, j) where the integer product[i][j] is not the scalar product of rows[i] and columns[j]; undefined when there is none.
 * All vectors are equally long; the product has a row for each of `rows` and in it an entry for each of `columns`.
 */
export function wrongEntry(
  rows: Vectors,
  columns: Vectors,
  product: Vectors,
  budget: Budget,
): Position | undefined {
  const multiplications = rows.length * columns.length * (rows[0]?.length ?? 0);
  const widths = multiplications < MANY ? undefined : chunkWidths([rows, columns, product]);
  return widths === undefined
    ? wrongEntryByBigInts(rows, columns, product, budget)
    : wrongEntryByResidues(rows, columns, product, widths, budget);
}

/** The same as `wrongEntry`, for integers of any size, by the definition. */
export function wrongEntryByBigInts(
  rows: Vectors,
  columns: Vectors,
  product: Vectors,
  budget: Budget,
): Position | undefined {
  budget.spend(multiplicationSteps(rows, columns));
  const left = rows.map((vector) => vector.map(BigInt));
  const right = columns.map((vector) => vector.map(BigInt));
  for (const [row, one] of left.entries()) {
    for (const [column, other] of right.entries()) {
      const sum = one.reduce((partial, entry, k) => partial + entry * (other[k] as bigint), 0n);
      if (sum !== BigInt(product[row]?.[column] as string)) return { row, column };
    }
  }
  return undefined;
}

/** Products of words when every component k of a row meets component k of every column, and a call for each meeting. */
function multiplicationSteps(rows: Vectors, columns: Vectors): number {
  const left = wordsByComponent(rows);
  const right = wordsByComponent(columns);
  const inWords = left.reduce((sum, count, k) => sum + count * (right[k] as number), 0);
  return inWords + CALL * rows.length * columns.length * (left.length + 1);
}

function wordsByComponent(vectors: Vectors): readonly number[] {
  const sums = new Array<number>(vectors[0]?.length ?? 0).fill(0);
  for (const vector of vectors) {
    for (const [k, text] of vector.entries()) sums[k] = (sums[k] as number) + words(text.length);
  }
  return sums;
}
