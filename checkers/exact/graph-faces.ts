import type { Graph } from './graph.ts';
import { components } from './graph-components.ts';

/**
 * Whether V − E + F = 2 in every component of a graph; an isolated vertex has one face.
 *
 * @param following A permutation of the darts: after a dart into v, the next dart out of v along the same face. Faces are its cycles.
 */
export function isSphere(graph: Graph, following: Int32Array): boolean {
  const { count, of } = components(graph);
  const characteristic = new Int32Array(count);
  const add = (vertex: number, term: number): void => {
    const component = of[vertex] as number;
    characteristic[component] = (characteristic[component] as number) + term;
  };
  for (let vertex = 0; vertex < graph.order; vertex++) add(vertex, graph.degree(vertex) === 0 ? 2 : 1);
  for (let edge = 0; edge < graph.size; edge++) add(graph.edge(edge)[0], -1);
  const walked = new Uint8Array(following.length);
  for (let dart = 0; dart < following.length; dart++) {
    if (walked[dart] === 1) continue;
    add(graph.heads[dart] as number, 1);
    for (let next = dart; walked[next] === 0; next = following[next] as number) walked[next] = 1;
  }
  return characteristic.every((euler) => euler === 2);
}
