import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { isSphere } from '../../exact/graph-faces.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readGraph } from '../labelled-graph.ts';
import { readRotation } from './rotation.ts';

/** Decides `graph.planar_embedding@1`: a rotation system of the graph with V − E + F = 2 in every component. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.planar_embedding@1', ['graph', 'embedding']);
    const graph = readGraph(roles[0], '/roles/graph');
    const following = readRotation(roles[1], graph, '/roles/embedding');
    if (!isSphere(graph, following)) {
      reject('V − E + F is not 2 in every component', '/roles/embedding/value/rotation');
    }
  });
}
