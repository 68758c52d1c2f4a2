import { reject, unsupported } from '../decide.ts';
import { labels } from '../documents/labels.ts';
import { list } from '../documents/list.ts';
import { Graph } from '../exact/graph.ts';
import { pairs } from './pairs.ts';
import { readValue } from './value.ts';

const VERTICES = 2 ** 20;
const EDGES = 2 ** 22;

/** Label to vertex. */
export type Vertices = ReadonlyMap<string, number>;

/** Reads a document of type `graph.labelled@1`; rejected when it is anything else. */
export function readGraph(text: string, at: string): Graph {
  const { vertices, edges } = readValue(text, 'graph.labelled@1', ['vertices', 'edges'], at);
  return readEdges(edges, readVertices(vertices, `${at}/value/vertices`), `${at}/value/edges`);
}

/** Reads labels that define vertices: rejected unless all differ, also after NFC; UNSUPPORTED above 2^20 of them. */
export function readVertices(value: unknown, at: string): Vertices {
  const { length } = list(value, at);
  if (length > VERTICES) unsupported(`graphs of at most ${VERTICES} vertices`);
  return new Map(labels(value, length, at)?.map((label, index) => [label, index]));
}

/** Reads edges between these vertices: rejected at a loop and at an edge that stands twice; UNSUPPORTED above 2^22 of them. */
export function readEdges(value: unknown, vertices: Vertices, at: string): Graph {
  const { length } = list(value, at);
  if (length > EDGES) unsupported(`graphs of at most ${EDGES} edges`);
  const ends = new Int32Array(2 * length);
  for (const [index, [first, second]] of pairs(value, at).entries()) {
    if (first === second) reject('an edge joins two different vertices', `${at}/${index}`);
    ends[2 * index] = vertexOf(vertices, first, `${at}/${index}/0`);
    ends[2 * index + 1] = vertexOf(vertices, second, `${at}/${index}/1`);
  }
  const graph = new Graph(vertices, ends);
  const repeated = graph.repeatedEdge();
  if (repeated !== undefined) reject('the edge stands in the list twice', `${at}/${repeated}`);
  return graph;
}

/** The vertex that a label refers to; rejected unless there is one. */
export function vertexOf(vertices: Vertices, label: unknown, at: string): number {
  const vertex = typeof label === 'string' ? vertices.get(label) : undefined;
  return vertex ?? reject('no vertex of the graph has this label', at);
}
