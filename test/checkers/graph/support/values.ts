import type { CheckRequest } from '../../../../checkers/protocol.ts';
import { request } from '../../support/request.ts';

export type Pair = readonly [string, string];

export interface LabelledGraph {
  readonly vertices: readonly string[];
  readonly edges: readonly Pair[];
}

export interface DistanceMatrix {
  readonly vertices: readonly string[];
  readonly distances: readonly (readonly (number | null)[])[];
}

export interface Coloring {
  readonly colors: number;
  readonly assignment: readonly (readonly [string, number])[];
}

export interface ChromaticCertificate extends Coloring {
  readonly clique: readonly string[];
}

export interface MatchingCover {
  readonly matching: readonly Pair[];
  readonly cover: readonly string[];
}

export interface RotationSystem {
  readonly rotation: readonly (readonly [string, readonly string[]])[];
}

/** The claims, each with the value types of its roles. */
export const ROLES = {
  'graph.distances@1': { graph: 'graph.labelled@1', distances: 'graph.distance_matrix@1' },
  'graph.coloring@1': { graph: 'graph.labelled@1', coloring: 'graph.coloring@1' },
  'graph.chromatic_number@1': { graph: 'graph.labelled@1', certificate: 'graph.chromatic_certificate@1' },
  'graph.isomorphism@1': { first: 'graph.labelled@1', second: 'graph.labelled@1', map: 'graph.vertex_map@1' },
  'graph.hamiltonian_cycle@1': { graph: 'graph.labelled@1', cycle: 'graph.cycle@1' },
  'graph.maximum_matching@1': { graph: 'graph.labelled@1', certificate: 'graph.matching_cover@1' },
  'graph.planar_embedding@1': { graph: 'graph.labelled@1', embedding: 'graph.rotation_system@1' },
  'graph.nonplanar@1': { graph: 'graph.labelled@1', subgraph: 'graph.edge_set@1' },
  'graph.incidence@1': { graph: 'graph.labelled@1', incidence: 'matrix.integer@1' },
} as const;

export type Claim = keyof typeof ROLES;

/** A request with a document of the right type for each value. */
export function requestOf(claim: Claim, values: Readonly<Record<string, unknown>>): CheckRequest {
  const types: Readonly<Record<string, string>> = ROLES[claim];
  const documents = Object.entries(values).map(([role, value]) => [role, { type: types[role] ?? '', value }]);
  return request(claim, Object.fromEntries(documents));
}

/** A graph from texts such as `ab bc`: an edge for each word, a vertex for each letter, and the further vertices. */
export function graph(edges: string, further = ''): LabelledGraph {
  const words = edges.split(' ').filter((word) => word !== '');
  return {
    vertices: [...new Set([...words.join(''), ...further])],
    edges: words.map((word): Pair => [word.charAt(0), word.charAt(1)]),
  };
}
