import { decide, reject } from '../../decide.ts';
import { sameLabels } from '../../documents/labels.ts';
import { type Matrix, readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Graph } from '../../exact/graph.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readGraph } from '../labelled-graph.ts';

/**
 * Decides `graph.incidence@1`: a row for each edge and a column for each vertex in the graph's order, −1 at the first-listed
 * and +1 at the second end. Both lists of labels must be there, even where they are empty.
 */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.incidence@1', ['graph', 'incidence']);
    const graph = readGraph(roles[0], '/roles/graph');
    requireIncidence(graph, readMatrix(roles[1], '/roles/incidence', new Budget()));
  });
}

function requireIncidence(graph: Graph, { type, entries, rowLabels, columnLabels, at }: Matrix): void {
  if (type !== 'matrix.integer@1') reject('the incidence matrix is an integer matrix', `${at}/type`);
  const vertices = [...graph.vertices.keys()];
  if (!sameLabels(columnLabels, vertices)) {
    reject('the column labels are not the vertices of the graph in its order', `${at}/value`);
  }
  const edges = Array.from({ length: graph.size }, (_, edge) => graph.edge(edge));
  const arrows = edges.map(([first, second]) => `${vertices[first]}→${vertices[second]}`);
  if (!sameLabels(rowLabels, arrows)) {
    reject('the row labels are not first→second of the edges in their order', `${at}/value`);
  }
  // With these labels the matrix has a row for each edge, and in it an entry for each vertex.
  for (const [i, row] of entries.entries()) {
    const [first, second] = edges[i] as readonly [number, number];
    const wrong = row.findIndex((entry, j) => entry !== (j === first ? '-1' : j === second ? '1' : '0'));
    if (wrong >= 0)
      reject('the entry is not the one of this edge and vertex', `${at}/value/entries/${i}/${wrong}`);
  }
}
