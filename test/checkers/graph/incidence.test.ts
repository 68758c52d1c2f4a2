import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/incidence/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { integers, request, type TypedMatrix, where } from '../support/request.ts';
import { graphs } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { incidenceOf, isIncidence } from './support/twins.ts';
import { graph, type LabelledGraph, requestOf } from './support/values.ts';

const verdict = (graph: LabelledGraph, incidence: unknown): string =>
  where(check(requestOf('graph.incidence@1', { graph, incidence })));

const right = graphs().map((graph) => ({ graph, incidence: incidenceOf(graph) }));

describe('an incidence matrix', () => {
  it('is accepted when the twin computes it', () => {
    fc.assert(
      fc.property(right, ({ graph, incidence }) => {
        expect(verdict(graph, incidence)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin when it or the graph is nearly right', () => {
    compareWithTwin(
      'graph.incidence',
      { cases: right.chain(nearOne), numRuns: 3000 },
      ({ graph, incidence }, agree) => {
        agree(verdict(graph, incidence), isIncidence(graph, incidence));
      },
    );
  });

  const paw = graph('01 12 02 23');
  const columns = ['0', '1', '2', '3'];
  const rows = ['0→1', '1→2', '0→2', '2→3'];
  const table = [
    [-1, 1, 0, 0],
    [0, -1, 1, 0],
    [-1, 0, 1, 0],
    [0, 0, -1, 1],
  ];
  const labels = { row_labels: rows, column_labels: columns };
  const at = '/roles/incidence';

  test.each<[string, TypedMatrix, string]>([
    ['nothing wrong', integers(table, labels), 'ACCEPTED'],
    ['an edge the other way round', integers(table.with(0, [1, -1, 0, 0]), labels), '/value/entries/0/0'],
    ['an edge without direction', integers(table.with(3, [0, 0, 1, 1]), labels), '/value/entries/3/2'],
    ['an entry too many', integers(table.with(1, [1, -1, 1, 0]), labels), '/value/entries/1/0'],
    ['an entry missing', integers(table.with(1, [0, -1, 0, 0]), labels), '/value/entries/1/2'],
    ['an entry doubled', integers(table.with(3, [0, 0, -1, 2]), labels), '/value/entries/3/3'],
    [
      'edges exchanged, labels not',
      integers(
        [1, 0, 2, 3].map((i) => table[i] ?? []),
        labels,
      ),
      '/value/entries/0/0',
    ],
    ['no labels', integers(table), '/value'],
    ['no row labels', integers(table, { column_labels: columns }), '/value'],
    ['no column labels', integers(table, { row_labels: rows }), '/value'],
    [
      'vertices in another order',
      integers(table, { ...labels, column_labels: columns.toReversed() }),
      '/value',
    ],
    ['row labels in another order', integers(table, { ...labels, row_labels: rows.toReversed() }), '/value'],
    [
      'another arrow',
      integers(table, { ...labels, row_labels: rows.map((row) => row.replace('→', '->')) }),
      '/value',
    ],
    ['an arrow turned', integers(table, { ...labels, row_labels: rows.with(0, '1→0') }), '/value'],
    [
      'columns for edges',
      integers(table[0]?.map((_, i) => table.map((row) => row[i] ?? 0)) ?? [], labels),
      '/value/entries/0/1',
    ],
    ['a row missing', integers(table.slice(1), { ...labels, row_labels: rows.slice(1) }), '/value'],
    ['rational entries', { ...integers(table, labels), type: 'matrix.rational@1' }, '/type'],
  ])('with %s', (_, incidence, expected) => {
    const value = { type: 'graph.labelled@1', value: paw };
    expect(where(check(request('graph.incidence@1', { graph: value, incidence })))).toBe(
      expected === 'ACCEPTED' ? expected : `REJECTED ${at}${expected}`,
    );
  });

  test('has labels on both axes also where there are none to list', () => {
    const none = { rows: 0, columns: 0, entries: [] };
    expect(verdict(graph(''), { ...none, row_labels: [], column_labels: [] })).toBe('ACCEPTED');
    expect(verdict(graph(''), { ...none, row_labels: [] })).toBe(`REJECTED ${at}/value`);
    expect(verdict(graph(''), { ...none, column_labels: [] })).toBe(`REJECTED ${at}/value`);
    const bare = { rows: 0, columns: 2, entries: [], column_labels: ['a', 'b'] };
    expect(verdict(graph('', 'ab'), { ...bare, row_labels: [] })).toBe('ACCEPTED');
    expect(verdict(graph('', 'ab'), bare)).toBe(`REJECTED ${at}/value`);
  });

  test.each<[string, LabelledGraph]>([
    [
      'equal',
      {
        vertices: ['a', 'b→c', 'a→b', 'c'],
        edges: [
          ['a', 'b→c'],
          ['a→b', 'c'],
        ],
      },
    ],
    [
      'equal after NFC',
      {
        vertices: ['a', '\u0338b→c', 'a\u219bb', 'c'],
        edges: [
          ['a', '\u0338b→c'],
          ['a\u219bb', 'c'],
        ],
      },
    ],
  ])('of a graph whose row labels would be %s does not exist', (_, graph) => {
    expect(verdict(graph, incidenceOf(graph))).toBe(`REJECTED ${at}/value/row_labels/1`);
  });

  it('does not exist for a graph that lists an edge twice, where the arrows differ too', () => {
    const twice = graphs(2).filter(({ edges }) => edges.length > 0);
    fc.assert(
      fc.property(twice, fc.nat(), fc.nat(), ({ vertices, edges }, of, to) => {
        const [one, other] = [of % edges.length, to % (edges.length + 1)];
        const [first = '', second = ''] = edges[one] ?? [];
        const repeated = { vertices, edges: edges.toSpliced(other, 0, [second, first]) };
        const later = other > one ? other : one + 1;
        expect(verdict(repeated, incidenceOf(repeated))).toBe(`REJECTED /roles/graph/value/edges/${later}`);
      }),
      { numRuns: 300 },
    );
  });

  test('does not exist for a graph with a loop, whatever stands for it', () => {
    for (const entry of [-1, 0, 1]) {
      const loop = integers([[entry]], { row_labels: ['a→a'], column_labels: ['a'] }).value;
      expect(verdict(graph('aa'), loop)).toBe('REJECTED /roles/graph/value/edges/0');
    }
  });

  test('of a graph whose row labels would be too long does not exist', () => {
    const long = (length: number) => ({
      vertices: ['é'.repeat(length), 'b'],
      edges: [['é'.repeat(length), 'b'] as const],
    });
    expect(verdict(long(254), incidenceOf(long(254)))).toBe('ACCEPTED');
    expect(verdict(long(255), incidenceOf(long(255)))).toBe(`REJECTED ${at}/value/row_labels/0`);
  });

  test('is not decided for entries of more than a million characters', () => {
    const long = (length: number) =>
      verdict(
        graph('ab'),
        integers([[-1, '1'.repeat(length)]], { row_labels: ['a→b'], column_labels: ['a', 'b'] }).value,
      );
    expect(long(1_000_000)).toBe(`REJECTED ${at}/value/entries/0/1`);
    expect(long(1_000_001)).toBe('INCONCLUSIVE');
  });
});
