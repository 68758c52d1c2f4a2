import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../checkers/graph/incidence/check.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { applyTransform } from '../../src/domains/prepare.ts';
import { prepare, refusal, rules } from './rules.ts';

const incidenceOf = (vertices: string[], edges: string[][]) =>
  applyTransform('GRAPH_INCIDENCE', prepare('graph.labelled@1', { vertices, edges }), rules);

/** Any labels, arrows and combining characters among them. */
const label = fc
  .array(fc.constantFrom('a', 'b', '→', '\u0338', 'é', '𝕏', ' '), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

const graph = fc
  .uniqueArray(label, { minLength: 0, maxLength: 5, selector: (label) => label.normalize('NFC') })
  .chain((vertices) => {
    const pairs = vertices.flatMap((one, i) => vertices.slice(0, i).map((other) => [one, other]));
    return fc.shuffledSubarray(pairs).map((edges) => ({ vertices, edges }));
  });

describe('GRAPH_INCIDENCE', () => {
  test('of the paw: rows are edges, columns vertices, −1 at the first end and +1 at the second', () => {
    const edges = [
      ['0', '1'],
      ['1', '2'],
      ['0', '2'],
      ['2', '3'],
    ];
    expect(incidenceOf(['0', '1', '2', '3'], edges).document).toMatchObject({
      type: 'matrix.integer@1',
      value: {
        rows: 4,
        columns: 4,
        entries: [
          ['-1', '1', '0', '0'],
          ['0', '-1', '1', '0'],
          ['-1', '0', '1', '0'],
          ['0', '0', '-1', '1'],
        ],
        row_labels: ['0→1', '1→2', '0→2', '2→3'],
        column_labels: ['0', '1', '2', '3'],
      },
    });
  });

  test('of graphs without edges or vertices has no rows, and both lists of labels', () => {
    expect(incidenceOf([], []).document.value).toEqual({
      rows: 0,
      columns: 0,
      entries: [],
      row_labels: [],
      column_labels: [],
    });
    expect(incidenceOf(['a'], []).document.value).toMatchObject({ rows: 0, columns: 1, row_labels: [] });
  });

  test('follows the order in which the graph lists vertices, edges and ends', () => {
    const digests = [
      incidenceOf(
        ['a', 'b', 'c'],
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
      ),
      incidenceOf(
        ['b', 'a', 'c'],
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
      ),
      incidenceOf(
        ['a', 'b', 'c'],
        [
          ['b', 'c'],
          ['a', 'b'],
        ],
      ),
      incidenceOf(
        ['a', 'b', 'c'],
        [
          ['b', 'a'],
          ['b', 'c'],
        ],
      ),
    ].map(({ bytes }) => bytes.digest);
    expect(new Set(digests).size).toBe(4);
  });

  test('makes what the checker of graph.incidence@1 accepts, or says which labels are ambiguous', () => {
    let made = 0;
    fc.assert(
      fc.property(graph, ({ vertices, edges }) => {
        const rows = edges.map((edge) => edge.join('→').normalize('NFC'));
        const repeated = rows.findIndex((row, index) => rows.indexOf(row) < index);
        const refused = refusal(() => incidenceOf(vertices, edges));
        if (repeated >= 0) {
          expect(refused).toBe(
            `LABEL_AMBIGUOUS /value/edges/${repeated}: the row of this edge would have the label of an earlier one`,
          );
          return;
        }
        expect(refused).toBe('accepted');
        const source = prepare('graph.labelled@1', { vertices, edges });
        const roles = { graph: source.bytes.text, incidence: incidenceOf(vertices, edges).bytes.text };
        expect(check({ claim: 'graph.incidence@1', roles, sources: {} })).toEqual({ verdict: 'ACCEPTED' });
        made++;
      }),
      { numRuns: 500 },
    );
    expect(made).toBeGreaterThan(100);
  });

  test.each<[string, string[], string[][]]>([
    [
      'equal',
      ['a', 'b→c', 'a→b', 'c'],
      [
        ['a', 'b→c'],
        ['a→b', 'c'],
      ],
    ],
    [
      'equal after NFC',
      ['a', '\u0338b→c', 'a\u219bb', 'c'],
      [
        ['a', '\u0338b→c'],
        ['a\u219bb', 'c'],
      ],
    ],
  ])('refuses labels of rows that would be %s', (_, vertices, edges) => {
    expect(refusal(() => incidenceOf(vertices, edges))).toBe(
      'LABEL_AMBIGUOUS /value/edges/1: the row of this edge would have the label of an earlier one',
    );
  });

  test('refuses labels of rows that would be too long, in code points', () => {
    const of = (length: number) =>
      refusal(() => incidenceOf(['𝕏'.repeat(length), 'b'], [['𝕏'.repeat(length), 'b']]));
    expect(of(254)).toBe('accepted');
    expect(of(255)).toBe(
      'LABEL_AMBIGUOUS /value/edges/0: the row of this edge would have a label of more than 256 code points',
    );
  });

  test('makes at most 2^22 entries', () => {
    const star = (rays: number): JsonValue => {
      const vertices = Array.from({ length: rays + 1 }, (_, i) => `${i}`);
      return { vertices, edges: vertices.slice(1).map((ray) => ['0', ray]) };
    };
    const refused = (rays: number) =>
      refusal(() => applyTransform('GRAPH_INCIDENCE', prepare('graph.labelled@1', star(rays)), rules));
    expect(refused(1000)).toBe('accepted');
    // 2047 · 2048 entries are fewer than 2^22, but with their labels more than a document of 16 MiB holds.
    expect(refused(2047)).toMatch(/^DOCUMENT_SIZE/);
    expect(refused(2048)).toBe(
      'TRANSFORM_DIMENSIONS /value/edges: the incidence matrix would have more than 2^22 entries',
    );
  });

  test('takes graphs only', () => {
    const source = prepare('graph.edge_set@1', { edges: [] });
    expect(refusal(() => applyTransform('GRAPH_INCIDENCE', source, rules))).toMatch(
      /^TRANSFORM_NOT_DECLARED/,
    );
  });
});
