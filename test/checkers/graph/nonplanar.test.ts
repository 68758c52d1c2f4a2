import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/nonplanar/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphOn, listed, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { isNonplanar } from './support/twins.ts';
import { graph, type LabelledGraph, type Pair, requestOf } from './support/values.ts';

const verdict = (graph: LabelledGraph, edges: readonly Pair[]): string =>
  where(check(requestOf('graph.nonplanar@1', { graph, subgraph: { edges } })));

const K5 = graph('ab ac ad ae bc bd be cd ce de');
const K33 = graph('ax ay az bx by bz cx cy cz');
const PRISM = graph('ab bc ca xy yz zx ax by cz');

/** Some edges replaced by paths over new vertices 0, 1, 2, … */
function subdivide(edges: readonly Pair[], places: readonly number[]): Pair[] {
  return places.reduce<Pair[]>(
    (all, place, i) => {
      const [one, other] = all[place % all.length] as Pair;
      return all.toSpliced(place % all.length, 1, [one, `${i}`], [`${i}`, other]);
    },
    [...edges],
  );
}

const bases = [K5, K33, PRISM, graph('ab ac ad bc bd cd'), graph('ab bc ca')];

/** A subdivision of one of the bases, in a graph that has further vertices and edges. */
const subdivided = (bases: readonly LabelledGraph[]) =>
  fc
    .tuple(fc.constantFrom(...bases), fc.array(fc.nat(), { maxLength: 4 }))
    .map(([{ edges }, places]) => subdivide(edges, places))
    .chain((edges) =>
      fc
        .tuple(listed(edges), shuffled([...new Set([...edges.flat(), 'p', 'q'])]))
        .chain(([edges, vertices]) => graphOn(vertices, edges).map((graph) => ({ graph, edges }))),
    );

/** Sets of edges of small graphs, whatever they form. */
const any = graphOn(['a', 'b', 'c', 'd', 'e', 'f'], K5.edges).chain((graph) =>
  fc.subarray([...graph.edges], { minLength: 9 }).map((edges) => ({ graph, edges })),
);

describe('a witness that a graph is not planar', () => {
  it('is accepted when it is a subdivision of K5 or K3,3', () => {
    fc.assert(
      fc.property(subdivided([K5, K33]), ({ graph, edges }) => {
        expect(verdict(graph, edges)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin when it is nearly one, or something else', () => {
    const cases = fc.oneof(subdivided(bases).chain(nearOne), any);
    compareWithTwin('graph.nonplanar', { cases, numRuns: 3000 }, ({ graph, edges }, agree) => {
      agree(verdict(graph, edges), isNonplanar(graph, edges));
    });
  });

  const at = '/roles/subgraph/value/edges';
  const cycle: readonly Pair[] = [
    ['p', 'q'],
    ['q', 'r'],
    ['r', 'p'],
  ];
  const k5Split = graph('ab ac ad ue ub uc ud ae bc bd be cd ce de').edges;

  test.each<[string, readonly Pair[]]>([
    ['nothing', []],
    ['a triangle', graph('ab bc ca').edges],
    ['K4', graph('ab ac ad bc bd cd').edges],
    ['a prism', PRISM.edges],
    ['a prism, subdivided', subdivide(PRISM.edges, [0, 3, 8])],
    ['K5 without an edge', K5.edges.slice(1)],
    ['K3,3 without an edge', K33.edges.slice(1)],
    ['K5 with a component more', [...K5.edges, ...cycle]],
    ['K3,3 with a component more', [...K33.edges, ...cycle]],
    ['K3,3 with an edge more', [...K33.edges, ['a', 'b']]],
    ['K5 with an edge that leads away', [...K5.edges, ['a', 'p']]],
    ['K3,3 with an edge apart', [...K33.edges, ['p', 'q']]],
    ['K5 with a loop over two vertices', [...K5.edges, ['a', 'p'], ['p', 'q'], ['q', 'a']]],
    ['two triangles that share a vertex, and more', graph('ab bc ca ad de ea').edges],
    ['K6 without a perfect matching', graph('ab ac ae af bc bd bf cd ce de df ef').edges],
    ['K5 with a vertex split', k5Split],
    ['twice K3,3', [...K33.edges, ...graph('pu pv pw qu qv qw ru rv rw').edges]],
    ['a pentagon with doubled sides', graph('ab bc cd de ea a1 1b b2 2c c3 3d d4 4e e5 5a').edges],
    ['a hexagon with every other side doubled', graph('ab bc cd de ef fa a1 1b c2 2d e3 3f').edges],
  ])('is not %s', (_, edges) => {
    const whole = { vertices: [...new Set(edges.flat())], edges };
    expect(verdict(whole, edges)).toBe(`REJECTED ${at}`);
  });

  test('is no subdivision that needs an edge the graph does not have, wherever it is listed', () => {
    for (const [index] of K33.edges.entries()) {
      const fewer = { ...K33, edges: K33.edges.toSpliced(index, 1) };
      expect(verdict(fewer, K33.edges)).toBe(`REJECTED ${at}/${index}`);
    }
  });

  test('has no edge that only the next vertex of the graph has', () => {
    const next = { vertices: [...'abxycvz'], edges: [...K33.edges.slice(0, -1), ['v', 'z'] as const] };
    expect(verdict(next, K33.edges)).toBe(`REJECTED ${at}/8`);
  });

  test('is not five vertices with two loops each, which need three edges a loop', () => {
    const loops = ['a', 'b', 'c', 'd', 'e'].flatMap((v) =>
      ['12', '34'].flatMap(([i, j]): Pair[] => [
        [v, `${v}${i}`],
        [`${v}${i}`, `${v}${j}`],
        [`${v}${j}`, v],
      ]),
    );
    expect(verdict({ vertices: [...new Set(loops.flat())], edges: loops }, loops)).toBe(`REJECTED ${at}`);
  });

  test.each<[string, unknown, string]>([
    ['an edge that the graph does not have', [...K33.edges.slice(1), ['a', 'b']], `REJECTED ${at}/8`],
    ['an edge twice', [...K33.edges, ['x', 'a']], `REJECTED ${at}/9`],
    ['a loop', [...K33.edges, ['a', 'a']], `REJECTED ${at}/9`],
    ['an unknown vertex', [...K33.edges, ['a', 'w']], `REJECTED ${at}/9/1`],
    ['an unknown first vertex', [...K33.edges, ['w', 'a']], `REJECTED ${at}/9/0`],
    ['an edge of one vertex', [...K33.edges, ['a']], `REJECTED ${at}/9`],
    ['no list', { edges: [] }, `REJECTED ${at}`],
  ])('has not %s', (_, edges, expected) => {
    expect(verdict(K33, edges as readonly Pair[])).toBe(expected);
  });
});
