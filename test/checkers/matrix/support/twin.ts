/** The claims on normal forms and linear equations a second time, straight from their definitions. Values have the right shape. */
import { fraction, text } from '../../support/twin.ts';

export type Integers = readonly (readonly bigint[])[];
type Fraction = readonly [numerator: bigint, denominator: bigint];

export interface Part {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly (readonly string[])[];
}

/** A matrix as it stands inside a form. */
export function part(entries: Integers, columns = entries[0]?.length ?? 0): Part {
  return { rows: entries.length, columns, entries: entries.map((row) => row.map(String)) };
}

export function read({ entries }: Part): bigint[][] {
  return entries.map((row) => row.map(BigInt));
}

export function multiply(left: Integers, right: Integers, columns = right[0]?.length ?? 0): bigint[][] {
  return left.map((row) =>
    Array.from({ length: columns }, (_, j) =>
      row.reduce((sum, entry, k) => sum + entry * (right[k]?.[j] ?? 0n), 0n),
    ),
  );
}

export function identity(size: number): bigint[][] {
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => (i === j ? 1n : 0n)));
}

const same = (one: unknown, other: unknown): boolean =>
  String(one) === String(other) && JSON.stringify(shape(one)) === JSON.stringify(shape(other));
const shape = (value: unknown): unknown => (Array.isArray(value) ? value.map(shape) : 0);

function areInverses(one: Part, other: Part, size: number): boolean {
  const square = (matrix: Part): boolean => matrix.rows === size && matrix.columns === size;
  return (
    square(one) &&
    square(other) &&
    same(multiply(read(one), read(other), size), identity(size)) &&
    same(multiply(read(other), read(one), size), identity(size))
  );
}

export type Smith = Readonly<Record<'D' | 'U' | 'V' | 'U_inverse' | 'V_inverse', Part>>;

export function isSmith(matrix: Part, { D, U, V, U_inverse, V_inverse }: Smith): boolean {
  if (D.rows !== matrix.rows || D.columns !== matrix.columns) return false;
  if (!areInverses(U, U_inverse, matrix.rows) || !areInverses(V, V_inverse, matrix.columns)) return false;
  if (!same(multiply(multiply(read(U), read(matrix), matrix.columns), read(V), matrix.columns), read(D)))
    return false;
  const diagonal: bigint[] = [];
  for (const [i, row] of read(D).entries()) {
    for (const [j, entry] of row.entries()) {
      if (i === j) diagonal.push(entry);
      else if (entry !== 0n) return false;
    }
  }
  return diagonal.every((entry, i) => {
    const next = diagonal[i + 1];
    if (entry < 0n) return false;
    return next === undefined || (entry === 0n ? next === 0n : next % entry === 0n);
  });
}

export type Hermite = Readonly<Record<'H' | 'U' | 'U_inverse', Part>>;

export function isHermite(matrix: Part, { H, U, U_inverse }: Hermite): boolean {
  if (H.rows !== matrix.rows || H.columns !== matrix.columns) return false;
  if (!areInverses(U, U_inverse, matrix.rows)) return false;
  if (!same(multiply(read(U), read(matrix), matrix.columns), read(H))) return false;
  const rows = read(H);
  const pivots = rows.map((row) => row.findIndex((entry) => entry !== 0n));
  for (const [i, pivot] of pivots.entries()) {
    const above = i === 0 ? -1 : (pivots[i - 1] as number);
    if (pivot === -1) continue;
    if (i > 0 && (above === -1 || pivot <= above)) return false;
    const value = rows[i]?.[pivot] as bigint;
    if (value < 0n) return false;
    for (const row of rows.slice(0, i)) {
      const entry = row[pivot] as bigint;
      if (entry < 0n || entry >= value) return false;
    }
  }
  return true;
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const isZero = ([a]: Fraction): boolean => a === 0n;
const equal = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d === c * b;

/** Leibniz' sum over all permutations. */
export function determinant(entries: readonly (readonly string[])[]): string {
  const size = entries.length;
  const expand = (row: number, free: readonly number[]): Fraction => {
    if (row === size) return [1n, 1n];
    return free.reduce<Fraction>(
      (sum, column, place) => {
        const rest = expand(
          row + 1,
          free.filter((other) => other !== column),
        );
        const term = times(fraction(entries[row]?.[column] as string), rest);
        return add(sum, place % 2 === 0 ? term : times([-1n, 1n], term));
      },
      [0n, 1n],
    );
  };
  return text(
    normal(
      expand(
        0,
        entries.map((_, index) => index),
      ),
    ),
  );
}

function normal([numerator, denominator]: Fraction): Fraction {
  return denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
}

/** Rank by elimination on fractions, column after column. */
export function rank(entries: readonly (readonly string[])[], columns: number): number {
  let rows = entries.map((row) => row.map((entry): Fraction => fraction(entry)));
  let found = 0;
  for (let column = 0; column < columns; column++) {
    const pivot = rows.find((row) => !isZero(row[column] as Fraction));
    if (pivot === undefined) continue;
    found++;
    const [a, b] = pivot[column] as Fraction;
    rows = rows
      .filter((row) => row !== pivot)
      .map((row) => {
        const factor = times(row[column] as Fraction, [-b, a]);
        return row.map((entry, j) => normal(reduce(add(entry, times(factor, pivot[j] as Fraction)))));
      });
  }
  return found;
}

function reduce(value: Fraction): Fraction {
  return fraction(text(normal(value)));
}

export interface RankCertificate {
  readonly rank: number;
  readonly minor: { readonly rows: readonly number[]; readonly columns: readonly number[] };
  readonly kernel: readonly (readonly string[])[];
}

export function isRank(matrix: Part, { rank: size, minor, kernel }: RankCertificate): boolean {
  const distinct = (indices: readonly number[], bound: number): boolean =>
    indices.length === size && new Set(indices).size === size && indices.every((index) => index < bound);
  if (!distinct(minor.rows, matrix.rows) || !distinct(minor.columns, matrix.columns)) return false;
  if (
    determinant(
      minor.rows.map((row) => minor.columns.map((column) => matrix.entries[row]?.[column] as string)),
    ) === '0'
  )
    return false;
  if (kernel.length !== matrix.columns - size || kernel.some((vector) => vector.length !== matrix.columns))
    return false;
  return (
    kernel.every((vector) =>
      maps(
        matrix,
        vector,
        matrix.entries.map(() => '0'),
      ),
    ) && rank(kernel, matrix.columns) === kernel.length
  );
}

/** Whether matrix · vector = result. */
export function maps({ entries }: Part, vector: readonly string[], result: readonly string[]): boolean {
  return entries.every((row, i) => equal(dot(row, vector), fraction(result[i] as string)));
}

export function dot(one: readonly string[], other: readonly string[]): Fraction {
  return one.reduce<Fraction>(
    (sum, entry, k) => add(sum, times(fraction(entry), fraction(other[k] as string))),
    [0n, 1n],
  );
}
