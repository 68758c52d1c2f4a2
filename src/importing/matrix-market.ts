import type { AssayError } from '../errors.ts';
import { exactDecimal, exactInteger } from './decimal.ts';
import type { Imported } from './imported.ts';
import { Room } from './room.ts';
import { TextReader } from './text-reader.ts';

const PERCENT = 37;

/** `"0",` and `[],` */
const ENTRY_BYTES = 4;
const ROW_BYTES = 3;

/** Of the first line; words in any case, as the format has it. What stands in none of these would be guessed or lost. */
const LAYOUTS = ['coordinate', 'array'] as const;
const FIELDS = ['integer', 'real'] as const;
const SYMMETRIES = ['general', 'symmetric', 'skew-symmetric'] as const;

interface Banner {
  readonly layout: (typeof LAYOUTS)[number];
  readonly field: (typeof FIELDS)[number];
  readonly symmetry: (typeof SYMMETRIES)[number];
}

/**
 * Matrix Market, coordinate and array, general, symmetric or skew-symmetric. The field `integer` gives `matrix.integer@1`, `real` gives
 * `matrix.rational@1` by the exact value of each decimal; `complex`, `pattern` and `hermitian` are refused. One entry a line, no entry
 * twice, of a symmetric matrix the lower triangle only, of a skew-symmetric one without its diagonal. The document is dense.
 */
export function importMatrixMarket(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  const text = new TextReader(chunks);
  const banner = readBanner(text);
  const size = readSize(text, banner);
  const entries = new Entries(size, banner, new Room(mostBytes), text);
  if (banner.layout === 'coordinate') readCoordinates(text, entries, size);
  else readArray(text, entries, size, banner);
  if (text.nextDataLine(PERCENT)) throw text.fault('there are more entries than the size line says');
  return {
    type: banner.field === 'integer' ? 'matrix.integer@1' : 'matrix.rational@1',
    value: { rows: size.rows, columns: size.columns, entries: entries.dense() },
  };
}

function readBanner(text: TextReader): Banner {
  if (text.word() !== '%%MatrixMarket' || text.word().toLowerCase() !== 'matrix') {
    throw text.fault('the first line must begin with %%MatrixMarket matrix');
  }
  const banner = {
    layout: readOneOf(text, LAYOUTS),
    field: readOneOf(
      text,
      FIELDS,
      'a pattern has no entries and complex numbers are not rational: write integers or decimals',
    ),
    symmetry: readOneOf(text, SYMMETRIES),
  };
  text.endLine();
  return banner;
}

function readOneOf<const T extends string>(text: TextReader, words: readonly T[], next?: string): T {
  const word = text.word().toLowerCase();
  const found = words.find((known) => known === word);
  if (found === undefined) throw text.fault(`the first line must say ${words.join(' or ')} here`, next);
  return found;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** How many entries the file holds. */
  readonly stored: number;
  readonly line: number;
}

function readSize(text: TextReader, { layout, symmetry }: Banner): Size {
  if (!text.nextDataLine(PERCENT)) throw text.fault('the line with the size of the matrix is missing');
  const { line } = text;
  const [rows, columns] = [text.count(), text.count()];
  if (symmetry !== 'general' && rows !== columns) {
    throw text.fault(`a matrix that is ${symmetry} has as many rows as columns`);
  }
  const stored = layout === 'coordinate' ? text.count() : inTriangle(rows, columns, symmetry);
  text.endLine();
  return { rows, columns, stored, line };
}

function inTriangle(rows: number, columns: number, symmetry: Banner['symmetry']): number {
  if (symmetry === 'general') return rows * columns;
  return symmetry === 'symmetric' ? (rows * (rows + 1)) / 2 : (rows * (rows - 1)) / 2;
}

function readCoordinates(text: TextReader, entries: Entries, { rows, columns, stored, line }: Size): void {
  for (let index = 0; index < stored; index++) {
    requireEntry(text, line);
    entries.read(readIndex(text, rows), readIndex(text, columns));
  }
}

function readIndex(text: TextReader, most: number): number {
  const index = text.integer();
  if (index < 1 || index > most) throw text.fault('an index is outside of the matrix: they count from 1');
  return index - 1;
}

/** Column by column, each from where the stored part begins. */
function readArray(
  text: TextReader,
  entries: Entries,
  { rows, columns, line }: Size,
  { symmetry }: Banner,
): void {
  for (let column = 0; column < columns; column++) {
    const first = symmetry === 'general' ? 0 : symmetry === 'symmetric' ? column : column + 1;
    for (let row = first; row < rows; row++) {
      requireEntry(text, line);
      entries.read(row, column);
    }
  }
}

function requireEntry(text: TextReader, sizeLine: number): void {
  if (text.nextDataLine(PERCENT)) return;
  throw text.fault('there are fewer entries than this line says', undefined, sizeLine);
}

/** The entries of a matrix, all at hand; undefined where none was read. */
class Entries {
  readonly #entries: (string | undefined)[][];
  readonly #banner: Banner;
  readonly #room: Room;
  readonly #text: TextReader;

  /** @throws AssayError DOCUMENT_SIZE before anything is made, where the matrix is too large to be written densely. */
  constructor({ rows, columns, line }: Size, banner: Banner, room: Room, text: TextReader) {
    room.take(rows * (ROW_BYTES + columns * ENTRY_BYTES), line);
    this.#entries = Array.from({ length: rows }, () => new Array<undefined>(columns).fill(undefined));
    this.#banner = banner;
    this.#room = room;
    this.#text = text;
  }

  /** Reads the number of this entry and the end of its line. */
  read(row: number, column: number): void {
    const { symmetry, field } = this.#banner;
    if (symmetry !== 'general' && row < column)
      throw this.#fault(`a ${symmetry} matrix lists no entry above its diagonal`);
    if (symmetry === 'skew-symmetric' && row === column)
      throw this.#fault('a skew-symmetric matrix lists no entry of its diagonal');
    const read = field === 'integer' ? exactInteger : exactDecimal;
    const number = read(this.#text.word(), this.#fault);
    this.#put(row, column, number);
    if (symmetry !== 'general' && row !== column) {
      this.#put(column, row, symmetry === 'symmetric' ? number : negated(number));
    }
    this.#text.endLine();
  }

  dense(): string[][] {
    return this.#entries.map((row) => row.map((entry) => entry ?? '0'));
  }

  #put(row: number, column: number, number: string): void {
    const line = this.#entries[row];
    if (line === undefined || line[column] !== undefined)
      throw this.#fault('this entry stands in the file already');
    this.#room.take(number.length - 1, this.#text.line);
    line[column] = number;
  }

  readonly #fault = (message: string): AssayError => this.#text.fault(message);
}

function negated(number: string): string {
  if (number === '0') return number;
  return number.startsWith('-') ? number.slice(1) : `-${number}`;
}
