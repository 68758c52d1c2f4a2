/** True statements of any size about matrices, the same on every run: the roles of a request for each claim. */
import { integers, type Typed, type TypedMatrix } from '../../support/request.ts';
import { identity, multiply, type Part, part } from './twin.ts';

export type Roles = Readonly<Record<string, Typed>>;
type Table = bigint[][];

/** rows × columns integers from −9 to 9: none is zero, so that no entry of a product is without influence. */
function table(rows: number, columns: number): Table {
  return Array.from({ length: rows }, (_, i) =>
    Array.from(
      { length: columns },
      (__, j) => BigInt(((i * 31 + j * 17 + i * j) % 9) + 1) * ((i + 2 * j) % 3 === 0 ? -1n : 1n),
    ),
  );
}

/** Ones on the diagonal and below it beside it; its inverse has ±1 wherever it is not zero. */
function lower(size: number): { readonly matrix: Table; readonly inverse: Table } {
  const square = (entry: (i: number, j: number) => bigint): Table =>
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => entry(i, j)));
  return {
    matrix: square((i, j) => (i === j || i === j + 1 ? 1n : 0n)),
    inverse: square((i, j) => (j > i ? 0n : (i - j) % 2 === 0 ? 1n : -1n)),
  };
}

const transpose = (rows: Table, columns: number): Table =>
  Array.from({ length: columns }, (_, j) => rows.map((row) => row[j] as bigint));
const typed = (rows: Table, columns?: number): TypedMatrix => integers(rows, {}, columns);
const vector = (entries: readonly bigint[]): Typed => ({
  type: 'vector.rational@1',
  value: { length: entries.length, entries: entries.map(String) },
});

/** A product of a lower and an upper triangle: invertible, its determinant the product of this diagonal. */
function invertible(size: number): { readonly matrix: Table; readonly determinant: bigint } {
  const diagonal = Array.from({ length: size }, (_, i) => BigInt((i % 3) + 1));
  const upper = table(size, size).map((row, i) =>
    row.map((entry, j) => (i < j ? entry : i === j ? (diagonal[i] as bigint) : 0n)),
  );
  return {
    matrix: multiply(lower(size).matrix, upper, size),
    determinant: diagonal.reduce((product, entry) => product * entry, 1n),
  };
}

export function determinantOf(size: number): Roles {
  const { matrix, determinant } = invertible(size);
  return {
    matrix: typed(matrix),
    determinant: { type: 'number.integer@1', value: { value: `${determinant}` } },
  };
}

/** [A | A·K] with an invertible A: its kernel is spanned by the columns of [−K; 1]. */
export function rankOf(size: number): Roles {
  const { matrix } = invertible(size);
  const others = table(size, size);
  const product = multiply(matrix, others, size);
  const indices = Array.from({ length: size }, (_, i) => i);
  const kernel = indices.map((j) => [
    ...others.map((row) => `${-(row[j] as bigint)}`),
    ...indices.map((i) => (i === j ? '1' : '0')),
  ]);
  return {
    matrix: typed(matrix.map((row, i) => [...row, ...(product[i] as bigint[])])),
    certificate: {
      type: 'matrix.rank_certificate@1',
      value: { rank: size, minor: { rows: indices, columns: indices }, kernel },
    },
  };
}

export function smithFormOf(size: number): Roles {
  const left = lower(size);
  const V = transpose(left.matrix, size);
  const inverseV = transpose(left.inverse, size);
  const D = identity(size).map((row, i) =>
    row.map((entry) => entry * (i < size / 2 ? 1n : 2n * (i < size - 1 ? 1n : 3n))),
  );
  const form: Readonly<Record<string, Part>> = {
    D: part(D),
    U: part(left.matrix),
    V: part(V),
    U_inverse: part(left.inverse),
    V_inverse: part(inverseV),
  };
  const matrix = multiply(multiply(left.inverse, D, size), inverseV, size);
  return { matrix: typed(matrix), form: { type: 'matrix.smith_form@1', value: form } };
}

export function hermiteFormOf(size: number): Roles {
  const { matrix: inverse, inverse: U } = lower(size);
  const absolute = (entry: bigint): bigint => (entry < 0n ? -entry : entry);
  // Entries above a pivot of ten are from 1 to 9.
  const H = table(size, size).map((row, i) =>
    row.map((entry, j) => (i < j ? absolute(entry) : i === j ? 10n : 0n)),
  );
  const form: Readonly<Record<string, Part>> = { H: part(H), U: part(U), U_inverse: part(inverse) };
  const matrix = multiply(inverse, H, size);
  return { matrix: typed(matrix), form: { type: 'matrix.hermite_form@1', value: form } };
}

export function linearSolutionOf(size: number): Roles {
  const matrix = table(size, size);
  const solution = table(1, size)[0] as bigint[];
  const product = multiply(
    matrix,
    solution.map((entry) => [entry]),
    1,
  );
  return {
    matrix: typed(matrix),
    right_hand_side: vector(product.flat()),
    solution: vector(solution),
  };
}

/** The last equation is the sum of the others, its right-hand side is one more. */
export function linearInfeasibleOf(size: number): Roles {
  const rows = table(size - 1, size);
  const sum = (column: readonly bigint[]): bigint => column.reduce((total, entry) => total + entry, 0n);
  const right = rows.map((row) => row[0] as bigint);
  return {
    matrix: typed([...rows, transpose(rows, size).map(sum)]),
    right_hand_side: vector([...right, sum(right) + 1n]),
    witness: vector([...rows.map(() => 1n), -1n]),
  };
}
