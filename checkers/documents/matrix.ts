import { reject, unsupported } from '../decide.ts';
import type { Budget } from '../exact/budget.ts';
import type { Vectors } from '../exact/vectors.ts';
import { readDocument } from './document.ts';
import { labels } from './labels.ts';
import { isIntegerText, isRationalText } from './numbers.ts';
import { count, items, members } from './shape.ts';

/** A matrix with its shape checked. Its numbers are canonical texts: two are equal exactly when their texts are. */
export interface Matrix {
  readonly type: string;
  readonly rows: number;
  readonly columns: number;
  /** The rows. */
  readonly entries: Vectors;
  readonly rowLabels: readonly string[] | undefined;
  readonly columnLabels: readonly string[] | undefined;
  /** JSON pointer of the document in the request. */
  readonly at: string;
}

/** An integer matrix inside a value, such as D in a Smith form. */
export interface MatrixPart {
  readonly rows: number;
  readonly columns: number;
  readonly entries: Vectors;
  /** JSON pointer of the matrix in the request. */
  readonly at: string;
}

const INTEGER = 'matrix.integer@1';
const RATIONAL = 'matrix.rational@1';
const MEMBERS = ['rows', 'columns', 'entries'];
const LABELS = ['row_labels', 'column_labels'];

/** Rows that a matrix may have, and entries of a row: each becomes a vector, in several forms. */
const VECTORS = 2 ** 18;

/** Reads a document of one of these types of matrices; rejected when it is anything else, UNSUPPORTED above 2^18 rows or columns. */
export function readMatrix(
  text: string,
  at: string,
  budget: Budget,
  types: readonly string[] = [INTEGER, RATIONAL],
): Matrix {
  const { type, value } = readDocument(text, types, at);
  const inside = `${at}/value`;
  const matrix = members(value, MEMBERS, LABELS, inside);
  const rows = count(matrix.rows, `${inside}/rows`);
  const columns = count(matrix.columns, `${inside}/columns`);
  const isNumber =
    type === INTEGER ? isIntegerText : (entry: unknown): entry is string => isRationalText(entry, budget);
  const entries = readEntries(matrix.entries, rows, columns, isNumber, `${inside}/entries`);
  const rowLabels = labels(matrix.row_labels, rows, `${inside}/row_labels`);
  const columnLabels = labels(matrix.column_labels, columns, `${inside}/column_labels`);
  return { type, rows, columns, entries, rowLabels, columnLabels, at };
}

/** Reads an integer matrix that is a part of a value: no labels. `at`: its pointer. */
export function readIntegerPart(value: unknown, at: string): MatrixPart {
  const matrix = members(value, MEMBERS, [], at);
  const rows = count(matrix.rows, `${at}/rows`);
  const columns = count(matrix.columns, `${at}/columns`);
  return {
    rows,
    columns,
    entries: readEntries(matrix.entries, rows, columns, isIntegerText, `${at}/entries`),
    at,
  };
}

function readEntries(
  value: unknown,
  rows: number,
  columns: number,
  isNumber: (entry: unknown) => entry is string,
  at: string,
): Vectors {
  const list = items(value, rows, at);
  // Without rows the number of columns is no measure of the input.
  if (rows > VECTORS || (rows > 0 && columns > VECTORS))
    unsupported(`matrices of at most ${VECTORS} rows and ${VECTORS} columns`);
  return list.map((row, i) => numbers(items(row, columns, `${at}/${i}`), isNumber, `${at}/${i}`));
}

/** As `isRationalText`, for a list: a vector, or one that is part of a value. Rejected otherwise. */
export function readRationals(value: unknown, length: number, at: string, budget: Budget): readonly string[] {
  const isNumber = (entry: unknown): entry is string => isRationalText(entry, budget);
  return numbers(items(value, length, at), isNumber, at);
}

function numbers(
  row: readonly unknown[],
  isNumber: (entry: unknown) => entry is string,
  at: string,
): readonly string[] {
  if (row.every(isNumber)) return row;
  const wrong = row.findIndex((entry) => !isNumber(entry));
  return reject('the entry is not a number of the matrix type in canonical form', `${at}/${wrong}`);
}
