import { type Budget, CALL, words } from './budget.ts';
import { longest, type Vectors } from './vectors.ts';

/** What elimination tells of a matrix. */
export interface Elimination {
  readonly rank: number;
  /** Of a square matrix; 1 for the empty one. Without meaning for any other. */
  readonly determinant: bigint;
}

/**
 * Fraction-free elimination (E. H. Bareiss, 1968) of integer rows: after k steps every entry is a minor of order k + 1, so
 * that Hadamard's bound limits its digits and each division is exact. Paid for as a whole before it starts.
 */
export function eliminate(vectors: Vectors, columns: number, budget: Budget): Elimination {
  spend(vectors, columns, budget);
  let rows = vectors.map((vector) => vector.map(BigInt));
  let last = 1n;
  let sign = 1n;
  let rank = 0;
  for (let column = 0; column < columns && rows.length > 0; column++) {
    const found = rows.findIndex((row) => row[column] !== 0n);
    if (found < 0) continue;
    const pivot = rows[found] as bigint[];
    // Taking row `found` to the front of the remaining ones is that many exchanges of neighbours.
    if (found % 2 === 1) sign = -sign;
    const divisor = last;
    last = pivot[column] as bigint;
    rows = rows.filter((_, index) => index !== found).map((row) => step(row, pivot, column, divisor));
    rank++;
  }
  const full = rank === vectors.length && rank === columns;
  return { rank, determinant: full ? sign * last : 0n };
}

function step(row: readonly bigint[], pivot: readonly bigint[], column: number, divisor: bigint): bigint[] {
  const [head, lead] = [pivot[column] as bigint, row[column] as bigint];
  return row.map((entry, index) =>
    index <= column ? 0n : (entry * head - (pivot[index] as bigint) * lead) / divisor,
  );
}

function spend(vectors: Vectors, columns: number, budget: Budget): void {
  const steps = Math.min(vectors.length, columns);
  // Hadamard: a minor of order k has at most k·(digits of an entry + half the digits of k) digits; rounded up.
  const digits = longest(vectors) + String(steps).length;
  for (let k = 0; k < steps; k++) {
    const size = words((k + 1) * digits);
    budget.spend((vectors.length - k) * (columns - k) * (3 * size * size + 4 * CALL));
  }
}
