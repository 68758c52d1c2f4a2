import type { Token } from '../../canonical/pointer.ts';
import { requireLength, requireLowestTerms } from '../dimension.ts';
import { requireDistinct } from '../label.ts';

/** A value of `matrix.integer@1` or `matrix.rational@1`; `entries` holds `rows` rows of `columns` entries. */
export type Matrix = {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly (readonly string[])[];
  readonly row_labels?: readonly string[];
  readonly column_labels?: readonly string[];
};

/** @throws AssayError DOCUMENT_SCHEMA where an array's length is not its dimension; `path` leads to the matrix */
export function checkEntries({ rows, columns, entries }: Matrix, ...path: Token[]): void {
  requireLength(entries, rows, 'rows', ...path, 'entries');
  for (const [index, row] of entries.entries()) {
    requireLength(row, columns, 'columns', ...path, 'entries', index);
  }
}

/** @throws AssayError DOCUMENT_SCHEMA where an array's length is not its dimension, LABEL_AMBIGUOUS */
export function checkDimensions(matrix: Matrix): void {
  const { rows, columns, row_labels, column_labels } = matrix;
  checkEntries(matrix);
  if (row_labels !== undefined) {
    requireLength(row_labels, rows, 'rows', 'row_labels');
    requireDistinct(row_labels, 'row_labels');
  }
  if (column_labels !== undefined) {
    requireLength(column_labels, columns, 'columns', 'column_labels');
    requireDistinct(column_labels, 'column_labels');
  }
}

/** @throws AssayError DOCUMENT_SCHEMA at an entry that is not in lowest terms or too long to examine */
export function checkLowestTerms({ entries }: Matrix): void {
  for (const [index, row] of entries.entries()) requireLowestTerms(row, 'entries', index);
}
