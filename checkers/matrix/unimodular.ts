import { reject } from '../decide.ts';
import type { MatrixPart } from '../documents/matrix.ts';
import type { Budget } from '../exact/budget.ts';
import { wrongEntry } from '../exact/product.ts';
import { transposed, type Vectors } from '../exact/vectors.ts';

/** Rejected unless both are size×size and their product is the identity: then each is the inverse of the other. */
export function requireInverses(matrix: MatrixPart, inverse: MatrixPart, size: number, budget: Budget): void {
  requireShape(matrix, size, size);
  requireShape(inverse, size, size);
  requireEqual(
    matrix.entries,
    transposed(inverse.entries, size),
    identity(size),
    matrix.at,
    'the inverse does not undo it',
    budget,
  );
}

/** Rejected unless the matrix has this many rows and columns. */
export function requireShape(
  { rows, columns, at }: MatrixPart,
  expectedRows: number,
  expectedColumns: number,
): void {
  if (rows !== expectedRows || columns !== expectedColumns)
    reject('the dimensions do not fit the matrix', at);
}

/** Rejected unless `product` holds the scalar products of rows and columns. */
export function requireEqual(
  rows: Vectors,
  columns: Vectors,
  product: Vectors,
  at: string,
  reason: string,
  budget: Budget,
): void {
  const wrong = wrongEntry(rows, columns, product, budget);
  if (wrong !== undefined) reject(reason, `${at}/entries/${wrong.row}`);
}

function identity(size: number): Vectors {
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i === j ? '1' : '0')),
  );
}
