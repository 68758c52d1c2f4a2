import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused, valueIn } from './support.ts';
import { colText } from './writers.ts';

/** As graph-colouring collections have it: comments in front, some of them long. */
const MYCIEL3 = `c FILE: myciel3.col
c Graph based on Mycielski transformation: triangle free (clique number 2),
c but the colouring number grows
p edge 11 20
e 1 2
e 1 4
e 1 7
e 1 9
e 2 3
e 2 6
e 2 8
e 3 5
e 3 7
e 3 10
e 4 5
e 4 6
e 4 10
e 5 8
e 5 9
e 6 11
e 7 11
e 8 11
e 9 11
e 10 11
`;

describe('dimacs-col', () => {
  test('a real file', () => {
    const { vertices, edges } = valueIn('dimacs-col', MYCIEL3) as { vertices: string[]; edges: string[][] };
    expect(vertices).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    expect(edges).toHaveLength(20);
    expect(edges.slice(0, 2)).toEqual([
      ['1', '2'],
      ['1', '4'],
    ]);
    expect(edges.at(-1)).toEqual(['10', '11']);
    expect(valueIn('dimacs-col', MYCIEL3.replaceAll('\n', '\r\n').trimEnd())).toEqual({ vertices, edges });
    expect(valueIn('dimacs-col', MYCIEL3.replace('p edge', 'p col'))).toEqual({ vertices, edges });
  });

  test('the order of edges and of their ends is kept', () => {
    expect(valueIn('dimacs-col', 'p edge 3 2\ne 3 1\nc e 1 3\ne 2 1\n')).toEqual({
      vertices: ['1', '2', '3'],
      edges: [
        ['3', '1'],
        ['2', '1'],
      ],
    });
  });

  test.each([
    ['', 'line 1: the header'],
    ['e 1 2\n', 'line 1: the header'],
    ['p graph 2 1\ne 1 2\n', 'line 1: the header'],
    ['p edge 2\ne 1 2\n', 'line 1: a whole number'],
    ['p edge 2 1 0\ne 1 2\n', 'line 1: the line goes on'],
    ['p edge 2 1\np edge 2 1\ne 1 2\n', 'line 2: there is a second header'],
    ['c\np edge 3 2\ne 1 2\n', 'line 2: there are fewer edges than this header says'],
    ['p edge 3 1\ne 1 2\ne 1 3\n', 'line 3: there are more edges'],
    ['p edge 3 2\ne 1 2\n\ne 1 2\n', 'line 4: this edge stands in the file already'],
    ['p edge 3 2\ne 1 2\ne 2 1\n', 'line 3: this edge stands in the file already'],
    ['p edge 3 1\ne 2 2\n', 'line 2: an edge joins a vertex with itself'],
    ['p edge 3 1\ne 0 2\n', 'line 2: the header does not have this vertex'],
    ['p edge 3 1\ne 1 4\n', 'line 2: the header does not have this vertex'],
    ['p edge 3 1\ne 1 -2\n', 'line 2: the header does not have this vertex'],
    ['p edge 3 1\ne 1\n', 'line 2: a whole number'],
    ['p edge 3 1\ne 1\n2\n', 'line 2: a whole number'],
    ['p edge 3 1\ne 1 2 5\n', 'line 2: the line goes on'],
    ['p edge 3 1\ne 1 2 e 2 3\n', 'line 2: the line goes on'],
    ['p edge 3 1\na 1 2\n', 'line 2: a line `e U V` is expected here'],
    ['p edge 3 1\nn 1 5\ne 1 2\n', 'line 2: a line `e U V` is expected here'],
    ['p edge 3 1\n1 2\n', 'line 2: a line `e U V` is expected here'],
    ['p edge 3 1\ne1 2\n', 'line 2: a line `e U V` is expected here'],
    ['p edge 1000000000 0\n', 'DOCUMENT_SIZE line 1: '],
  ])('%j is refused', (text, where) => {
    expect(refused('dimacs-col', text)).toMatch(new RegExp(`^${where}`));
  });

  test('what is written comes back, in pieces of any size', () => {
    const graph = fc.integer({ min: 0, max: 30 }).chain((n) => {
      const vertices = Array.from({ length: n }, (_, index) => String(index + 1));
      const pairs = vertices.flatMap((u, i) => vertices.slice(i + 1).map((v): [string, string] => [u, v]));
      const edges = fc
        .subarray(pairs)
        .chain((chosen) => fc.shuffledSubarray(chosen, { minLength: chosen.length }));
      return fc.record({ vertices: fc.constant(vertices), edges });
    });
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 50 }), (value, piece) => {
        expect(valueIn('dimacs-col', colText(value), piece)).toEqual(value);
      }),
    );
  });
});
