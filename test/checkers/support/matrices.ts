import fc from 'fast-check';
import type { MatrixValue, TypedMatrix } from './request.ts';
import { fraction, labelled, text } from './twin.ts';

const integer = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt(-9n, 9n) },
  { weight: 1, arbitrary: fc.constant(0n) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }) },
);
const entries = {
  'matrix.integer@1': integer.map(String),
  'matrix.rational@1': fc.tuple(integer, fc.bigInt(1n, 12n)).map(text),
};
const type = fc.constantFrom('matrix.integer@1' as const, 'matrix.rational@1' as const);
export const dimension = fc.integer({ min: 0, max: 4 });

const LABELS = ['a', 'b', '10', '9', 'é', '𝕏', 'a '];

/** Labels of an axis, or none. */
export function axis(length: number): fc.Arbitrary<readonly string[] | undefined> {
  return fc.option(fc.shuffledSubarray(LABELS, { minLength: length, maxLength: length }), { nil: undefined });
}

/** A matrix of these dimensions, with these labels on its axes. */
export function matrix(
  rows: number,
  columns: number,
  rowLabels: readonly string[] | undefined,
  columnLabels: readonly string[] | undefined,
): fc.Arbitrary<TypedMatrix> {
  return type.chain((type) =>
    fc
      .array(fc.array(entries[type], { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      })
      .map((entries) => ({ type, value: { rows, columns, entries, ...labelled(rowLabels, columnLabels) } })),
  );
}

export const anyMatrix: fc.Arbitrary<TypedMatrix> = fc
  .tuple(dimension, dimension)
  .chain(([rows, columns]) => fc.tuple(fc.constant([rows, columns] as const), axis(rows), axis(columns)))
  .chain(([[rows, columns], rowLabels, columnLabels]) => matrix(rows, columns, rowLabels, columnLabels));

/** Two matrices that can be multiplied: the joined axes carry the same labels. */
export const factors: fc.Arbitrary<readonly [TypedMatrix, TypedMatrix]> = fc
  .tuple(dimension, dimension, dimension)
  .chain(([n, m, p]) => fc.tuple(fc.constant([n, m, p] as const), axis(n), axis(m), axis(p)))
  .chain(([[n, m, p], one, joined, other]) =>
    fc.tuple(matrix(n, m, one, joined), matrix(m, p, joined, other)),
  );

type Change = (value: MatrixValue, i: number, j: number) => Partial<MatrixValue>;

const plus = (entry: string, by: bigint): string => {
  const [numerator, denominator] = fraction(entry);
  return text([numerator + by * denominator, denominator]);
};

function withEntries(value: MatrixValue, change: (entry: string, i: number, j: number) => string) {
  return { entries: value.entries.map((row, i) => row.map((entry, j) => change(entry, i, j))) };
}

const rotated = (labels: readonly string[]) => [...labels.slice(1), ...labels.slice(0, 1)];

/** Near misses, each of the right shape. (i, j) is a place in the matrix, or (0, 0) where it has none. */
const CHANGES: Readonly<Record<string, Change>> = {
  'nothing changed': () => ({}),
  'one more': (value, i, j) => withEntries(value, (e, r, c) => (r === i && c === j ? plus(e, 1n) : e)),
  'one less': (value, i, j) => withEntries(value, (e, r, c) => (r === i && c === j ? plus(e, -1n) : e)),
  'much more': (value, i, j) =>
    withEntries(value, (e, r, c) => (r === i && c === j ? plus(e, 2n ** 300n) : e)),
  'another sign': (value, i, j) =>
    withEntries(value, (e, r, c) => {
      const [numerator, denominator] = fraction(e);
      return r === i && c === j ? text([-numerator, denominator]) : e;
    }),
  'all signs': (value) =>
    withEntries(value, (e) => {
      const [numerator, denominator] = fraction(e);
      return text([-numerator, denominator]);
    }),
  'same row and column sums': (value, i, j) =>
    value.rows < 2 || value.columns < 2
      ? {}
      : withEntries(value, (e, r, c) => {
          const inRow = r === i || r === (i + 1) % value.rows;
          const inColumn = c === j || c === (j + 1) % value.columns;
          return inRow && inColumn ? plus(e, (r === i) === (c === j) ? 1n : -1n) : e;
        }),
  'rows exchanged': (value) => ({ entries: [...value.entries].reverse() }),
  'columns exchanged': (value) => ({ entries: value.entries.map((row) => [...row].reverse()) }),
  'diagonal exchanged': (value) =>
    value.rows === value.columns ? withEntries(value, (_, i, j) => value.entries[j]?.[i] as string) : {},
  'row labels rotated': ({ row_labels }) => (row_labels ? { row_labels: rotated(row_labels) } : {}),
  'column labels rotated': ({ column_labels }) =>
    column_labels ? { column_labels: rotated(column_labels) } : {},
  'row labels added': ({ rows, row_labels }) =>
    row_labels ? {} : { row_labels: Array.from({ length: rows }, (_, i) => `${i}`) },
  'column labels added': ({ columns, column_labels }) =>
    column_labels ? {} : { column_labels: Array.from({ length: columns }, (_, i) => `${i}`) },
};

/** A matrix next to the given one: of the right shape, and different in one respect (or not at all). */
export function near({ type, value }: TypedMatrix): fc.Arbitrary<TypedMatrix> {
  const place = fc.tuple(
    fc.integer({ min: 0, max: Math.max(0, value.rows - 1) }),
    fc.integer({ min: 0, max: Math.max(0, value.columns - 1) }),
  );
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.values(CHANGES)), place)
      .map(([change, [i, j]]): TypedMatrix => ({ type, value: { ...value, ...change(value, i, j) } })),
    fc.constantFrom('row_labels', 'column_labels').map((name): TypedMatrix => {
      const { [name as 'row_labels']: _, ...rest } = value;
      return { type, value: rest };
    }),
    fc.constant<TypedMatrix>({ type: 'matrix.rational@1', value }),
  );
}
