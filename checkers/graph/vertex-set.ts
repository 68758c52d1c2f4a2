import { reject } from '../decide.ts';
import { list } from '../documents/list.ts';
import type { Graph } from '../exact/graph.ts';
import { vertexOf } from './labelled-graph.ts';

/** The vertices that a list of labels refers to, in the order of the list; rejected where one is unknown or stands twice. */
export function readVertexSet(value: unknown, { vertices }: Graph, at: string): ReadonlySet<number> {
  const set = new Set<number>();
  for (const [index, label] of list(value, at).entries()) {
    const vertex = vertexOf(vertices, label, `${at}/${index}`);
    if (set.has(vertex)) reject('the vertex stands in the list twice', `${at}/${index}`);
    set.add(vertex);
  }
  return set;
}
