import type { JsonValue } from '../../canonical/json.ts';
import { requireDistinct } from '../label.ts';
import { unusable } from '../unusable.ts';
import { type Edge, requireSimple } from './edges.ts';

/** A value of `graph.labelled@1`: simple and undirected, every edge between two of its vertices. */
export type LabelledGraph = {
  readonly vertices: readonly string[];
  readonly edges: readonly Edge[];
};

/** @throws AssayError LABEL_AMBIGUOUS; DOCUMENT_SCHEMA at a loop, a repeated edge and an end that is no vertex */
export function checkLabelledGraph(value: JsonValue): void {
  const { vertices, edges } = value as LabelledGraph;
  requireDistinct(vertices, 'vertices');
  const defined = new Set(vertices);
  for (const [index, edge] of edges.entries()) {
    const end = edge.findIndex((label) => !defined.has(label));
    if (end >= 0) throw unusable('this end of an edge is none of the vertices', 'edges', index, end);
  }
  requireSimple(edges, 'edges');
}
