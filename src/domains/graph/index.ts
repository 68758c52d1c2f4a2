import type { JsonValue } from '../../canonical/json.ts';
import type { Domain } from '../domain.ts';
import { byTransform } from '../producer.ts';
import { checkColoring } from './coloring.ts';
import { checkDistanceMatrix } from './distance-matrix.ts';
import { type Edge, requireSimple } from './edges.ts';
import { incidence } from './incidence.ts';
import { checkLabelledGraph } from './labelled.ts';

/**
 * Maps, cycles, matchings and rotation systems need no code: their labels refer to a graph in another document, and a repeat
 * in them is not unusable but false, for the checker to say.
 */
export const domain: Domain = {
  name: 'graph',
  values: {
    'graph.labelled@1': checkLabelledGraph,
    'graph.distance_matrix@1': checkDistanceMatrix,
    'graph.coloring@1': checkColoring,
    'graph.chromatic_certificate@1': checkColoring,
    'graph.edge_set@1': checkEdgeSet,
  },
  transforms: { GRAPH_INCIDENCE: incidence },
  producers: { 'graph.incidence@1': byTransform(incidence, 'graph', 'incidence') },
};

function checkEdgeSet(value: JsonValue): void {
  const { edges } = value as { readonly edges: readonly Edge[] };
  requireSimple(edges, 'edges');
}
