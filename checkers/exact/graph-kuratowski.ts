import type { Graph } from './graph.ts';

/** For each vertex that stays, the vertices that stay and that an edge joins it with. */
type Suppressed = ReadonlyMap<number, ReadonlySet<number>>;

/** Whether suppressing the vertices of degree 2 leaves exactly K5 or K3,3; isolated vertices are no part of it. */
export function isKuratowski(graph: Graph): boolean {
  const branches = branchVertices(graph);
  const degree = branches.length === 5 ? 4 : branches.length === 6 ? 3 : undefined;
  if (degree === undefined || !branches.every((vertex) => graph.degree(vertex) === degree)) return false;
  const left = suppress(graph, branches);
  // Five vertices with four neighbours each are K5.
  return left !== undefined && (degree === 4 || isBipartite(left));
}

function branchVertices(graph: Graph): readonly number[] {
  const branches: number[] = [];
  for (let vertex = 0; vertex < graph.order; vertex++) {
    const degree = graph.degree(vertex);
    if (degree !== 0 && degree !== 2) branches.push(vertex);
  }
  return branches;
}

/** What is left of the graph; undefined when that has a loop, parallel edges or a component without any of the branch vertices. */
function suppress(graph: Graph, branches: readonly number[]): Suppressed | undefined {
  const left = new Map<number, Set<number>>();
  let walked = 0;
  for (const branch of branches) {
    const neighbours = new Set<number>();
    for (let dart = graph.starts[branch] as number; dart < (graph.starts[branch + 1] as number); dart++) {
      let [from, to] = [branch, graph.heads[dart] as number];
      walked++;
      while (graph.degree(to) === 2) {
        [from, to] = [to, otherNeighbour(graph, to, from)];
        walked++;
      }
      if (to === branch || neighbours.has(to)) return undefined;
      neighbours.add(to);
    }
    left.set(branch, neighbours);
  }
  return walked === graph.heads.length ? left : undefined;
}

/** Of a vertex with two neighbours, the one that is not given. */
function otherNeighbour({ starts, heads }: Graph, vertex: number, neighbour: number): number {
  const dart = starts[vertex] as number;
  return heads[dart] === neighbour ? (heads[dart + 1] as number) : (heads[dart] as number);
}

/** Whether six vertices with three neighbours each are K3,3: the three that are not neighbours of one have the neighbours of that one. */
function isBipartite(left: Suppressed): boolean {
  const [opposite = new Set<number>()] = left.values();
  return [...left].every(
    ([vertex, neighbours]) => opposite.has(vertex) || [...neighbours].every((other) => opposite.has(other)),
  );
}
