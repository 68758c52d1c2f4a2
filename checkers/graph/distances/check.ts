import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Graph } from '../../exact/graph.ts';
import { allDistancesSteps, Distances } from '../../exact/graph-distances.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readGraph } from '../labelled-graph.ts';
import { readTable, type Table } from './table.ts';

/** Decides `graph.distances@1`: every entry is the distance between the vertices that label its row and its column. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.distances@1', ['graph', 'distances']);
    const graph = readGraph(roles[0], '/roles/graph');
    new Budget().spend(allDistancesSteps(graph));
    requireDistances(graph, readTable(roles[1], graph.vertices, '/roles/distances'));
  });
}

function requireDistances(graph: Graph, { vertices, rows, at }: Table): void {
  const distances = new Distances(graph);
  for (const [i, row] of rows.entries()) {
    const fromRow = distances.from(vertices[i] as number);
    const wrong = row.findIndex((entry, j) => {
      const distance = fromRow[vertices[j] as number];
      return !Object.is(entry, distance === -1 ? null : distance);
    });
    if (wrong >= 0) reject('the entry is not the distance of these vertices', `${at}/${i}/${wrong}`);
  }
}
