/** Equally long lists of canonical number texts: the rows of a matrix, or its columns. */
export type Vectors = readonly (readonly string[])[];

/** An entry of a matrix, both indices from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** Component k of every vector, for each k below `length`: the columns, when the vectors are rows that long. */
export function transposed(vectors: Vectors, length: number): Vectors {
  return Array.from({ length }, (_, k) => vectors.map((vector) => vector[k] as string));
}

/** The length of the longest text, at least 1. */
export function longest(vectors: Vectors): number {
  let length = 1;
  for (const vector of vectors) for (const text of vector) length = Math.max(length, text.length);
  return length;
}
