import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/maximum_matching/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphs, listed, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { isMatchingCover, matchingNumber, subsets } from './support/twins.ts';
import { graph, type LabelledGraph, type MatchingCover, type Pair, requestOf } from './support/values.ts';

const verdict = (graph: LabelledGraph, certificate: MatchingCover): string =>
  where(check(requestOf('graph.maximum_matching@1', { graph, certificate })));

const least = <Item>(sets: Item[][]): Item[] =>
  sets.reduce((one, other) => (other.length < one.length ? other : one));

function largestMatching({ edges }: LabelledGraph): Pair[] {
  const matchings = subsets(edges).filter((set) => new Set(set.flat()).size === 2 * set.length);
  return matchings.reduce((one, other) => (other.length > one.length ? other : one));
}

function leastCover({ vertices, edges }: LabelledGraph): string[] {
  return least(
    subsets(vertices).filter((set) => edges.every((edge) => edge.some((end) => set.includes(end)))),
  );
}

/** A largest matching and a least cover, which are often equally large, and always in bipartite graphs. */
const best = graphs(0, 5).chain((graph) =>
  fc
    .tuple(listed(largestMatching(graph)), shuffled(leastCover(graph)))
    .map(([matching, cover]) => ({ graph, certificate: { matching, cover } })),
);

describe('a maximum matching', () => {
  it('has the verdict of the twin', () => {
    fc.assert(
      fc.property(best, ({ graph, certificate }) => {
        expect(verdict(graph, certificate) === 'ACCEPTED').toBe(
          certificate.matching.length === certificate.cover.length,
        );
      }),
      { numRuns: 400 },
    );
    compareWithTwin(
      'graph.maximum_matching',
      { cases: best.chain(nearOne), numRuns: 2500 },
      ({ graph, certificate }, agree) => {
        agree(verdict(graph, certificate), isMatchingCover(graph, certificate));
      },
    );
  });

  it('is one of the largest whenever it is accepted', () => {
    fc.assert(
      fc.property(best.chain(nearOne), ({ graph, certificate }) => {
        if (verdict(graph, certificate) === 'ACCEPTED')
          expect(certificate.matching.length).toBe(matchingNumber(graph));
      }),
      { numRuns: 300 },
    );
  });

  const path = graph('ab bc cd');
  const good: MatchingCover = {
    matching: [
      ['a', 'b'],
      ['d', 'c'],
    ],
    cover: ['b', 'c'],
  };
  const at = '/roles/certificate/value';

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'ACCEPTED'],
    ['a repeated vertex in the cover', { cover: ['b', 'b'] }, `REJECTED ${at}/cover/1`],
    ['an edge not covered', { cover: ['a', 'c'].with(1, 'b') }, 'REJECTED /roles/graph/value/edges/2'],
    ['a cover too large', { cover: ['a', 'b', 'c'] }, `REJECTED ${at}/cover`],
    ['a cover too small', { cover: ['b'] }, `REJECTED ${at}/cover`],
    ['a matching that is not the largest', { matching: [['b', 'c']] }, `REJECTED ${at}/cover`],
    [
      'edges that share a vertex',
      {
        matching: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
      `REJECTED ${at}/matching/1`,
    ],
    [
      'edges that share their second vertex',
      {
        matching: [
          ['a', 'b'],
          ['c', 'b'],
        ],
      },
      `REJECTED ${at}/matching/1`,
    ],
    [
      'edges that share their first vertex',
      {
        matching: [
          ['b', 'a'],
          ['b', 'c'],
        ],
      },
      `REJECTED ${at}/matching/1`,
    ],
    [
      'an edge twice',
      {
        matching: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      `REJECTED ${at}/matching/1`,
    ],
    [
      'a pair that is no edge',
      {
        matching: [
          ['a', 'd'],
          ['b', 'c'],
        ],
      },
      `REJECTED ${at}/matching/0`,
    ],
    [
      'a loop',
      {
        matching: [
          ['a', 'a'],
          ['c', 'd'],
        ],
      },
      `REJECTED ${at}/matching/0`,
    ],
    [
      'an unknown vertex matched',
      {
        matching: [
          ['a', 'x'],
          ['c', 'd'],
        ],
      },
      `REJECTED ${at}/matching/0/1`,
    ],
    [
      'an unknown first vertex',
      {
        matching: [
          ['x', 'a'],
          ['c', 'd'],
        ],
      },
      `REJECTED ${at}/matching/0/0`,
    ],
    ['an unknown vertex in the cover', { cover: ['b', 'x'] }, `REJECTED ${at}/cover/1`],
    ['a pair of three', { matching: [['a', 'b', 'c']] }, `REJECTED ${at}/matching/0`],
    ['no lists', { matching: null }, `REJECTED ${at}/matching`],
    ['no list for the cover', { cover: 'bc' }, `REJECTED ${at}/cover`],
  ])('with %s', (_, change, expected) => {
    expect(verdict(path, { ...good, ...change })).toBe(expected);
  });

  test('has edges of its vertices, not of the next ones in the graph', () => {
    const next: LabelledGraph = { vertices: ['a', 'b', 'c'], edges: [['b', 'c']] };
    expect(verdict(next, { matching: [['a', 'c']], cover: ['c'] })).toBe(`REJECTED ${at}/matching/0`);
  });

  test('of a triangle has no certificate: every cover is larger', () => {
    const triangle = graph('ab bc ca');
    for (const matching of subsets(triangle.edges)) {
      for (const cover of subsets(triangle.vertices)) {
        expect(verdict(triangle, { matching, cover })).toMatch(/^REJECTED/);
      }
    }
  });

  test('of a graph without edges is empty', () => {
    expect(verdict(graph('', 'ab'), { matching: [], cover: [] })).toBe('ACCEPTED');
    expect(verdict(graph('', 'ab'), { matching: [], cover: ['a'] })).toBe(`REJECTED ${at}/cover`);
  });
});
