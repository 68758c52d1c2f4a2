import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { isKuratowski } from '../../exact/graph-kuratowski.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readEdges, readGraph } from '../labelled-graph.ts';
import { readValue } from '../value.ts';

/** Decides `graph.nonplanar@1`: edges of the graph that are K5 or K3,3 once vertices of degree 2 are suppressed. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.nonplanar@1', ['graph', 'subgraph']);
    const graph = readGraph(roles[0], '/roles/graph');
    const { edges } = readValue(roles[1], 'graph.edge_set@1', ['edges'], '/roles/subgraph');
    const at = '/roles/subgraph/value/edges';
    const subgraph = readEdges(edges, graph.vertices, at);
    for (let edge = 0; edge < subgraph.size; edge++) {
      if (!graph.adjacent(...subgraph.edge(edge))) reject('this is no edge of the graph', `${at}/${edge}`);
    }
    if (!isKuratowski(subgraph)) reject('the edges are no subdivision of K5 or K3,3', at);
  });
}
