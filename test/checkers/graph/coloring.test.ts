import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check as chromatic } from '../../../checkers/graph/chromatic_number/check.ts';
import { check as coloring } from '../../../checkers/graph/coloring/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphs, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { chromaticNumber, isChromatic, isColoring, joined, subsets } from './support/twins.ts';
import {
  type ChromaticCertificate,
  type Coloring,
  graph,
  type LabelledGraph,
  requestOf,
} from './support/values.ts';

const proper = (graph: LabelledGraph, value: Coloring): string =>
  where(coloring(requestOf('graph.coloring@1', { graph, coloring: value })));
const least = (graph: LabelledGraph, certificate: ChromaticCertificate): string =>
  where(chromatic(requestOf('graph.chromatic_number@1', { graph, certificate })));

/** Each vertex has the first colour that none of its earlier neighbours has. */
function greedy(graph: LabelledGraph): Coloring {
  const assignment: [string, number][] = [];
  for (const vertex of graph.vertices) {
    const taken = assignment.filter(([other]) => joined(graph, vertex, other)).map(([, color]) => color);
    assignment.push([vertex, [0, 1, 2, 3, 4, 5, 6].find((color) => !taken.includes(color)) ?? 7]);
  }
  return { colors: Math.max(0, ...assignment.map(([, color]) => color + 1)), assignment };
}

function largestClique(graph: LabelledGraph): string[] {
  const cliques = subsets(graph.vertices).filter((set) =>
    set.every((one) => set.every((other) => one === other || joined(graph, one, other))),
  );
  return cliques.reduce((largest, clique) => (clique.length > largest.length ? clique : largest));
}

const colored = graphs().chain((graph) => {
  const { colors, assignment } = greedy(graph);
  return fc
    .tuple(shuffled(assignment), fc.nat(2))
    .map(([assignment, unused]) => ({ graph, coloring: { colors: colors + unused, assignment } }));
});

const certified = graphs().chain((graph) =>
  fc
    .tuple(shuffled(greedy(graph).assignment), shuffled(largestClique(graph)))
    .map(([assignment, clique]) => ({
      graph,
      certificate: { colors: greedy(graph).colors, assignment, clique },
    })),
);

describe('a colouring', () => {
  it('has the verdict of the twin: proper ones, with colours left over, and nearly proper ones', () => {
    fc.assert(
      fc.property(colored, ({ graph, coloring }) => {
        expect(proper(graph, coloring)).toBe('ACCEPTED');
      }),
      { numRuns: 500 },
    );
    compareWithTwin(
      'graph.coloring',
      { cases: colored.chain(nearOne), numRuns: 3000 },
      ({ graph, coloring }, agree) => {
        agree(proper(graph, coloring), isColoring(graph, coloring));
      },
    );
  });

  const path = graph('ab bc');
  const assignment: Coloring['assignment'] = [
    ['a', 0],
    ['b', 1],
    ['c', 0],
  ];
  const at = '/roles/coloring/value';

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'ACCEPTED'],
    ['colours that are not used', { colors: 2 ** 53 - 1 }, 'ACCEPTED'],
    [
      'very large colours',
      { colors: 2 ** 53 - 1, assignment: assignment.with(1, ['b', 2 ** 53 - 2]) },
      'ACCEPTED',
    ],
    ['a colour too few', { colors: 1 }, `REJECTED ${at}/assignment/1/1`],
    ['no colours', { colors: 0 }, `REJECTED ${at}/assignment/0/1`],
    ['a negative colour', { assignment: assignment.with(0, ['a', -1]) }, `REJECTED ${at}/assignment/0/1`],
    [
      'a colour as a text',
      { assignment: assignment.with(0, ['a', '0' as never]) },
      `REJECTED ${at}/assignment/0/1`,
    ],
    ['too many colours to count', { colors: 2 ** 53 }, `REJECTED ${at}/colors`],
    ['a vertex not coloured', { assignment: assignment.slice(1) }, `REJECTED ${at}/assignment`],
    ['a vertex coloured twice', { assignment: [...assignment, ['a', 0]] }, `REJECTED ${at}/assignment/3`],
    ['another vertex coloured', { assignment: [...assignment, ['d', 0]] }, `REJECTED ${at}/assignment/3/0`],
    [
      'a pair of three',
      { assignment: assignment.with(0, ['a', 0, 0] as never) },
      `REJECTED ${at}/assignment/0`,
    ],
    ['an object for pairs', { assignment: { a: 0, b: 1, c: 0 } }, `REJECTED ${at}/assignment`],
    [
      'a monochrome edge',
      { assignment: assignment.with(2, ['c', 1]) },
      'REJECTED /roles/graph/value/edges/1',
    ],
    [
      'one colour for all',
      { assignment: assignment.map(([v]) => [v, 0]) },
      'REJECTED /roles/graph/value/edges/0',
    ],
  ])('with %s', (_, change, expected) => {
    expect(proper(path, { colors: 2, assignment, ...change })).toBe(expected);
  });

  test('of no vertices needs no colours', () => {
    expect(proper(graph(''), { colors: 0, assignment: [] })).toBe('ACCEPTED');
  });
});

describe('a chromatic number', () => {
  it('has the verdict of the twin', () => {
    compareWithTwin(
      'graph.chromatic_number',
      { cases: fc.oneof(certified, certified.chain(nearOne)), numRuns: 4000 },
      ({ graph, certificate }, agree) => {
        agree(least(graph, certificate), isChromatic(graph, certificate));
      },
    );
  });

  it('is the chromatic number whenever it is accepted', () => {
    const small = graphs(0, 5).chain((graph) =>
      shuffled(largestClique(graph)).map((clique) => ({ graph, certificate: { ...greedy(graph), clique } })),
    );
    fc.assert(
      fc.property(small.chain(nearOne), ({ graph, certificate }) => {
        if (least(graph, certificate) === 'ACCEPTED') expect(certificate.colors).toBe(chromaticNumber(graph));
      }),
      { numRuns: 300 },
    );
  });

  const triangle = graph('ab bc ca cd');
  const good: ChromaticCertificate = {
    colors: 3,
    assignment: [
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 0],
    ],
    clique: ['c', 'a', 'b'],
  };
  const at = '/roles/certificate/value';

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'ACCEPTED'],
    ['a smaller clique', { clique: ['a', 'b'] }, `REJECTED ${at}/clique`],
    ['no clique', { clique: [] }, `REJECTED ${at}/clique`],
    ['a larger clique than colours', { clique: ['a', 'b', 'c', 'd'] }, `REJECTED ${at}/clique`],
    ['a vertex of the clique twice', { clique: ['a', 'b', 'b'] }, `REJECTED ${at}/clique/2`],
    ['a clique with a vertex next to one only', { clique: ['a', 'c', 'd'] }, `REJECTED ${at}/clique/0`],
    ['an unknown vertex in the clique', { clique: ['a', 'b', 'x'] }, `REJECTED ${at}/clique/2`],
    ['a clique that is a text', { clique: 'abc' }, `REJECTED ${at}/clique`],
    ['a colour more than needed', { colors: 4 }, `REJECTED ${at}/clique`],
    ['a colour too few', { colors: 2, clique: ['a', 'b'] }, `REJECTED ${at}/assignment/2/1`],
    [
      'the colouring improper',
      { assignment: good.assignment.with(3, ['d', 2]) },
      'REJECTED /roles/graph/value/edges/3',
    ],
  ])('with %s', (_, change, expected) => {
    expect(least(triangle, { ...good, ...change })).toBe(expected);
  });

  test('of an odd cycle has no certificate: its cliques are edges', () => {
    const cycle = graph('ab bc cd de ea');
    const assignment = greedy(cycle).assignment;
    for (const clique of subsets(cycle.vertices)) {
      for (const colors of [2, 3]) {
        expect(least(cycle, { colors, assignment, clique })).toMatch(/^REJECTED/);
      }
    }
  });

  test('of no vertices is 0, of vertices without edges 1', () => {
    expect(least(graph(''), { colors: 0, assignment: [], clique: [] })).toBe('ACCEPTED');
    expect(least(graph(''), { colors: 1, assignment: [], clique: [] })).toBe(`REJECTED ${at}/clique`);
    const assignment: Coloring['assignment'] = [
      ['a', 0],
      ['b', 0],
    ];
    expect(least(graph('', 'ab'), { colors: 1, assignment, clique: ['b'] })).toBe('ACCEPTED');
  });
});
