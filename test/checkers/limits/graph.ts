import { colored, cycled, distant, divided, embedded, incident, matched, turned } from './graph-largest.ts';
import { circulant, graph, graphOf, labelsOf } from './graph-texts.ts';
import { document, type Instance, type Limits, type LimitsOf, listOf } from './instance.ts';

/** Vertex i beside those at odd distances on a circle: each search looks at every edge from both ends. */
function dense(order: number, steps: number): Instance {
  const of = graphOf(labelsOf(order), circulant(order, order * steps));
  // An even distance takes two edges or more, an odd one an edge for each `reach`, or two more.
  const reach = 2 * steps - 1;
  const distances = Array.from({ length: order }, (_, place) => {
    const along = Math.min(place, order - place);
    const fewest = Math.ceil(along / reach);
    return (fewest - along) % 2 === 0 ? fewest : fewest + 1;
  });
  const rows = listOf(order, (i) => {
    return `[${[...distances.slice(order - i), ...distances.slice(0, order - i)].join(',')}]`;
  });
  const value = `{"distances":${rows},"vertices":[${of.labels}]}`;
  return { roles: { graph: graph(of), distances: document('graph.distance_matrix@1', value) } };
}

const largest = (what: string, of: (bytes: number) => Instance): Limits => ({
  largest: (bytes) => ({ what, expected: 'ACCEPTED', of: () => of(bytes) }),
  dearest: [],
});

export const GRAPH: LimitsOf = {
  'graph.chromatic_number': largest('2^20 vertices, 3 million edges', (bytes) => colored(bytes, true)),
  'graph.coloring': largest('2^20 vertices, 3 million edges', (bytes) => colored(bytes, false)),
  'graph.distances': {
    ...largest('a star of 5,772 vertices', distant),
    dearest: [{ what: '5,000 vertices, 990,000 edges', expected: 'ACCEPTED', of: () => dense(5000, 198) }],
  },
  'graph.hamiltonian_cycle': largest('2^20 vertices, 3.3 million edges', cycled),
  'graph.incidence': largest('a path of 4,075 vertices', incident),
  'graph.isomorphism': largest('twice 400,000 vertices, 1.6 million edges', turned),
  'graph.maximum_matching': largest('2^20 vertices, 3 million edges', matched),
  'graph.nonplanar': largest('2^20 vertices, 1.6 million edges, 2^20 in the subgraph', divided),
  'graph.planar_embedding': largest('a strip of 840,000 triangles', embedded),
};
