/**
 * A simple undirected graph on labelled vertices. A vertex is its place in the list of labels, an edge its place in the list of edges.
 *
 * An edge is two darts, one leaving each end. Darts are numbered by the vertex they leave, then by the vertex they lead to.
 */
export class Graph {
  /** Label to vertex, in the order of the list. */
  readonly vertices: ReadonlyMap<string, number>;
  /** The darts that leave vertex v are starts[v] to starts[v + 1] − 1. */
  readonly starts: Int32Array;
  /** The vertex that each dart leads to. */
  readonly heads: Int32Array;
  readonly #ends: Int32Array;

  /** Edge i joins ends[2i] and ends[2i + 1], which must be different vertices. Whether an edge stands twice is for `repeatedEdge` to say. */
  constructor(vertices: ReadonlyMap<string, number>, ends: Int32Array) {
    this.vertices = vertices;
    this.#ends = ends;
    this.starts = startsOf(vertices.size, ends);
    this.heads = new Int32Array(ends.length);
    // The heads by their tails, in any order; then the tails by their heads, which takes the tails in ascending order.
    const heads = new Int32Array(ends.length);
    const free = this.starts.slice();
    for (let i = 0; i < ends.length; i++) heads[take(free, ends[i] as number)] = ends[i ^ 1] as number;
    free.set(this.starts);
    for (let tail = 0; tail < vertices.size; tail++) {
      const last = this.starts[tail + 1] as number;
      for (let dart = this.starts[tail] as number; dart < last; dart++) {
        this.heads[take(free, heads[dart] as number)] = tail;
      }
    }
  }

  /** The number of vertices. */
  get order(): number {
    return this.vertices.size;
  }

  /** The number of edges. */
  get size(): number {
    return this.#ends.length / 2;
  }

  /** The two ends of an edge, as listed. */
  edge(edge: number): readonly [number, number] {
    return [this.#ends[2 * edge] as number, this.#ends[2 * edge + 1] as number];
  }

  degree(vertex: number): number {
    return (this.starts[vertex + 1] as number) - (this.starts[vertex] as number);
  }

  /** The dart that leaves one vertex for the other, by bisection; −1 when they are not adjacent. */
  dart(from: number, to: number): number {
    let [low, high] = [this.starts[from] as number, this.starts[from + 1] as number];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.heads[middle] as number) < to) low = middle + 1;
      else high = middle;
    }
    return low < (this.starts[from + 1] as number) && this.heads[low] === to ? low : -1;
  }

  adjacent(one: number, other: number): boolean {
    return this.dart(one, other) >= 0;
  }

  /** The first edge that stands earlier in the list too, either way round; undefined when there is none. */
  repeatedEdge(): number | undefined {
    const seen = new Uint8Array(this.heads.length);
    for (let edge = 0; edge < this.size; edge++) {
      const [first, second] = this.edge(edge);
      const dart = this.dart(Math.min(first, second), Math.max(first, second));
      if (seen[dart] === 1) return edge;
      seen[dart] = 1;
    }
    return undefined;
  }
}

/** Where the darts of each vertex start when they stand in the order of their tails, and where the last ones end. */
function startsOf(order: number, ends: Int32Array): Int32Array {
  const starts = new Int32Array(order + 1);
  for (const vertex of ends) starts[vertex + 1] = (starts[vertex + 1] as number) + 1;
  for (let v = 0; v < order; v++) starts[v + 1] = (starts[v + 1] as number) + (starts[v] as number);
  return starts;
}

/** The next free place of a vertex, which is then taken. */
function take(free: Int32Array, vertex: number): number {
  const place = free[vertex] as number;
  free[vertex] = place + 1;
  return place;
}
