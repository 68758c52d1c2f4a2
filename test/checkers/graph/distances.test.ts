import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/distances/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphs, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { distancesOf, isDistances } from './support/twins.ts';
import { type DistanceMatrix, graph, type LabelledGraph, requestOf } from './support/values.ts';

const verdict = (graph: LabelledGraph, distances: DistanceMatrix): string =>
  where(check(requestOf('graph.distances@1', { graph, distances })));

const right = graphs().chain((graph) =>
  shuffled(graph.vertices).map((vertices) => ({ graph, distances: distancesOf(graph, vertices) })),
);

describe('a distance matrix', () => {
  it('is accepted when the twin computes it, in any order of the vertices', () => {
    fc.assert(
      fc.property(right, ({ graph, distances }) => {
        expect(verdict(graph, distances)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin when it or the graph is nearly right', () => {
    compareWithTwin(
      'graph.distances',
      { cases: right.chain(nearOne), numRuns: 3000 },
      ({ graph, distances }, agree) => {
        agree(verdict(graph, distances), isDistances(graph, distances));
      },
    );
  });

  const path = graph('ab bc', 'd');
  const table = [
    [0, 1, 2, null],
    [1, 0, 1, null],
    [2, 1, 0, null],
    [null, null, null, 0],
  ];
  const at = '/roles/distances/value';

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'ACCEPTED'],
    [
      'no entry for a vertex and itself',
      { distances: table.with(3, [null, null, null, null]) },
      '/distances/3/3',
    ],
    ['0 where there is no path', { distances: table.with(0, [0, 1, 2, 0]) }, '/distances/0/3'],
    [
      'the order of the graph where there is no path',
      { distances: table.with(0, [0, 1, 2, 4]) },
      '/distances/0/3',
    ],
    ['null where there is a path', { distances: table.with(0, [0, 1, null, null]) }, '/distances/0/2'],
    ['a longer walk', { distances: table.with(0, [0, 1, 3, null]) }, '/distances/0/2'],
    ['a shorter path', { distances: table.with(0, [0, 1, 1, null]) }, '/distances/0/2'],
    ['a distance in one direction only', { distances: table.with(2, [1, 1, 0, null]) }, '/distances/2/0'],
    ['a distance as a text', { distances: table.with(0, [0, '1' as never, 2, null]) }, '/distances/0/1'],
    ['false for 0', { distances: table.with(0, [false as never, 1, 2, null]) }, '/distances/0/0'],
    ['labels in another order', { vertices: ['b', 'a', 'c', 'd'] }, '/distances/0/2'],
    ['a row too few', { distances: table.slice(1) }, '/distances'],
    ['a row too many', { distances: [...table, [null, null, null, 0]] }, '/distances'],
    ['a short row', { distances: table.with(1, [1, 0, 1]) }, '/distances/1'],
    ['a row that is none', { distances: table.with(1, null as never) }, '/distances/1'],
    ['a vertex too few', { vertices: ['a', 'b', 'c'], distances: table.slice(1) }, '/vertices'],
    ['a vertex that the graph does not have', { vertices: ['a', 'b', 'c', 'x'] }, '/vertices/3'],
    ['a vertex twice', { vertices: ['a', 'b', 'c', 'c'] }, '/vertices/3'],
    ['labels that are none', { vertices: null }, '/vertices'],
  ])('with %s', (_, change, place) => {
    const changed = { vertices: path.vertices, distances: table, ...change };
    expect(verdict(path, changed as DistanceMatrix)).toBe(
      place === 'ACCEPTED' ? place : `REJECTED ${at}${place}`,
    );
  });

  test('of -0, which no canonical text has', () => {
    const { roles, ...rest } = requestOf('graph.distances@1', {
      graph: graph('', 'a'),
      distances: { vertices: ['a'], distances: [[0]] },
    });
    const distances = roles.distances?.replace('[[0]]', '[[-0]]') ?? '';
    expect(where(check({ ...rest, roles: { ...roles, distances } }))).toBe(`REJECTED ${at}/distances/0/0`);
  });

  test('of a graph without vertices, and of one vertex', () => {
    expect(verdict(graph(''), { vertices: [], distances: [] })).toBe('ACCEPTED');
    expect(verdict(graph('', 'a'), { vertices: ['a'], distances: [[0]] })).toBe('ACCEPTED');
    expect(verdict(graph('', 'a'), { vertices: [], distances: [] })).toBe(`REJECTED ${at}/vertices`);
  });
});

/** Case 4 of the hand-overs: 17 vertices whose labels are numbers, listed in lexicographic order. */
describe('labelled distances, hand-over case 4', () => {
  const numbers = Array.from({ length: 17 }, (_, i) => `${i}`);
  const lexicographic = numbers.toSorted();
  const on = (joined: (i: number, j: number) => boolean): LabelledGraph => ({
    vertices: lexicographic,
    edges: numbers.flatMap((one, i) =>
      numbers.slice(0, i).flatMap((other, j) => (joined(i, j) ? [[other, one] as const] : [])),
    ),
  });
  const squares = new Set(numbers.map((i) => Number(i) ** 2 % 17));

  test.each([
    ['the path', on((i, j) => i === j + 1), 16, 172],
    ['the Paley graph', on((i, j) => squares.has(i - j)), 68, 96],
  ])('%s', (_, graph, edges, corrupted) => {
    expect(lexicographic.slice(0, 4)).toEqual(['0', '1', '10', '11']);
    expect(graph.edges).toHaveLength(edges);
    const listed = distancesOf(graph, lexicographic);
    const counted = distancesOf(graph, numbers);
    expect(verdict(graph, listed)).toBe('ACCEPTED');
    expect(verdict(graph, counted)).toBe('ACCEPTED');
    const differing = listed.distances.flatMap((row, i) =>
      row.filter((entry, j) => entry !== counted.distances[i]?.[j]),
    );
    expect(differing).toHaveLength(corrupted);
    // Row i read as vertex i, and the other way round: entries of one order under the labels of the other.
    const rejected = /^REJECTED \/roles\/distances\/value\/distances\//;
    expect(verdict(graph, { ...listed, vertices: numbers })).toMatch(rejected);
    expect(verdict(graph, { ...counted, vertices: lexicographic })).toMatch(rejected);
  });
});
