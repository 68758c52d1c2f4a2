import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import type { Graph } from '../../exact/graph.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readGraph, vertexOf } from '../labelled-graph.ts';
import { pairs } from '../pairs.ts';
import { readValue } from '../value.ts';
import { readVertexSet } from '../vertex-set.ts';

/**
 * Decides `graph.maximum_matching@1`: a matching and a cover of the same size. A cover has an end of every matching edge, and
 * no two of these edges share one, so no matching is larger than any cover.
 */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.maximum_matching@1', ['graph', 'certificate']);
    const graph = readGraph(roles[0], '/roles/graph');
    const at = '/roles/certificate';
    const { matching, cover } = readValue(roles[1], 'graph.matching_cover@1', ['matching', 'cover'], at);
    const size = requireMatching(matching, graph, `${at}/value/matching`);
    const covering = readVertexSet(cover, graph, `${at}/value/cover`);
    if (covering.size !== size) reject('matching and cover have not the same size', `${at}/value/cover`);
    requireCover(covering, graph);
  });
}

/** Rejected unless these are edges of the graph and share no vertex. Returns how many there are. */
function requireMatching(matching: unknown, graph: Graph, at: string): number {
  const matched = new Uint8Array(graph.order);
  const edges = pairs(matching, at);
  for (const [index, [first, second]] of edges.entries()) {
    const one = vertexOf(graph.vertices, first, `${at}/${index}/0`);
    const other = vertexOf(graph.vertices, second, `${at}/${index}/1`);
    if (!graph.adjacent(one, other)) reject('the pair is no edge of the graph', `${at}/${index}`);
    if (matched[one] === 1 || matched[other] === 1)
      reject('the edge shares a vertex with another', `${at}/${index}`);
    matched[one] = 1;
    matched[other] = 1;
  }
  return edges.length;
}

function requireCover(covering: ReadonlySet<number>, graph: Graph): void {
  for (let edge = 0; edge < graph.size; edge++) {
    if (!graph.edge(edge).some((end) => covering.has(end))) {
      reject('the edge has no end in the cover', `/roles/graph/value/edges/${edge}`);
    }
  }
}
