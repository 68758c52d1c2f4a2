import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import type { Graph } from '../../exact/graph.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireColoring } from '../coloring.ts';
import { readGraph } from '../labelled-graph.ts';
import { readValue } from '../value.ts';
import { readVertexSet } from '../vertex-set.ts';

const TYPE = 'graph.chromatic_certificate@1';
const MEMBERS = ['colors', 'assignment', 'clique'] as const;

/** Decides `graph.chromatic_number@1`: a proper colouring, and a clique of exactly as many vertices as it has colours. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.chromatic_number@1', ['graph', 'certificate']);
    const graph = readGraph(roles[0], '/roles/graph');
    const at = '/roles/certificate/value';
    const { colors, assignment, clique } = readValue(roles[1], TYPE, MEMBERS, '/roles/certificate');
    const size = requireColoring(graph, colors, assignment, at);
    const vertices = readVertexSet(clique, graph, `${at}/clique`);
    if (vertices.size !== size)
      reject('the clique has not as many vertices as there are colours', `${at}/clique`);
    requireClique(vertices, graph, `${at}/clique`);
  });
}

/** By the darts of its vertices and not by its pairs, so that the work is bounded by the size of the graph. */
function requireClique(vertices: ReadonlySet<number>, { starts, heads }: Graph, at: string): void {
  for (const [index, vertex] of [...vertices].entries()) {
    let adjacent = 0;
    const last = starts[vertex + 1] as number;
    for (let dart = starts[vertex] as number; dart < last; dart++) {
      if (vertices.has(heads[dart] as number)) adjacent++;
    }
    if (adjacent !== vertices.size - 1) {
      reject('the vertex is not adjacent to all others of the clique', `${at}/${index}`);
    }
  }
}
