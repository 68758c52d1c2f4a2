import { reject } from '../decide.ts';
import { sameLabels } from '../documents/labels.ts';
import type { Matrix } from '../documents/matrix.ts';
import type { Budget } from '../exact/budget.ts';
import { wrongEntry } from '../exact/product.ts';
import { wrongRationalEntry } from '../exact/rational-product.ts';
import { transposed, type Vectors } from '../exact/vectors.ts';

/** Rejected unless product = left · right, with equal labels on every pair of axes that the equation joins. */
export function requireProduct(left: Matrix, right: Matrix, product: Matrix, budget: Budget): void {
  requireAxis(left.columns === right.rows, left.columnLabels, right.rowLabels, right, 'row');
  requireAxis(product.rows === left.rows, left.rowLabels, product.rowLabels, product, 'row');
  requireAxis(product.columns === right.columns, right.columnLabels, product.columnLabels, product, 'column');
  // Without entries there is nothing to compare, and the number of columns is no measure of the input.
  if (product.rows === 0) return;
  const columns = transposed(right.entries, right.columns);
  requireEntries([left, right], left.entries, columns, product, budget);
}

/** Rejected unless gram = matrixᵀ · matrix, both its axes labelled as the matrix's columns. */
export function requireGram(matrix: Matrix, gram: Matrix, budget: Budget): void {
  requireAxis(gram.rows === matrix.columns, matrix.columnLabels, gram.rowLabels, gram, 'row');
  requireAxis(gram.columns === matrix.columns, matrix.columnLabels, gram.columnLabels, gram, 'column');
  const columns = transposed(matrix.entries, matrix.columns);
  requireEntries([matrix], columns, columns, gram, budget);
}

function requireAxis(
  sameLength: boolean,
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
  matrix: Matrix,
  axis: 'row' | 'column',
): void {
  if (!sameLength) reject(`the number of ${axis}s does not fit`, `${matrix.at}/value/${axis}s`);
  if (!sameLabels(one, other))
    reject(`the ${axis} labels are not those of the joined axis`, `${matrix.at}/value`);
}

function requireEntries(
  factors: readonly Matrix[],
  rows: Vectors,
  columns: Vectors,
  product: Matrix,
  budget: Budget,
): void {
  const whole = [...factors, product].every((matrix) => matrix.type === 'matrix.integer@1');
  const find = whole ? wrongEntry : wrongRationalEntry;
  const wrong = find(rows, columns, product.entries, budget);
  if (wrong === undefined) return;
  reject(
    'the entry is not the scalar product of its row and its column',
    `${product.at}/value/entries/${wrong.row}/${wrong.column}`,
  );
}
