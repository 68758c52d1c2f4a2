import { reject } from '../decide.ts';
import { count } from '../documents/shape.ts';
import type { Graph } from '../exact/graph.ts';
import { vertexOf } from './labelled-graph.ts';
import { pairs } from './pairs.ts';

/**
 * Rejected unless every vertex has one of the colours 0 to colors − 1, once, and no edge two ends of the same colour.
 *
 * @param graph In the role `graph`.
 * @param at Where `colors` and `assignment` stand.
 * @returns The number of colours.
 */
export function requireColoring(graph: Graph, colors: unknown, assignment: unknown, at: string): number {
  const colorCount = count(colors, `${at}/colors`);
  const colorOf = new Float64Array(graph.order).fill(-1);
  for (const [index, [label, color]] of pairs(assignment, `${at}/assignment`).entries()) {
    const here = `${at}/assignment/${index}`;
    const vertex = vertexOf(graph.vertices, label, `${here}/0`);
    if (colorOf[vertex] !== -1) reject('the vertex is coloured twice', here);
    const number = count(color, `${here}/1`);
    if (number >= colorCount) reject('there is no such colour', `${here}/1`);
    colorOf[vertex] = number;
  }
  if (colorOf.includes(-1)) reject('a vertex is not coloured', `${at}/assignment`);
  for (let edge = 0; edge < graph.size; edge++) {
    const [first, second] = graph.edge(edge);
    if (colorOf[first] === colorOf[second]) {
      reject('both ends of an edge have the same colour', `/roles/graph/value/edges/${edge}`);
    }
  }
  return colorCount;
}
