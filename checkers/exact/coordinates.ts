import type { Budget } from './budget.ts';
import type { Field } from './field.ts';

/**
 * The vectors in as many coordinates as their rank: a linear map that keeps every linear dependence among them.
 *
 * Columns are subtracted from each other until all but as many as the rank are zero, which are left out.
 */
export function spanningCoordinates<Element>(
  vectors: readonly (readonly Element[])[],
  field: Field<Element>,
  budget: Budget,
): readonly (readonly Element[])[] {
  const rows = vectors.map((vector) => [...vector]);
  const free = new Set(vectors[0]?.keys());
  const kept: number[] = [];
  for (const row of rows) {
    const pivot = [...free].find((column) => row[column] !== field.zero);
    if (pivot === undefined) continue;
    free.delete(pivot);
    kept.push(pivot);
    clearRow(rows, row, pivot, free, field, budget);
  }
  return rows.map((row) => kept.map((column) => row[column] as Element));
}

/** Subtracts multiples of the pivot's column from the free ones, until these are zero in the row. */
function clearRow<Element>(
  rows: readonly Element[][],
  row: readonly Element[],
  pivot: number,
  free: ReadonlySet<number>,
  field: Field<Element>,
  budget: Budget,
): void {
  budget.spend((rows.length + 1) * free.size * field.productSteps + field.inverseSteps);
  const inverse = field.inverse(row[pivot] as Element);
  for (const column of free) {
    const factor = field.product(row[column] as Element, inverse);
    if (factor === field.zero) continue;
    for (const other of rows) {
      other[column] = field.minusProduct(other[column] as Element, factor, other[pivot] as Element);
    }
  }
}
