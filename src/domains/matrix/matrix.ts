import type { Token } from '../../canonical/pointer.ts';
import { requireDistinct } from '../label.ts';
import { rationalFault } from '../rational.ts';
import { unusable } from '../unusable.ts';

/** A value of `matrix.integer@1` or `matrix.rational@1`; `entries` holds `rows` rows of `columns` entries. */
export type Matrix = {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly (readonly string[])[];
  readonly row_labels?: readonly string[];
  readonly column_labels?: readonly string[];
};

/** @throws AssayError DOCUMENT_SCHEMA where an array's length is not its dimension, LABEL_AMBIGUOUS */
export function checkDimensions({ rows, columns, entries, row_labels, column_labels }: Matrix): void {
  requireLength(entries, rows, 'rows', 'entries');
  for (const [index, row] of entries.entries()) requireLength(row, columns, 'columns', 'entries', index);
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
  for (const [i, row] of entries.entries()) {
    for (const [j, entry] of row.entries()) {
      const fault = rationalFault(entry);
      if (fault !== undefined) throw unusable(fault, 'entries', i, j);
    }
  }
}

function requireLength(list: readonly unknown[], length: number, dimension: string, ...path: Token[]): void {
  if (list.length === length) return;
  throw unusable(
    `this array is ${list.length < length ? 'shorter' : 'longer'} than \`${dimension}\` says`,
    ...path,
  );
}
