import { pointer, type Token } from '../../canonical/pointer.ts';
import { AssayError } from '../../errors.ts';
import type { Producer } from '../domain.ts';
import { bound } from '../producer.ts';
import type { Matrix } from './matrix.ts';
import { productEntries } from './product.ts';

/** An entry takes at least 4 bytes, with its quotes and comma: more of them than this are no document of 16 MiB. */
const MOST_ENTRIES = 2 ** 22;

const INTEGERS = 'matrix.integer@1';

/**
 * matrix.multiply@1: left · right, exactly; integers exactly when both factors are, otherwise rationals in lowest terms. Its rows are
 * labelled as those of left, its columns as those of right.
 *
 * @throws AssayError PORT_INCOMPATIBLE where the factors do not fit together; CAPABILITY_LIMIT.
 */
export const multiply: Producer = (inputs) => {
  const factors = [bound(inputs, 'left'), bound(inputs, 'right')] as const;
  const left = factors[0].value as Matrix;
  const right = factors[1].value as Matrix;
  requireFit(left, right);
  if (left.rows * right.columns > MOST_ENTRIES) {
    throw new AssayError('CAPABILITY_LIMIT', 'the product would have more than 2^22 entries', {
      at: pointer('right', 'value', 'columns'),
    });
  }
  const value = {
    rows: left.rows,
    columns: right.columns,
    entries: productEntries(left.entries, columnsOf(right, left.rows)),
    ...(left.row_labels && { row_labels: left.row_labels }),
    ...(right.column_labels && { column_labels: right.column_labels }),
  };
  const type = factors.every((factor) => factor.type === INTEGERS) ? INTEGERS : 'matrix.rational@1';
  return { product: { type, value } };
};

/** A matrix without rows may say that it has 2^53 columns; where no row meets them, none is needed. */
function columnsOf({ columns, entries }: Matrix, rows: number): string[][] {
  if (rows === 0) return [];
  return Array.from({ length: columns }, (_, j) => entries.map((row) => row[j] ?? ''));
}

/** The inner axes are equally long, and both without labels or labelled alike. */
function requireFit(left: Matrix, right: Matrix): void {
  if (left.columns !== right.rows) {
    throw unfit('right has not as many rows as left has columns', 'right', 'value', 'rows');
  }
  const [inner, outer] = [left.column_labels, right.row_labels];
  if (inner === undefined && outer === undefined) return;
  if (outer === undefined) {
    throw unfit(
      'the columns of left have labels, the rows of right have none',
      'left',
      'value',
      'column_labels',
    );
  }
  if (inner === undefined) {
    throw unfit(
      'the rows of right have labels, the columns of left have none',
      'right',
      'value',
      'row_labels',
    );
  }
  const index = outer.findIndex((label, at) => label !== inner[at]);
  if (index >= 0) {
    const message = 'this row of right has another label than the column of left that it meets';
    throw unfit(message, 'right', 'value', 'row_labels', index);
  }
}

function unfit(message: string, ...path: Token[]): AssayError {
  return new AssayError('PORT_INCOMPATIBLE', message, {
    at: pointer(...path),
    next: 'the columns of left are the rows of right: as many, and labelled alike or not at all',
  });
}
