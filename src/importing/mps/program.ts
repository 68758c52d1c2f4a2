import type { JsonValue } from '../../canonical/json.ts';
import type { AssayError } from '../../errors.ts';
import { exactDecimal } from '../decimal.ts';
import type { Room } from '../room.ts';
import { type BoundCard, type EntriesCard, malformed, type RowCard, UNBOUNDED } from './card.ts';

/** What these cost in a document at the least, beside names and numbers. */
const ROW_BYTES = 52;
const COLUMN_BYTES = 50;
const COEFFICIENT_BYTES = 8;

/** Code points of a label; names are ASCII. */
const LONGEST_NAME = 256;

/** From here on solvers take a bound or a right-hand side for infinite. */
const INFINITE = 10n ** 20n;
const INFINITE_DIGITS = 21;

/** Which bounds a bound type sets. */
const SIDES: Readonly<Record<string, readonly ('lower' | 'upper')[]>> = {
  LO: ['lower'],
  UP: ['upper'],
  FX: ['lower', 'upper'],
  MI: ['lower'],
  PL: ['upper'],
  FR: ['lower', 'upper'],
};

interface Row {
  readonly type: string;
  rhs?: string;
  readonly coefficients: [column: string, number: string][];
  /** The column that had the last entry here. */
  last?: Column;
}

interface Column {
  readonly name: string;
  objective?: string;
  /** Absent where nothing was said, null where it was said that there is no bound. */
  lower?: string | null;
  upper?: string | null;
  /** Where `upper` was said. */
  upperLine: number;
}

/** A linear program as the cards of an MPS file add to it. Every method refuses what cannot be said exactly, at the line that is read. */
export class Program {
  /** The line that is read. */
  line = 0;
  readonly #room: Room;
  #sense: 'min' | 'max' | undefined;
  /** The first row of type N. */
  #objective: string | undefined;
  readonly #rows = new Map<string, Row>();
  readonly #columns = new Map<string, Column>();
  /** The column of the last line. */
  #column: Column | undefined;
  #hasConstant = false;
  #rightHandSide: string | undefined;
  #bounds: string | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  sense(word: string): void {
    if (this.#sense !== undefined) throw this.#fault('the sense of the objective is said twice');
    if (/^MAX(IMIZE)?$/.test(word)) this.#sense = 'max';
    else if (/^MIN(IMIZE)?$/.test(word)) this.#sense = 'min';
    else throw this.#fault('the sense of the objective is MAX or MIN');
  }

  row({ type, name }: RowCard): void {
    this.#requireName(name);
    if (this.#rows.has(name) || this.#objective === name) throw this.#fault('two rows have this name');
    if (type === 'N') {
      if (this.#objective !== undefined) {
        throw this.#fault('there is a second row of type N', 'remove all but the objective');
      }
      this.#objective = name;
      return;
    }
    if (!['L', 'G', 'E'].includes(type)) throw this.#fault('the type of a row is N, L, G or E');
    this.#room.take(ROW_BYTES + name.length, this.line);
    this.#rows.set(name, { type, coefficients: [] });
  }

  column({ name, entries }: EntriesCard): void {
    const column = this.#openColumn(name);
    for (const [rowName, text] of entries) {
      const number = this.#number(text);
      if (rowName === this.#objective) {
        if (column.objective !== undefined) throw this.#fault('the column has two entries in this row');
        column.objective = number;
        continue;
      }
      const row = this.#knownRow(rowName);
      if (row.last === column) throw this.#fault('the column has two entries in this row');
      row.last = column;
      this.#room.take(COEFFICIENT_BYTES + name.length + number.length, this.line);
      row.coefficients.push([column.name, number]);
    }
  }

  rightHandSide({ name: set, entries }: EntriesCard): void {
    this.#rightHandSide ??= set;
    if (this.#rightHandSide !== set) throw this.#fault('there is a second right-hand side', 'keep one');
    for (const [rowName, text] of entries) {
      const number = this.#finite(text);
      if (rowName === this.#objective) {
        this.#constant(number);
        continue;
      }
      const row = this.#knownRow(rowName);
      if (row.rhs !== undefined) throw this.#fault('the row has two right-hand sides');
      row.rhs = number;
    }
  }

  bound({ type, set, column: name, number: text }: BoundCard): void {
    const sides = Object.hasOwn(SIDES, type) ? SIDES[type] : undefined;
    if (sides === undefined) {
      throw this.#fault(
        'the type of a bound is LO, UP, FX, MI, PL or FR',
        'integer and semi-continuous columns are no part of a linear program',
      );
    }
    this.#bounds ??= set;
    if (this.#bounds !== set) throw this.#fault('there is a second set of bounds', 'keep one');
    const column = this.#columns.get(name);
    if (column === undefined) throw this.#fault('no column has this name');
    const number = this.#boundNumber(type, text);
    for (const side of sides) {
      if (column[side] !== undefined) throw this.#fault(`the ${side} bound of the column is said twice`);
      column[side] = number;
    }
    if (sides.includes('upper')) column.upperLine = this.line;
  }

  /** @throws AssayError also for a negative upper bound without a lower one, which readers of MPS take in different ways. */
  value(): JsonValue {
    if (this.#objective === undefined) throw this.#fault('there is no row of type N for the objective');
    return {
      sense: this.#sense ?? 'min',
      columns: [...this.#columns.values()].map(columnValue),
      rows: [...this.#rows].map(([name, { type, rhs = '0', coefficients }]) => ({
        name,
        type,
        rhs,
        coefficients,
      })),
    };
  }

  /** Null where there is no bound. Some writers put an infinite number behind the types that say so themselves: it says no more. */
  #boundNumber(type: string, text: string | undefined): string | null {
    if (!UNBOUNDED.has(type)) {
      if (text === undefined) throw this.#fault('the bound has no number');
      return this.#finite(text);
    }
    if (text !== undefined && !isInfinite(this.#number(text))) {
      throw this.#fault('a bound of this type has no number, or an infinite one');
    }
    return null;
  }

  #openColumn(name: string): Column {
    if (this.#column?.name === name) return this.#column;
    this.#requireName(name);
    if (this.#columns.has(name)) throw this.#fault('the entries of this column do not stand together');
    this.#room.take(COLUMN_BYTES + name.length, this.line);
    const column: Column = { name, upperLine: 0 };
    this.#columns.set(name, column);
    this.#column = column;
    return column;
  }

  #knownRow(name: string): Row {
    const row = this.#rows.get(name);
    if (row === undefined) throw this.#fault('no row has this name');
    return row;
  }

  #constant(number: string): void {
    if (this.#hasConstant) throw this.#fault('the row has two right-hand sides');
    this.#hasConstant = true;
    if (number === '0') return;
    throw this.#fault(
      'the objective has a constant, which a linear program here has not',
      'remove the right-hand side of the objective and add the constant yourself',
    );
  }

  #requireName(name: string): void {
    if (name.length > LONGEST_NAME) throw this.#fault(`a name has at most ${LONGEST_NAME} characters`);
  }

  #finite(text: string): string {
    const number = this.#number(text);
    if (!isInfinite(number)) return number;
    throw this.#fault(
      'a number of 10^20 or more means infinity to solvers',
      'say MI, PL or FR, or leave the row out',
    );
  }

  #number(text: string): string {
    return exactDecimal(text, (message) => this.#fault(message));
  }

  #fault(message: string, next?: string): AssayError {
    return malformed(this.line, message, next);
  }
}

function columnValue({ name, objective = '0', lower, upper, upperLine }: Column) {
  if (lower === undefined && upper?.startsWith('-')) {
    throw malformed(
      upperLine,
      'a negative upper bound without a lower one is 0 below to some readers and unbounded to others',
      'give the lower bound too: LO, or MI for none',
    );
  }
  return { name, objective, lower: lower === undefined ? '0' : lower, upper: upper ?? null };
}

function isInfinite(number: string): boolean {
  if (number.length < INFINITE_DIGITS) return false;
  const [numerator = '', denominator = '1'] = number.replace('-', '').split('/');
  return BigInt(numerator) >= BigInt(denominator) * INFINITE;
}
