import { describe, expect, it, test } from 'vitest';
import { Graph } from '../../../checkers/exact/graph.ts';
import { allDistancesSteps } from '../../../checkers/exact/graph-distances.ts';
import { check as coloring } from '../../../checkers/graph/coloring/check.ts';
import { check as distances } from '../../../checkers/graph/distances/check.ts';
import { check as nonplanar } from '../../../checkers/graph/nonplanar/check.ts';
import { check as planar } from '../../../checkers/graph/planar_embedding/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { CLAIMS } from './support/claims.ts';
import { graph, type Pair, ROLES, requestOf } from './support/values.ts';

const short = (answer: Answer): string => {
  if (answer.verdict === 'INCONCLUSIVE') return answer.bound;
  return answer.verdict === 'REJECTED' ? `REJECTED ${answer.at}` : answer.verdict;
};

const labels = (count: number): string[] => Array.from({ length: count }, (_, i) => i.toString(36));

/** Lists that are too long are refused before their items are looked at; those that are not, at the first item here. */
describe('the size of a graph', () => {
  const zeros = (count: number) => Array<number>(count).fill(0);
  const verdict = (graph: object, subgraph: object) =>
    short(nonplanar(requestOf('graph.nonplanar@1', { graph, subgraph })));

  it('is at most 2^20 vertices', () => {
    const none = { edges: [] };
    const at = 'REJECTED /roles/graph/value/vertices/0';
    expect(verdict({ vertices: zeros(2 ** 20), edges: [] }, none)).toBe(at);
    expect(verdict({ vertices: zeros(2 ** 20 + 1), edges: [] }, none)).toBe(
      'graphs of at most 1048576 vertices',
    );
  });

  it.each(CLAIMS)('is at most 2^20 vertices, in %s', (claim, check, values) => {
    const graph = { vertices: zeros(2 ** 20 + 1), edges: [] };
    for (const [role, type] of Object.entries(ROLES[claim])) {
      if (type !== 'graph.labelled@1') continue;
      expect(short(check(requestOf(claim, { ...values, [role]: graph })))).toBe(
        'graphs of at most 1048576 vertices',
      );
    }
  });

  it('is at most 2^22 edges, also in a set of edges', () => {
    const pair = graph('ab');
    const [least, more] = [{ edges: zeros(2 ** 22) }, { edges: zeros(2 ** 22 + 1) }];
    const bound = 'graphs of at most 4194304 edges';
    expect(verdict({ ...pair, ...more }, pair)).toBe(bound);
    expect(verdict(pair, least)).toBe('REJECTED /roles/subgraph/value/edges/0');
    expect(verdict(pair, more)).toBe(bound);
  });
});

describe('the searches for distances', () => {
  it('meet every vertex and both darts of every edge', () => {
    const vertices = new Map(['a', 'b', 'c', 'd'].map((label, i) => [label, i]));
    expect(allDistancesSteps(new Graph(vertices, Int32Array.of(0, 1, 2, 1, 3, 0)))).toBe(4 * (4 + 6));
  });

  it('take 10^10 steps at most', () => {
    const verdict = (order: number, edges: readonly Pair[]) => {
      const roles = { graph: { vertices: labels(order), edges }, distances: { vertices: [], distances: [] } };
      return short(distances(requestOf('graph.distances@1', roles)));
    };
    expect(verdict(100_000, [])).toBe('REJECTED /roles/distances/value/vertices');
    expect(verdict(100_000, [['0', '1']])).toBe('10000000000 steps of exact arithmetic');
    // One step less than 10^10.
    expect(verdict(99_999, [['0', '1']])).toBe('REJECTED /roles/distances/value/vertices');
  });
});

describe('large graphs are decided', () => {
  test('distances in a cycle of 600 vertices', () => {
    const vertices = labels(600);
    const edges = vertices.map((one, i): Pair => [one, vertices[(i + 1) % 600] as string]);
    const table = vertices.map((_, i) =>
      vertices.map((__, j) => Math.min(Math.abs(i - j), 600 - Math.abs(i - j))),
    );
    const verdict = (distances_: number[][]) =>
      short(
        distances(
          requestOf('graph.distances@1', {
            graph: { vertices, edges },
            distances: { vertices, distances: distances_ },
          }),
        ),
      );
    expect(verdict(table)).toBe('ACCEPTED');
    (table[599] as number[])[0] = 2;
    expect(verdict(table)).toBe('REJECTED /roles/distances/value/distances/599/0');
  });

  test('a star of 50,000 rays, coloured and embedded: no list is searched from its beginning', () => {
    const [centre = '', ...rays] = labels(50_001);
    const star = { vertices: [centre, ...rays], edges: rays.map((ray): Pair => [ray, centre]) };
    const assignment = star.vertices.map((vertex) => [vertex, Number(vertex === centre)]);
    expect(
      short(coloring(requestOf('graph.coloring@1', { graph: star, coloring: { colors: 2, assignment } }))),
    ).toBe('ACCEPTED');
    const rotation = [[centre, rays], ...rays.map((ray) => [ray, [centre]])];
    expect(
      short(planar(requestOf('graph.planar_embedding@1', { graph: star, embedding: { rotation } }))),
    ).toBe('ACCEPTED');
  });

  test('K3,3 with an edge of 50,000 parts', () => {
    const path = labels(50_000).map((label) => `p${label}`);
    const ends = ['a', ...path, 'x'];
    const edges = [
      ...graph('ay az bx by bz cx cy cz').edges,
      ...path.map((vertex, i): Pair => [ends[i] as string, vertex]),
    ];
    const last: Pair = [path.at(-1) as string, 'x'];
    const whole = { vertices: [...new Set([...edges, last].flat())], edges: [...edges, last] };
    const verdict = (edges: readonly Pair[]) =>
      short(nonplanar(requestOf('graph.nonplanar@1', { graph: whole, subgraph: { edges } })));
    expect(verdict([last, ...edges])).toBe('ACCEPTED');
    expect(verdict(edges)).toBe('REJECTED /roles/subgraph/value/edges');
  });
});
