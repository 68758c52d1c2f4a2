import { AssayError } from '../../errors.ts';

/** A row or column of the program, and a number as it is written. */
export type Entry = readonly [name: string, number: string];

/** A line of ROWS. */
export interface RowCard {
  readonly type: string;
  readonly name: string;
}

/** A line of COLUMNS, where `name` is a column, or of RHS, where it is the set's name, perhaps ''. */
export interface EntriesCard {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** A line of BOUNDS; `number` is undefined where none stands. */
export interface BoundCard {
  readonly type: string;
  readonly set: string;
  readonly column: string;
  readonly number: string | undefined;
}

/** Bound types that say that there is no bound, and need no number. */
export const UNBOUNDED: ReadonlySet<string> = new Set(['MI', 'PL', 'FR']);

/** Makes the error for the line that is read. */
export type Fault = (message: string, next?: string) => AssayError;

/** How the data lines of a file are divided into fields. Each throws `fault` where a line has other fields. */
export interface Layout {
  readonly row: (line: string, fault: Fault) => RowCard;
  readonly column: (line: string, fault: Fault) => EntriesCard;
  readonly rightHandSide: (line: string, fault: Fault) => EntriesCard;
  readonly bound: (line: string, fault: Fault) => BoundCard;
}

export function malformed(line: number, message: string, next?: string): AssayError {
  return new AssayError('IMPORT_MALFORMED', message, { at: `line ${line}`, next });
}

/** To the old readers a `$` in front of a name begins a comment, to newer ones it is a name as others are. */
export function refuseDollar(names: readonly string[], fault: Fault): void {
  if (!names.some((name) => name.startsWith('$'))) return;
  throw fault(
    'a field begins with $, which may be a name or a comment',
    'rename it, or take the comment out',
  );
}
