import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readGraph } from '../labelled-graph.ts';
import { readValue } from '../value.ts';
import { readVertexSet } from '../vertex-set.ts';

/** Decides `graph.hamiltonian_cycle@1`: at least 3 vertices, each visited once along edges, the closing edge included. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.hamiltonian_cycle@1', ['graph', 'cycle']);
    const graph = readGraph(roles[0], '/roles/graph');
    const { cycle } = readValue(roles[1], 'graph.cycle@1', ['cycle'], '/roles/cycle');
    const at = '/roles/cycle/value/cycle';
    const visited = [...readVertexSet(cycle, graph, at)];
    if (graph.order < 3) reject('the graph has fewer than 3 vertices', '/roles/graph/value/vertices');
    if (visited.length !== graph.order) reject('a vertex is not visited', at);
    const wrong = visited.findIndex(
      (vertex, index) => !graph.adjacent(visited.at(index - 1) as number, vertex),
    );
    if (wrong >= 0) reject('no edge leads here from the vertex before', `${at}/${wrong}`);
  });
}
