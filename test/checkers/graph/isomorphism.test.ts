import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/isomorphism/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphs, labels, listed, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { isIsomorphism, permutations } from './support/twins.ts';
import { graph, type LabelledGraph, type Pair, requestOf } from './support/values.ts';

const verdict = (first: LabelledGraph, second: LabelledGraph, map: readonly Pair[]): string =>
  where(check(requestOf('graph.isomorphism@1', { first, second, map: { map } })));

/** A graph, the same with other labels, everything in another order, and the map between them. */
const right = graphs().chain((first) => {
  const { length } = first.vertices;
  return labels(length, length).chain((names) => {
    const map = first.vertices.map((vertex, i): Pair => [vertex, names[i] as string]);
    const image = new Map(map);
    const edges = first.edges.map((edge) => edge.map((end) => image.get(end)) as unknown as Pair);
    return fc
      .tuple(shuffled(names), listed(edges), shuffled(map))
      .map(([vertices, edges, map]) => ({ first, second: { vertices, edges }, map }));
  });
});

/** Graphs with as many vertices and edges, whether isomorphic or not. */
const alike = fc
  .tuple(graphs(4, 4), graphs(4, 4))
  .map(([first, second]) => {
    const size = Math.min(first.edges.length, second.edges.length);
    return [first, second].map(({ vertices, edges }) => ({ vertices, edges: edges.slice(0, size) }));
  })
  .chain(([first, second]) =>
    shuffled(second?.vertices ?? []).map((names) => ({
      first: first as LabelledGraph,
      second: second as LabelledGraph,
      map: (first?.vertices ?? []).map((vertex, i): Pair => [vertex, names[i] as string]),
    })),
  );

/** All maps from the vertices of one graph to as many vertices of the other. */
function bijections(first: LabelledGraph, second: LabelledGraph): Pair[][] {
  return permutations(second.vertices).map((names) =>
    first.vertices.map((v, i): Pair => [v, names[i] as string]),
  );
}

describe('an isomorphism', () => {
  it('is accepted when it is one, whatever the orders', () => {
    fc.assert(
      fc.property(right, ({ first, second, map }) => {
        expect(verdict(first, second, map)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin when it is nearly one', () => {
    compareWithTwin(
      'graph.isomorphism',
      { cases: fc.oneof(right.chain(nearOne), alike), numRuns: 4000 },
      ({ first, second, map }, agree) => {
        agree(verdict(first, second, map), isIsomorphism(first, second, map));
      },
    );
  });

  const path = graph('ab bc');
  const other = graph('xy yz');
  const map: readonly Pair[] = [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'z'],
  ];
  const at = '/roles/map/value/map';

  test.each<[string, unknown, string]>([
    ['is the one', map, 'ACCEPTED'],
    [
      'is the other one',
      [
        ['a', 'z'],
        ['b', 'y'],
        ['c', 'x'],
      ],
      'ACCEPTED',
    ],
    ['is not onto', map.with(2, ['c', 'x']), `REJECTED ${at}/2/1`],
    ['is not onto and maps nothing else', map.slice(0, 2), `REJECTED ${at}`],
    ['maps a vertex twice', [...map, ['a', 'x']], `REJECTED ${at}/3/0`],
    ['runs the other way', map.map(([from, to]) => [to, from]), `REJECTED ${at}/0/0`],
    ['maps within the first graph', map.with(0, ['a', 'a']), `REJECTED ${at}/0/1`],
    [
      'moves an edge',
      [
        ['a', 'y'],
        ['b', 'x'],
        ['c', 'z'],
      ],
      'REJECTED /roles/first/value/edges/1',
    ],
    ['has a pair of one', map.with(0, ['a'] as never), `REJECTED ${at}/0`],
    ['is an object', { a: 'x', b: 'y', c: 'z' }, `REJECTED ${at}`],
  ])('%s', (_, changed, expected) => {
    expect(verdict(path, other, changed as readonly Pair[])).toBe(expected);
  });

  test('is not onto where the second graph has a further vertex, with or without edges', () => {
    expect(verdict(path, graph('xy yz', 'w'), map)).toBe(`REJECTED ${at}`);
    expect(verdict(path, graph('xy yz zw'), map)).toBe(`REJECTED ${at}`);
    expect(verdict(graph('ab bc', 'd'), other, map)).toBe(`REJECTED ${at}`);
  });

  test('is no map where a vertex has two images, and not one to one where two have the same', () => {
    const twice: readonly Pair[] = [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'z'],
    ];
    expect(verdict(graph('ab'), graph('yz', 'x'), twice)).toBe(`REJECTED ${at}/1/0`);
    const joined = twice.map(([from, to]): Pair => [to, from]);
    expect(verdict(graph('yz', 'x'), graph('ab'), joined)).toBe(`REJECTED ${at}/1/1`);
  });

  test('carries edges onto edges: a further edge on either side is too many', () => {
    const places = ['REJECTED /roles/second/value/edges', 'REJECTED /roles/second/value/edges'];
    expect([verdict(path, graph('xy yz zx'), map), verdict(graph('ab bc ca'), other, map)]).toEqual(places);
  });

  test('is none of graphs that both have a loop', () => {
    const [one, image] = [graph('ab bc aa'), graph('xy yz xx')];
    expect(verdict(one, image, map)).toBe('REJECTED /roles/first/value/edges/2');
    expect(verdict(path, image, map)).toBe('REJECTED /roles/second/value/edges/2');
  });

  test('carries an edge onto an edge of that vertex, not of the next one in the graph', () => {
    const next: LabelledGraph = { vertices: ['x', 'y', 'z'], edges: [['y', 'z']] };
    expect(verdict(graph('ac', 'b'), next, map)).toBe('REJECTED /roles/first/value/edges/0');
  });

  test('does not exist between co-spectral graphs: a star of four rays; a square and a vertex', () => {
    const [star, square] = [graph('ab ac ad ae'), graph('vw wx xy yv', 'z')];
    for (const map of bijections(star, square)) {
      expect(verdict(star, square, map)).toMatch(/^REJECTED \/roles\/first\/value\/edges\//);
    }
    expect(
      bijections(square, square).filter((map) => verdict(square, square, map) === 'ACCEPTED'),
    ).toHaveLength(8);
  });

  test('does not exist between the prism and K3,3, alike in all degrees', () => {
    const [prism, k33] = [graph('ab bc ca de ef fd ad be cf'), graph('ux uy uz vx vy vz wx wy wz')];
    expect(bijections(prism, k33).filter((map) => verdict(prism, k33, map) === 'ACCEPTED')).toEqual([]);
    expect(bijections(k33, k33).filter((map) => verdict(k33, k33, map) === 'ACCEPTED')).toHaveLength(72);
  });

  test('of graphs without vertices is the empty map', () => {
    expect(verdict(graph(''), graph(''), [])).toBe('ACCEPTED');
  });
});
