import { reject } from '../decide.ts';
import { readDocument } from '../documents/document.ts';
import { labels } from '../documents/labels.ts';
import { list } from '../documents/list.ts';
import { members } from '../documents/shape.ts';
import type { Budget } from '../exact/budget.ts';
import type { Fraction } from '../exact/fraction.ts';
import { readNumber, readNumberText, readPair } from './numbers.ts';

/** A coefficient; rows and columns by index. */
export interface Entry {
  readonly row: number;
  readonly column: number;
  /** A rational, as a text: there are many, and most are looked at once. */
  readonly value: string;
}

export interface Column {
  readonly objective: Fraction;
  /** Undefined where there is none. */
  readonly lower: Fraction | undefined;
  readonly upper: Fraction | undefined;
  readonly entries: readonly Entry[];
}

export interface Row {
  /** Of its multiplier in a minimisation: 1 for G, −1 for L, 0 (any) for E. */
  readonly sign: number;
  readonly rhs: Fraction;
  readonly entries: readonly Entry[];
}

export interface LinearProgram {
  readonly maximises: boolean;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Name to index. */
  readonly columnNames: ReadonlyMap<string, number>;
  readonly rowNames: ReadonlyMap<string, number>;
  /** JSON pointer of the value in the request. */
  readonly at: string;
}

const TYPE = 'optimization.linear_program@1';
const SIGNS = new Map<unknown, number>([
  ['G', 1],
  ['L', -1],
  ['E', 0],
]);

/** Reads a document of type `optimization.linear_program@1`; rejected when it is anything else. */
export function readLinearProgram(text: string, document: string, budget: Budget): LinearProgram {
  const at = `${document}/value`;
  const program = members(readDocument(text, [TYPE], document).value, ['sense', 'columns', 'rows'], [], at);
  if (program.sense !== 'min' && program.sense !== 'max') reject('"min" or "max" is required', `${at}/sense`);
  const columns = list(program.columns, `${at}/columns`).map((column, index) =>
    members(column, ['name', 'objective', 'lower', 'upper'], [], `${at}/columns/${index}`),
  );
  const rows = list(program.rows, `${at}/rows`).map((row, index) =>
    members(row, ['name', 'type', 'rhs', 'coefficients'], [], `${at}/rows/${index}`),
  );
  const columnNames = names(columns, `${at}/columns`);
  const rowNames = names(rows, `${at}/rows`);
  // By column, the last row that had it.
  const lastRows = new Int32Array(columns.length).fill(-1);
  const entries = rows.map(({ coefficients }, row) =>
    list(coefficients, `${at}/rows/${row}/coefficients`).map((pair, index): Entry => {
      const place = `${at}/rows/${row}/coefficients/${index}`;
      const [column, value] = readPair(pair, columnNames, place);
      if (lastRows[column] === row) reject('the column stands in the row twice', `${place}/0`);
      lastRows[column] = row;
      return { row, column, value: readNumberText(value, `${place}/1`, budget) };
    }),
  );
  const entriesOfColumns = columns.map((): Entry[] => []);
  for (const entry of entries.flat()) entriesOfColumns[entry.column]?.push(entry);
  return {
    maximises: program.sense === 'max',
    columns: columns.map(({ objective, lower, upper }, index) => ({
      objective: readNumber(objective, `${at}/columns/${index}/objective`, budget),
      lower: lower === null ? undefined : readNumber(lower, `${at}/columns/${index}/lower`, budget),
      upper: upper === null ? undefined : readNumber(upper, `${at}/columns/${index}/upper`, budget),
      entries: entriesOfColumns[index] ?? [],
    })),
    rows: rows.map(({ type, rhs }, index) => ({
      sign: SIGNS.get(type) ?? reject('"L", "G" or "E" is required', `${at}/rows/${index}/type`),
      rhs: readNumber(rhs, `${at}/rows/${index}/rhs`, budget),
      entries: entries[index] ?? [],
    })),
    columnNames,
    rowNames,
    at,
  };
}

function names(all: readonly Readonly<Record<string, unknown>>[], at: string): ReadonlyMap<string, number> {
  const found = labels(
    all.map(({ name }) => name),
    all.length,
    at,
  );
  return new Map(found?.map((name, index) => [name, index]));
}
