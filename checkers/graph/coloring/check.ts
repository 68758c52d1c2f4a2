import { decide } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireColoring } from '../coloring.ts';
import { readGraph } from '../labelled-graph.ts';
import { readValue } from '../value.ts';

/** Decides `graph.coloring@1`: every vertex is coloured once, and no edge has two ends of the same colour. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.coloring@1', ['graph', 'coloring']);
    const graph = readGraph(roles[0], '/roles/graph');
    const at = '/roles/coloring';
    const { colors, assignment } = readValue(roles[1], 'graph.coloring@1', ['colors', 'assignment'], at);
    requireColoring(graph, colors, assignment, `${at}/value`);
  });
}
