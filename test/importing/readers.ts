/** Reads files apart from the importers, as loosely as can be, for files that are known to be right. */
import type { Cnf, Graph } from './writers.ts';

const lines = (text: string) => text.split(/\r?\n/);
const words = (line: string) => line.trim().split(/\s+/);

export function readCnf(text: string): Cnf {
  const data = lines(text).filter((line) => !line.startsWith('c'));
  const [, , variables] = words(data[0] ?? '');
  const numbers = words(data.slice(1).join(' '));
  const clauses = ` ${numbers.join(' ')}`.split(/ 0(?= |$)/).slice(0, -1);
  return { variables: Number(variables), clauses: clauses.map((clause) => words(clause).map(Number)) };
}

export function readCol(text: string): Graph {
  const [, vertices] = /^p \w+ (\d+)/m.exec(text) ?? [];
  return {
    vertices: Array.from({ length: Number(vertices) }, (_, index) => String(index + 1)),
    edges: [...text.matchAll(/^e (\d+) (\d+)/gm)].map(([, u = '', v = '']): [string, string] => [u, v]),
  };
}

/** Up to 258,047 vertices. */
export function readGraph6(line: string): Graph {
  const sixes = [...line].map((letter) => letter.charCodeAt(0) - 63);
  const bitsOf = (some: readonly number[]) => some.map((six) => six.toString(2).padStart(6, '0')).join('');
  const head = sixes[0] === 63 ? 4 : 1;
  const n = Number.parseInt(bitsOf(sixes.slice(head === 4 ? 1 : 0, head)), 2);
  const vertices = Array.from({ length: n }, (_, index) => String(index));
  const pairs = vertices.flatMap((v, j) => vertices.slice(0, j).map((u): [string, string] => [u, v]));
  const bits = bitsOf(sixes.slice(head));
  return { vertices, edges: pairs.filter((_, index) => bits[index] === '1') };
}

/** As doubles. */
export function readMatrix(text: string): number[][] {
  const [banner = '', size = '', ...data] = lines(text)
    .filter((line) => !/^(%(?!%)|$)/.test(line))
    .map((line) => line.trim());
  const [rows = 0, columns = 0] = words(size).map(Number);
  const matrix = Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  const put = (row: number, column: number, entry: number) => {
    matrix[row]?.splice(column, 1, entry);
    if (banner.endsWith(' symmetric')) matrix[column]?.splice(row, 1, entry);
    if (banner.endsWith(' skew-symmetric')) matrix[column]?.splice(row, 1, -entry);
  };
  if (banner.includes('coordinate')) {
    for (const line of data) {
      const [row = 0, column = 0, entry = 0] = words(line).map(Number);
      put(row - 1, column - 1, entry);
    }
    return matrix;
  }
  for (let column = 0; column < columns; column++) {
    const first = banner.endsWith(' general') ? 0 : banner.endsWith(' symmetric') ? column : column + 1;
    for (let row = first; row < rows; row++) put(row, column, Number(data.shift()));
  }
  return matrix;
}

export interface Entries {
  readonly senses: ReadonlyMap<string, string>;
  /** By `column row`; the objective is a row. */
  readonly entries: ReadonlyMap<string, number>;
  readonly rightHandSides: ReadonlyMap<string, number>;
  /** By `type column`. */
  readonly bounds: ReadonlyMap<string, number>;
}

/** Names without blanks, sets with a name. */
export function readMps(text: string): Entries {
  const senses = new Map<string, string>();
  const entries = new Map<string, number>();
  const rightHandSides = new Map<string, number>();
  const bounds = new Map<string, number>();
  let section = '';
  for (const line of lines(text)) {
    if (/^[A-Z]/.test(line)) section = line.trim();
    if (!line.startsWith(' ')) continue;
    const [first = '', ...rest] = words(line);
    if (section === 'ROWS') senses.set(rest[0] ?? '', first);
    if (section === 'BOUNDS') bounds.set(`${first} ${rest[1]}`, Number(rest[2]));
    if (section !== 'COLUMNS' && section !== 'RHS') continue;
    for (let at = 0; at < rest.length; at += 2) {
      const [row = '', number] = [rest[at], Number(rest[at + 1])];
      if (section === 'COLUMNS') entries.set(`${first} ${row}`, number);
      else rightHandSides.set(row, number);
    }
  }
  return { senses, entries, rightHandSides, bounds };
}
