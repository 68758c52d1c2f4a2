import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused, valueIn } from './support.ts';
import { type Graph, graph6Text } from './writers.ts';

const graph = (text: string) => valueIn('graph6', text) as Graph;
const edgesOf = (text: string) => graph(text).edges.map((edge) => edge.join(''));

describe('graph6', () => {
  test('the example of its description: n = 5, edges 02 04 13 34', () => {
    expect(graph('DQc\n')).toEqual({
      vertices: ['0', '1', '2', '3', '4'],
      edges: [
        ['0', '2'],
        ['1', '3'],
        ['0', '4'],
        ['3', '4'],
      ],
    });
  });

  test.each([
    ['?', 0, []],
    ['@\n', 1, []],
    ['A?\n', 2, []],
    ['A_\r\n', 2, ['01']],
    ['>>graph6<<Bw\n', 3, ['01', '02', '12']],
    ['C~', 4, ['01', '02', '12', '03', '13', '23']],
  ])('%j', (text, vertices, edges) => {
    expect(graph(text).vertices).toHaveLength(vertices);
    expect(edgesOf(text)).toEqual(edges);
  });

  test.each([
    ['', 'line 1: the graph ends too early'],
    ['\n', 'line 1: the graph ends too early'],
    ['>>graph6<<', 'line 1: the graph ends too early'],
    ['>>graph6<<\nA_\n', 'line 1: the graph ends too early'],
    ['>>sparse6<<:A_\n', 'line 1: only the header >>graph6<<'],
    ['>>graph6 A_\n', 'line 1: only the header >>graph6<<'],
    ['>', 'line 1: only the header >>graph6<<'],
    [':An\n', 'line 1: a byte is none of graph6'],
    ['&A_\n', 'line 1: a byte is none of graph6'],
    [' A_\n', 'line 1: a byte is none of graph6'],
    ['D Qc\n', 'line 1: a byte is none of graph6'],
    ['DQ\xff\n', 'line 1: a byte is none of graph6'],
    ['DQ\x00\n', 'line 1: a byte is none of graph6'],
    ['DQ\n', 'line 1: the graph ends too early'],
    ['D', 'line 1: the graph ends too early'],
    ['DQ\nc\n', 'line 1: the graph ends too early'],
    ['DQc?\n', 'line 1: the graph goes on behind its last bit'],
    ['DQc \n', 'line 1: the graph goes on behind its last bit'],
    ['??\n', 'line 1: the graph goes on behind its last bit'],
    ['DQd\n', 'line 1: the last byte is not padded with zeros'],
    ['A`\n', 'line 1: the last byte is not padded with zeros'],
    ['DQc\nDQc\n', 'line 2: something follows the line of the graph'],
    ['DQc\n\n', 'line 2: something follows the line of the graph'],
    ['DQc\n# end\n', 'line 2: something follows the line of the graph'],
    ['DQc\rDQc', 'line 1: a carriage return'],
    ['~??D\x00', 'line 1: the number of vertices is not in its shortest form'],
    ['~??}', 'line 1: the number of vertices is not in its shortest form'],
    ['~~?????D\n', 'line 1: the number of vertices is not in its shortest form'],
    ['~~???}~~\n', 'line 1: the number of vertices is not in its shortest form'],
    ['~?', 'line 1: the graph ends too early'],
    ['~~~~~~~~\n', 'DOCUMENT_SIZE line 1: '],
    ['~~?@????\n', 'DOCUMENT_SIZE line 1: '],
    ['~~???~??\n', 'line 1: the graph ends too early'],
    ['~}~~\n', 'line 1: the graph ends too early'],
  ])('%j is refused', (text, where) => {
    for (const piece of [1, 64]) expect(refused('graph6', text, piece)).toMatch(new RegExp(`^(${where})`));
  });

  test('63 vertices are the first in the longer form', () => {
    for (const n of [62, 63, 64]) {
      const vertices = Array.from({ length: n }, (_, index) => String(index));
      const value = { vertices, edges: [['5', String(n - 1)]] as [string, string][] };
      expect(graph(graph6Text(value))).toEqual(value);
    }
  });

  test('what is written comes back, in pieces of any size', () => {
    const any = fc.integer({ min: 0, max: 70 }).chain((n) => {
      const vertices = Array.from({ length: n }, (_, index) => String(index));
      const pairs = vertices.flatMap((v, j) => vertices.slice(0, j).map((u): [string, string] => [u, v]));
      return fc.record({ vertices: fc.constant(vertices), edges: fc.subarray(pairs) });
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 50 }), (value, piece) => {
        expect(valueIn('graph6', graph6Text(value), piece)).toEqual(value);
      }),
    );
  });
});
