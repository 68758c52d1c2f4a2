import type { Graph } from './graph.ts';

/** Lengths of shortest paths from one vertex after another, by breadth-first search; the arrays are used again for each. */
export class Distances {
  readonly #graph: Graph;
  readonly #distances: Int32Array;
  readonly #reached: Int32Array;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#distances = new Int32Array(graph.order);
    this.#reached = new Int32Array(graph.order);
  }

  /** The distance to every vertex, −1 where there is no path. The array is the same for every source. */
  from(source: number): Int32Array {
    const { starts, heads } = this.#graph;
    const [distances, reached] = [this.#distances.fill(-1), this.#reached];
    distances[source] = 0;
    reached[0] = source;
    for (let next = 0, end = 1; next < end; next++) {
      const vertex = reached[next] as number;
      const distance = (distances[vertex] as number) + 1;
      const last = starts[vertex + 1] as number;
      for (let dart = starts[vertex] as number; dart < last; dart++) {
        const head = heads[dart] as number;
        if (distances[head] !== -1) continue;
        distances[head] = distance;
        reached[end++] = head;
      }
    }
    return distances;
  }
}

/** Steps of the searches from all vertices: each meets every vertex and every dart at most once, 1.5 ns each (measured). */
export function allDistancesSteps({ order, size }: Graph): number {
  return order * (order + 2 * size);
}
