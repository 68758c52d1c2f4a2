import type { Graph } from './graph.ts';

export interface Components {
  readonly count: number;
  /** The component of each vertex, from 0. */
  readonly of: Int32Array;
}

/** The connected components of a graph. */
export function components({ order, starts, heads }: Graph): Components {
  const of = new Int32Array(order).fill(-1);
  const reached = new Int32Array(order);
  let count = 0;
  for (let root = 0; root < order; root++) {
    if (of[root] !== -1) continue;
    let end = 0;
    const reach = (vertex: number): void => {
      if (of[vertex] !== -1) return;
      of[vertex] = count;
      reached[end++] = vertex;
    };
    reach(root);
    for (let next = 0; next < end; next++) {
      const vertex = reached[next] as number;
      const last = starts[vertex + 1] as number;
      for (let dart = starts[vertex] as number; dart < last; dart++) reach(heads[dart] as number);
    }
    count++;
  }
  return { count, of };
}
