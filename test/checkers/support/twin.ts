/**
 * The claims a second time, by other means: unreduced fractions, no common denominators, no residues. Values must have the
 * right shape; whether they have is not asked here.
 */
import type { MatrixValue, TypedMatrix } from './request.ts';

type Fraction = readonly [numerator: bigint, denominator: bigint];

export function fraction(text: string): Fraction {
  const [numerator, denominator = '1'] = text.split('/');
  return [BigInt(numerator as string), BigInt(denominator)];
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const equal = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d === c * b;

/** The fraction in the catalogue's form. */
export function text([numerator, denominator]: Fraction): string {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return denominator === a ? `${numerator / a}` : `${numerator / a}/${denominator / a}`;
}

/** Row i, column j of left · right, as an unreduced fraction. */
function scalarProduct(left: MatrixValue, right: MatrixValue, i: number, j: number): Fraction {
  let sum: Fraction = [0n, 1n];
  for (let k = 0; k < left.columns; k++) {
    sum = add(sum, multiply(fraction(at(left, i, k)), fraction(at(right, k, j))));
  }
  return sum;
}

function at(matrix: MatrixValue, i: number, j: number): string {
  const entry = matrix.entries[i]?.[j];
  if (entry === undefined) throw new Error('no such entry');
  return entry;
}

function table<Entry>(rows: number, columns: number, entry: (i: number, j: number) => Entry): Entry[][] {
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (__, j) => entry(i, j)));
}

/** left · right with the labels that belong to it. */
export function productOf({ value: left }: TypedMatrix, { value: right }: TypedMatrix): TypedMatrix {
  const [rows, columns] = [left.rows, right.columns];
  const entries = table(rows, columns, (i, j) => text(scalarProduct(left, right, i, j)));
  const type = entries.flat().some((entry) => entry.includes('/')) ? 'matrix.rational@1' : 'matrix.integer@1';
  return { type, value: { rows, columns, entries, ...labelled(left.row_labels, right.column_labels) } };
}

export function transposeOf({ type, value }: TypedMatrix): TypedMatrix {
  const entries = table(value.columns, value.rows, (i, j) => at(value, j, i));
  const labels = labelled(value.column_labels, value.row_labels);
  return { type, value: { rows: value.columns, columns: value.rows, entries, ...labels } };
}

export function labelled(
  row_labels: readonly string[] | undefined,
  column_labels: readonly string[] | undefined,
): Pick<MatrixValue, 'row_labels' | 'column_labels'> {
  return { ...(row_labels && { row_labels }), ...(column_labels && { column_labels }) };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function isProduct(left: TypedMatrix, right: TypedMatrix, product: TypedMatrix): boolean {
  const [l, r, p] = [left.value, right.value, product.value];
  return (
    l.columns === r.rows &&
    p.rows === l.rows &&
    p.columns === r.columns &&
    same(l.column_labels, r.row_labels) &&
    same(p.row_labels, l.row_labels) &&
    same(p.column_labels, r.column_labels) &&
    table(p.rows, p.columns, (i, j) => equal(scalarProduct(l, r, i, j), fraction(at(p, i, j))))
      .flat()
      .every(Boolean)
  );
}

export function isTranspose(matrix: TypedMatrix, transpose: TypedMatrix): boolean {
  const [m, t] = [matrix.value, transpose.value];
  return (
    matrix.type === transpose.type &&
    t.rows === m.columns &&
    t.columns === m.rows &&
    same(t.row_labels, m.column_labels) &&
    same(t.column_labels, m.row_labels) &&
    table(m.rows, m.columns, (i, j) => equal(fraction(at(m, i, j)), fraction(at(t, j, i))))
      .flat()
      .every(Boolean)
  );
}

export function isGram(matrix: TypedMatrix, gram: TypedMatrix): boolean {
  const { column_labels: labels } = matrix.value;
  const bare = ({ rows, columns, entries }: MatrixValue) => ({ rows, columns, entries });
  const factor: TypedMatrix = { type: matrix.type, value: bare(matrix.value) };
  return (
    same(gram.value.row_labels, labels) &&
    same(gram.value.column_labels, labels) &&
    isProduct(transposeOf(factor), factor, { type: gram.type, value: bare(gram.value) })
  );
}
