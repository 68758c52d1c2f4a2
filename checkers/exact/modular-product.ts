import type { Budget } from './budget.ts';
import { cut, residues } from './chunks.ts';
import { moduliAbove, residue } from './residue.ts';
import type { Position, Vectors } from './vectors.ts';

/** Terms of a scalar product added up before the sum is reduced: 2^8 products of at most 2^44 stay below 2^53. */
const TERMS = 256;

/** Columns done at once, so that a row's residue is loaded once for four products. */
const TILE = 4;

/** Residues modulo one m: of the rows, of the columns (filled up to whole tiles) and of the product, each list after list. */
interface Residues {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly product: Float64Array;
}

/** Lengths: so many rows, each of `inner` numbers, and so many columns. */
interface Size {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/**
 * The same as `wrongEntry` for integers that can be cut into chunks: `widths` of them for the numbers in the rows, the
 * columns and the product. The arithmetic is modulo numbers below 2^23, on integers that a double holds exactly. The moduli's
 * product exceeds whatever the difference of a scalar product and the entry can be, so agreement modulo all is equality.
 */
export function wrongEntryByResidues(
  rows: Vectors,
  columns: Vectors,
  product: Vectors,
  widths: readonly number[],
  budget: Budget,
): Position | undefined {
  const size = { rows: rows.length, inner: rows[0]?.length ?? 0, columns: columns.length };
  const padded = Math.ceil(columns.length / TILE) * TILE;
  const [leftWidth = 1, rightWidth = 1, productWidth = 1] = widths;
  const left = cut(rows, leftWidth, size.rows * size.inner);
  const right = cut(columns, rightWidth, padded * size.inner);
  const result = cut(product, productWidth, size.rows * size.columns);
  const moduli = moduliAbove(BigInt(size.inner) * left.bound * right.bound + result.bound);
  const chunks = left.chunks.length + right.chunks.length + result.chunks.length;
  budget.spend(moduli.length * (size.rows * size.inner * padded + chunks));
  const modulo = {
    left: new Float64Array(size.rows * size.inner),
    right: new Float64Array(padded * size.inner),
    product: new Float64Array(size.rows * size.columns),
  };
  for (const m of moduli) {
    residues(left, m, modulo.left);
    residues(right, m, modulo.right);
    residues(result, m, modulo.product);
    const wrong = wrongModulo(modulo, size, m);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongModulo(residues: Residues, size: Size, m: number): Position | undefined {
  const sums = new Float64Array(TILE);
  for (let row = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column += TILE) {
      scalarProducts(residues, row * size.inner, column * size.inner, size.inner, m, sums);
      const end = Math.min(TILE, size.columns - column);
      for (let t = 0; t < end; t++) {
        const difference =
          (sums[t] as number) - (residues.product[row * size.columns + column + t] as number);
        if (residue(difference, m) !== 0) return { row, column: column + t };
      }
    }
  }
  return undefined;
}

/** The scalar products modulo m, into `sums`, of the row that begins at `l` with the `TILE` columns that begin at `r0`. */
function scalarProducts(
  { left, right }: Residues,
  l: number,
  r0: number,
  inner: number,
  m: number,
  sums: Float64Array,
): void {
  const r1 = r0 + inner;
  const r2 = r1 + inner;
  const r3 = r2 + inner;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let start = 0; start < inner; start += TERMS) {
    const end = Math.min(inner, start + TERMS);
    for (let k = start; k < end; k++) {
      const x = left[l + k] as number;
      s0 += x * (right[r0 + k] as number);
      s1 += x * (right[r1 + k] as number);
      s2 += x * (right[r2 + k] as number);
      s3 += x * (right[r3 + k] as number);
    }
    s0 = residue(s0, m);
    s1 = residue(s1, m);
    s2 = residue(s2, m);
    s3 = residue(s3, m);
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
}
