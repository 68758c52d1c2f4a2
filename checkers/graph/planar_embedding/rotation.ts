import { reject } from '../../decide.ts';
import type { Graph } from '../../exact/graph.ts';
import { vertexOf } from '../labelled-graph.ts';
import { pairs } from '../pairs.ts';
import { readValue } from '../value.ts';
import { readVertexSet } from '../vertex-set.ts';

/**
 * Reads a document of type `graph.rotation_system@1`; rejected unless every vertex of the graph is listed once with each of its
 * neighbours once.
 *
 * @returns For each dart into a vertex the next one along its face: out to the neighbour that is listed after the one it comes from.
 */
export function readRotation(text: string, graph: Graph, at: string): Int32Array {
  const { rotation } = readValue(text, 'graph.rotation_system@1', ['rotation'], at);
  const inside = `${at}/value/rotation`;
  const following = new Int32Array(graph.heads.length);
  const listed = new Uint8Array(graph.order);
  for (const [index, [label, neighbours]] of pairs(rotation, inside).entries()) {
    const vertex = vertexOf(graph.vertices, label, `${inside}/${index}/0`);
    if (listed[vertex] === 1) reject('the vertex is listed twice', `${inside}/${index}/0`);
    listed[vertex] = 1;
    const around = readNeighbours(neighbours, vertex, graph, `${inside}/${index}/1`);
    for (const [place, neighbour] of around.entries()) {
      const next = around[(place + 1) % around.length] as number;
      following[graph.dart(neighbour, vertex)] = graph.dart(vertex, next);
    }
  }
  if (listed.includes(0)) reject('a vertex is not listed', inside);
  return following;
}

/** The neighbours of a vertex in the order of the list. */
function readNeighbours(value: unknown, vertex: number, graph: Graph, at: string): readonly number[] {
  const around = [...readVertexSet(value, graph, at)];
  const wrong = around.findIndex((other) => !graph.adjacent(vertex, other));
  if (wrong >= 0) reject('this is no neighbour of the vertex', `${at}/${wrong}`);
  if (around.length !== graph.degree(vertex)) reject('a neighbour of the vertex is missing', at);
  return around;
}
