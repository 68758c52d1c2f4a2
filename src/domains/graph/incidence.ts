import type { Document } from '../../canonical/document.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { place } from '../../canonical/pointer.ts';
import { AssayError } from '../../errors.ts';
import type { LabelledGraph } from './labelled.ts';

/** An entry takes at least 4 bytes, with its quotes and comma: more of them than this are no document of 16 MiB. */
const MOST_ENTRIES = 2 ** 22;

/** Code points of a label. */
const LONGEST_LABEL = 256;

/**
 * GRAPH_INCIDENCE: a row for each edge and a column for each vertex, in the graph's order, −1 at the first-listed and +1 at the
 * second end of the edge. Columns are labelled by the vertices, rows by `first→second`.
 *
 * @throws AssayError LABEL_AMBIGUOUS where two rows would have the same label, or one a label that is too long;
 *   TRANSFORM_DIMENSIONS where the matrix would have more than 2^22 entries.
 */
export function incidence({ value }: Document): { type: string; value: JsonValue } {
  const { vertices, edges } = value as LabelledGraph;
  if (vertices.length * edges.length > MOST_ENTRIES) {
    throw new AssayError('TRANSFORM_DIMENSIONS', 'the incidence matrix would have more than 2^22 entries', {
      at: '/value/edges',
    });
  }
  return {
    type: 'matrix.integer@1',
    value: {
      rows: edges.length,
      columns: vertices.length,
      entries: edges.map(([first, second]) =>
        vertices.map((label) => (label === first ? '-1' : label === second ? '1' : '0')),
      ),
      row_labels: rowLabels(edges),
      column_labels: vertices,
    },
  };
}

function rowLabels(edges: LabelledGraph['edges']): string[] {
  const seen = new Set<string>();
  return edges.map(([first, second], index) => {
    const label = `${first}→${second}`;
    if ([...label].length > LONGEST_LABEL) {
      throw ambiguous('the row of this edge would have a label of more than 256 code points', index);
    }
    const normal = label.normalize('NFC');
    if (seen.has(normal))
      throw ambiguous('the row of this edge would have the label of an earlier one', index);
    seen.add(normal);
    return label;
  });
}

function ambiguous(message: string, index: number): AssayError {
  return new AssayError('LABEL_AMBIGUOUS', message, {
    at: place(['value', 'edges', index]),
    next: 'give the vertices shorter labels without arrows',
  });
}
