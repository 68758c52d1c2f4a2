import { reject } from '../../decide.ts';
import { items } from '../../documents/shape.ts';
import { readVertices, type Vertices, vertexOf } from '../labelled-graph.ts';
import { readValue } from '../value.ts';

/** A distance matrix with its shape checked; its entries may be anything. */
export interface Table {
  /** The vertex of the graph that labels row i and column i. */
  readonly vertices: Int32Array;
  /** As many as vertices, each as long. */
  readonly rows: readonly (readonly unknown[])[];
  /** JSON pointer of the rows in the request. */
  readonly at: string;
}

/** Reads a document of type `graph.distance_matrix@1`; rejected unless it has a row and a column for each of these vertices. */
export function readTable(text: string, vertices: Vertices, at: string): Table {
  const value = readValue(text, 'graph.distance_matrix@1', ['vertices', 'distances'], at);
  const named = readVertices(value.vertices, `${at}/value/vertices`);
  const places = [...named.keys()].map((label, i) => vertexOf(vertices, label, `${at}/value/vertices/${i}`));
  if (places.length !== vertices.size) reject('a vertex of the graph is missing', `${at}/value/vertices`);
  const inside = `${at}/value/distances`;
  const rows = items(value.distances, places.length, inside).map((row, i) =>
    items(row, places.length, `${inside}/${i}`),
  );
  return { vertices: Int32Array.from(places), rows, at: inside };
}
