import { reject } from '../decide.ts';
import { sameLabels } from '../documents/labels.ts';
import type { Matrix } from '../documents/matrix.ts';

/** Rejected unless `transpose` is the transpose of `matrix`: of the same type, and its labels go with their axes. */
export function requireTranspose(matrix: Matrix, transpose: Matrix): void {
  const at = transpose.at;
  if (transpose.type !== matrix.type) reject('the transpose has not the type of the matrix', `${at}/type`);
  if (transpose.rows !== matrix.columns) reject('the number of rows does not fit', `${at}/value/rows`);
  if (transpose.columns !== matrix.rows) reject('the number of columns does not fit', `${at}/value/columns`);
  if (!sameLabels(matrix.columnLabels, transpose.rowLabels)) {
    reject('the row labels are not the column labels of the matrix', `${at}/value`);
  }
  if (!sameLabels(matrix.rowLabels, transpose.columnLabels)) {
    reject('the column labels are not the row labels of the matrix', `${at}/value`);
  }
  for (const [i, row] of matrix.entries.entries()) {
    const j = row.findIndex((entry, column) => entry !== transpose.entries[column]?.[i]);
    if (j >= 0) reject('the entry is not the one across the diagonal', `${at}/value/entries/${j}/${i}`);
  }
}
