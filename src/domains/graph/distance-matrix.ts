import type { JsonValue } from '../../canonical/json.ts';
import type { Token } from '../../canonical/pointer.ts';
import { requireDistinct } from '../label.ts';
import { unusable } from '../unusable.ts';

/** @throws AssayError LABEL_AMBIGUOUS; DOCUMENT_SCHEMA where the table has not a row and a column for each vertex */
export function checkDistanceMatrix(value: JsonValue): void {
  const { vertices, distances } = value as {
    readonly vertices: readonly string[];
    readonly distances: readonly (readonly (number | null)[])[];
  };
  requireDistinct(vertices, 'vertices');
  requireLength(distances, vertices.length, 'distances');
  for (const [index, row] of distances.entries()) requireLength(row, vertices.length, 'distances', index);
}

function requireLength(list: readonly unknown[], length: number, ...path: Token[]): void {
  if (list.length === length) return;
  throw unusable(`this array is ${list.length < length ? 'shorter' : 'longer'} than \`vertices\``, ...path);
}
