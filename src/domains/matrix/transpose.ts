import type { Document } from '../../canonical/document.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { AssayError } from '../../errors.ts';
import type { Matrix } from './matrix.ts';

/** A 0×n matrix takes a hundred bytes whatever n is; its transpose has n empty rows, 3 bytes each. */
const MOST_EMPTY_ROWS = 2 ** 20;

/**
 * MATRIX_TRANSPOSE: entry (j, i) of the result is entry (i, j) of the source, labels move with their axes, the type stays.
 *
 * @throws AssayError TRANSFORM_DIMENSIONS for a matrix without entries and with more than 2^20 columns.
 */
export function transpose({ type, value }: Document): { type: string; value: JsonValue } {
  const { rows, columns, entries, row_labels, column_labels } = value as Matrix;
  if (rows === 0 && columns > MOST_EMPTY_ROWS) {
    throw new AssayError('TRANSFORM_DIMENSIONS', 'the transpose would have more than 2^20 empty rows', {
      at: '/value/columns',
    });
  }
  return {
    type,
    value: {
      rows: columns,
      columns: rows,
      entries: Array.from({ length: columns }, (_, j) => entries.map((row) => row[j] ?? '')),
      ...(column_labels && { row_labels: column_labels }),
      ...(row_labels && { column_labels: row_labels }),
    },
  };
}
