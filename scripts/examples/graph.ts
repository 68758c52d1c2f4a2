import type { Examples, Given } from './example.ts';

type Edge = readonly [string, string];

/** Vertices are single letters, an edge is two of them. */
function edgesOf(words: string): Edge[] {
  return words.split(' ').map((word) => [word.charAt(0), word.charAt(1)]);
}

function graph(vertices: string, edges: string): Given {
  return { type: 'graph.labelled@1', value: { vertices: [...vertices], edges: edgesOf(edges) } };
}

function distances(...rows: readonly (readonly number[])[]): Given {
  return { type: 'graph.distance_matrix@1', value: { vertices: ['a', 'b', 'c'], distances: rows } };
}

function assignment(colours: readonly number[]): [string, number][] {
  return colours.map((colour, at) => ['abc'.charAt(at), colour]);
}

function coloring(colors: number, ...colours: readonly number[]): Given {
  return { type: 'graph.coloring@1', value: { colors, assignment: assignment(colours) } };
}

function chromatic(colors: number, colours: readonly number[], clique: string): Given {
  const value = { colors, assignment: assignment(colours), clique: [...clique] };
  return { type: 'graph.chromatic_certificate@1', value };
}

function map(pairs: string): Given {
  return { type: 'graph.vertex_map@1', value: { map: edgesOf(pairs) } };
}

function cycle(vertices: string): Given {
  return { type: 'graph.cycle@1', value: { cycle: [...vertices] } };
}

function matching(edges: string, cover: string): Given {
  return { type: 'graph.matching_cover@1', value: { matching: edgesOf(edges), cover: [...cover] } };
}

function rotation(neighbours: Readonly<Record<string, string>>): Given {
  const list = Object.entries(neighbours).map(([vertex, around]) => [vertex, [...around]]);
  return { type: 'graph.rotation_system@1', value: { rotation: list } };
}

function subgraph(edges: string): Given {
  return { type: 'graph.edge_set@1', value: { edges: edgesOf(edges) } };
}

function incidence(...entries: readonly (readonly string[])[]): Given {
  const labels = { row_labels: ['a→b', 'b→c'], column_labels: ['a', 'b', 'c'] };
  return { type: 'matrix.integer@1', value: { rows: 2, columns: 3, entries, ...labels } };
}

const PATH = graph('abc', 'ab bc');
const BIPARTITE = 'ax ay az bx by bz cx cy cz';

export const graphs: Examples = {
  distances: {
    accepted: { graph: PATH, distances: distances([0, 1, 2], [1, 0, 1], [2, 1, 0]) },
    refused: { distances: distances([0, 1, 1], [1, 0, 1], [1, 1, 0]) },
  },
  coloring: {
    accepted: { graph: PATH, coloring: coloring(2, 0, 1, 0) },
    refused: { coloring: coloring(2, 0, 1, 1) },
  },
  chromatic_number: {
    accepted: { graph: PATH, certificate: chromatic(2, [0, 1, 0], 'ab') },
    // Three colours do, but a and c are not adjacent: no clique says that three are needed.
    refused: { certificate: chromatic(3, [0, 1, 2], 'abc') },
  },
  isomorphism: {
    accepted: { first: PATH, second: graph('xyz', 'xy xz'), map: map('ay bx cz') },
    refused: { map: map('ax by cz') },
  },
  hamiltonian_cycle: {
    accepted: { graph: graph('abcd', 'ab bc cd da'), cycle: cycle('abcd') },
    refused: { cycle: cycle('acbd') },
  },
  maximum_matching: {
    accepted: { graph: PATH, certificate: matching('ab', 'b') },
    // Of equal size, but nothing covers the edge between b and c.
    refused: { certificate: matching('ab', 'a') },
  },
  planar_embedding: {
    accepted: {
      graph: graph('abcd', 'ab ac ad bc bd cd'),
      embedding: rotation({ a: 'bdc', b: 'cda', c: 'adb', d: 'abc' }),
    },
    // The neighbours of d the other way round: an embedding in the torus.
    refused: { embedding: rotation({ a: 'bdc', b: 'cda', c: 'adb', d: 'acb' }) },
  },
  nonplanar: {
    accepted: { graph: graph('abcxyz', BIPARTITE), subgraph: subgraph(BIPARTITE) },
    // Without its last edge a K3,3 is planar.
    refused: { subgraph: subgraph(BIPARTITE.slice(0, -3)) },
  },
  incidence: {
    accepted: { graph: PATH, incidence: incidence(['-1', '1', '0'], ['0', '-1', '1']) },
    // The second edge the other way round.
    refused: { incidence: incidence(['-1', '1', '0'], ['0', '1', '-1']) },
  },
};
