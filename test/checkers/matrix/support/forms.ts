import fc from 'fast-check';
import { type Hermite, type Integers, identity, multiply, type Part, part, type Smith } from './twin.ts';

const small = fc.bigInt(-4n, 4n);
const size = fc.integer({ min: 0, max: 4 });

interface Unimodular {
  readonly matrix: bigint[][];
  readonly inverse: bigint[][];
}

/** A product of elementary matrices, and the product of their inverses in the other order. */
export function unimodular(length: number): fc.Arbitrary<Unimodular> {
  const step = fc.tuple(
    fc.nat({ max: Math.max(0, length - 1) }),
    fc.nat({ max: Math.max(0, length - 1) }),
    fc.bigInt(-2n, 2n),
  );
  return fc.array(step, { maxLength: 5 }).map((steps) =>
    steps.reduce<Unimodular>(
      ({ matrix, inverse }, [i, j, factor]) => {
        if (length === 0) return { matrix, inverse };
        const elementary = (by: bigint): bigint[][] =>
          identity(length).map((row, at) =>
            row.map((entry, place) =>
              i === j ? (at === i && place === i ? -entry : entry) : at === i && place === j ? by : entry,
            ),
          );
        return {
          matrix: multiply(elementary(factor), matrix, length),
          inverse: multiply(inverse, elementary(-factor), length),
        };
      },
      { matrix: identity(length), inverse: identity(length) },
    ),
  );
}

export interface SmithCase {
  readonly matrix: Part;
  readonly form: Smith;
}

/** A matrix made from its Smith form: A = U⁻¹ · D · V⁻¹. */
export const smithCase: fc.Arbitrary<SmithCase> = fc.tuple(size, size).chain(([rows, columns]) => {
  const length = Math.min(rows, columns);
  const factors = fc.array(fc.bigInt(0n, 3n), { minLength: length, maxLength: length });
  return fc.tuple(unimodular(rows), unimodular(columns), factors).map(([left, right, quotients]) => {
    const diagonal = quotients.map((_, i) =>
      quotients.slice(0, i + 1).reduce((product, factor) => product * factor, 1n),
    );
    const D: Integers = Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (__, j) => (i === j ? (diagonal[i] as bigint) : 0n)),
    );
    const matrix = multiply(multiply(left.inverse, D, columns), right.inverse, columns);
    return {
      matrix: part(matrix, columns),
      form: {
        D: part(D, columns),
        U: part(left.matrix, rows),
        V: part(right.matrix, columns),
        U_inverse: part(left.inverse, rows),
        V_inverse: part(right.inverse, columns),
      },
    };
  });
});

export interface HermiteCase {
  readonly matrix: Part;
  readonly form: Hermite;
}

/** A matrix made from its Hermite form: A = U⁻¹ · H. */
export const hermiteCase: fc.Arbitrary<HermiteCase> = fc.tuple(size, size).chain(([rows, columns]) => {
  const pivots = fc.subarray(
    Array.from({ length: columns }, (_, column) => column),
    { maxLength: Math.min(rows, columns) },
  );
  const values = fc.array(fc.array(fc.bigInt(-9n, 9n), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  });
  const heads = fc.array(fc.bigInt(1n, 4n), { minLength: rows, maxLength: rows });
  return fc.tuple(unimodular(rows), pivots, values, heads).map(([left, places, entries, leads]) => {
    const H = entries.map((row, i) =>
      row.map((entry, j) => {
        const pivot = places[i];
        if (pivot === undefined || j < pivot) return 0n;
        if (j === pivot) return leads[i] as bigint;
        const below = places.indexOf(j);
        const bound = below > i ? (leads[below] as bigint) : undefined;
        return bound === undefined ? entry : ((entry % bound) + bound) % bound;
      }),
    );
    return {
      matrix: part(multiply(left.inverse, H, columns), columns),
      form: { H: part(H, columns), U: part(left.matrix, rows), U_inverse: part(left.inverse, rows) },
    };
  });
});

/** Near misses of a form: one of its matrices, or the matrix itself, changed a little. */
export function near<Form extends Readonly<Record<string, Part>>>(
  matrix: Part,
  form: Form,
): fc.Arbitrary<{ matrix: Part; form: Form }> {
  const names = Object.keys(form);
  return fc
    .tuple(fc.constantFrom('matrix', ...names), fc.constantFrom(...CHANGES), fc.nat(), fc.nat(), small)
    .map(([name, change, i, j, by]) => {
      const changed = change((name === 'matrix' ? matrix : form[name]) as Part, i, j, by);
      return name === 'matrix' ? { matrix: changed, form } : { matrix, form: { ...form, [name]: changed } };
    });
}

type Change = (matrix: Part, i: number, j: number, by: bigint) => Part;

function edit(matrix: Part, change: (entry: bigint, row: number, column: number) => bigint): Part {
  return {
    ...matrix,
    entries: matrix.entries.map((row, i) => row.map((entry, j) => String(change(BigInt(entry), i, j)))),
  };
}

const CHANGES: readonly Change[] = [
  (matrix) => matrix,
  (matrix, i, j, by) =>
    edit(matrix, (entry, row, column) =>
      row === i % Math.max(1, matrix.rows) && column === j % Math.max(1, matrix.columns) ? entry + by : entry,
    ),
  (matrix) => edit(matrix, (entry) => -entry),
  (matrix) => edit(matrix, (entry) => 2n * entry),
  (matrix, i) => edit(matrix, (entry, row) => (row === i % Math.max(1, matrix.rows) ? -entry : entry)),
  (matrix) => ({ ...matrix, entries: matrix.entries.toReversed() }),
  (matrix) => ({ ...matrix, entries: matrix.entries.map((row) => row.toReversed()) }),
  (matrix) => ({
    rows: matrix.columns,
    columns: matrix.rows,
    entries: Array.from({ length: matrix.columns }, (_, j) => matrix.entries.map((row) => row[j] as string)),
  }),
  (matrix) =>
    matrix.rows === 0 ? matrix : { ...matrix, rows: matrix.rows - 1, entries: matrix.entries.slice(1) },
  (matrix) =>
    matrix.columns === 0
      ? matrix
      : { ...matrix, columns: matrix.columns - 1, entries: matrix.entries.map((row) => row.slice(1)) },
];
