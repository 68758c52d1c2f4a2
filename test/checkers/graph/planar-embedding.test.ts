import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/planar_embedding/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphs, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { isPlanarEmbedding, joined, permutations } from './support/twins.ts';
import { graph, type LabelledGraph, type RotationSystem, requestOf } from './support/values.ts';

const verdict = (graph: LabelledGraph, embedding: RotationSystem): string =>
  where(check(requestOf('graph.planar_embedding@1', { graph, embedding })));

const around = (graph: LabelledGraph, vertex: string): string[] =>
  graph.vertices.filter((other) => joined(graph, vertex, other));

/** Any rotation system of the graph: often planar for few edges, seldom for many. */
const embedded = graphs().chain((graph) =>
  fc
    .tuple(
      shuffled(graph.vertices),
      fc.tuple(...graph.vertices.map((vertex) => shuffled(around(graph, vertex)))),
    )
    .map(([order, lists]) => ({
      graph,
      embedding: {
        rotation: order.map((vertex) => [vertex, lists[graph.vertices.indexOf(vertex)] ?? []] as const),
      },
    })),
);

/** All rotation systems: at each vertex the first neighbour stands first. */
function rotationSystems(graph: LabelledGraph): RotationSystem[] {
  return graph.vertices
    .reduce<RotationSystem['rotation'][]>(
      (systems, vertex) => {
        const [first = '', ...rest] = around(graph, vertex);
        const lists = permutations(rest).map((list) => [vertex, [first, ...list]] as const);
        return systems.flatMap((system) => lists.map((list) => system.concat([list])));
      },
      [[]],
    )
    .map((rotation) => ({ rotation }));
}

const planarOnes = (graph: LabelledGraph) =>
  rotationSystems(graph).filter((system) => verdict(graph, system) === 'ACCEPTED').length;

describe('a planar embedding', () => {
  it('has the verdict of the twin, which walks around faces the other way', () => {
    compareWithTwin(
      'graph.planar_embedding',
      { cases: fc.oneof(embedded, embedded.chain(nearOne)), numRuns: 3500 },
      ({ graph, embedding }, agree) => {
        agree(verdict(graph, embedding), isPlanarEmbedding(graph, embedding));
      },
    );
  });

  it('stays one when it is mirrored and when the lists begin elsewhere', () => {
    fc.assert(
      fc.property(embedded, fc.nat(), ({ graph, embedding }, by) => {
        const { rotation } = embedding;
        const turn = (list: readonly string[]) => list.map((_, i) => list[(i + by) % list.length] as string);
        const mirrored = rotation.map(([vertex, list]) => [vertex, list.toReversed()] as const);
        const turned = rotation.map(([vertex, list]) => [vertex, turn(list)] as const);
        const expected = verdict(graph, embedding);
        expect(verdict(graph, { rotation: mirrored })).toBe(expected);
        expect(verdict(graph, { rotation: turned })).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('of a 3-connected planar graph is unique up to its mirror image (Whitney)', () => {
    expect(planarOnes(graph('ab ac ad bc bd cd'))).toBe(2);
    expect(planarOnes(graph('ab bc ca de ef fd ad be cf'))).toBe(2);
    expect(planarOnes(graph('ab bc cd da ef fg gh he ae bf cg dh'))).toBe(2);
  });

  test('does not exist for K3,3 and K5, whatever the rotation', () => {
    expect(rotationSystems(graph('ax ay az bx by bz cx cy cz'))).toHaveLength(64);
    expect(planarOnes(graph('ax ay az bx by bz cx cy cz'))).toBe(0);
    expect(planarOnes(graph('ab ac ad ae bc bd be cd ce de'))).toBe(0);
  });

  test('is any rotation of a tree or a cycle', () => {
    expect(planarOnes(graph('ab ac ad ae'))).toBe(6);
    expect(planarOnes(graph('ab bc cd da'))).toBe(1);
  });

  test('counts every component by itself: K4 badly turned beside one that is right, and vertices alone', () => {
    const [one, other] = [graph('ab ac ad bc bd cd'), graph('uv uw ux vw vx wx')];
    const both = {
      vertices: [...one.vertices, ...other.vertices, 'y', 'z'],
      edges: [...one.edges, ...other.edges],
    };
    const alone = [['y', []] as const, ['z', []] as const];
    const systems = (graph: LabelledGraph) =>
      [true, false].map((planar) =>
        rotationSystems(graph).find((system) => (verdict(graph, system) === 'ACCEPTED') === planar),
      );
    for (const [i, first] of systems(one).entries()) {
      for (const [j, second] of systems(other).entries()) {
        const rotation = [...(first?.rotation ?? []), ...(second?.rotation ?? []), ...alone];
        const expected = i + j === 0 ? 'ACCEPTED' : 'REJECTED /roles/embedding/value/rotation';
        expect(verdict(both, { rotation })).toBe(expected);
      }
    }
  });

  const path = graph('ab bc', 'd');
  const rotation: RotationSystem['rotation'] = [
    ['a', ['b']],
    ['b', ['c', 'a']],
    ['c', ['b']],
    ['d', []],
  ];
  const at = '/roles/embedding/value/rotation';

  test.each<[string, unknown, string]>([
    ['nothing wrong', rotation, 'ACCEPTED'],
    ['a vertex missing', rotation.slice(1), `REJECTED ${at}`],
    ['an isolated vertex missing', rotation.slice(0, 3), `REJECTED ${at}`],
    ['a vertex twice', [...rotation, ['a', ['b']]], `REJECTED ${at}/4/0`],
    ['an isolated vertex twice', [...rotation, ['d', []]], `REJECTED ${at}/4/0`],
    ['an unknown vertex', [...rotation, ['e', []]], `REJECTED ${at}/4/0`],
    ['a neighbour missing', rotation.with(1, ['b', ['c']]), `REJECTED ${at}/1/1`],
    ['a neighbour twice', rotation.with(1, ['b', ['c', 'c']]), `REJECTED ${at}/1/1/1`],
    ['a neighbour too many', rotation.with(0, ['a', ['b', 'c']]), `REJECTED ${at}/0/1/1`],
    ['another neighbour', rotation.with(0, ['a', ['d']]), `REJECTED ${at}/0/1/0`],
    ['an unknown neighbour', rotation.with(0, ['a', ['x']]), `REJECTED ${at}/0/1/0`],
    ['itself for a neighbour', rotation.with(0, ['a', ['a']]), `REJECTED ${at}/0/1/0`],
    ['a text for neighbours', rotation.with(0, ['a', 'b' as never]), `REJECTED ${at}/0/1`],
    ['no pair', rotation.with(0, ['a'] as never), `REJECTED ${at}/0`],
    ['an object for all', { a: ['b'] }, `REJECTED ${at}`],
  ])('with %s', (_, rotation, expected) => {
    expect(verdict(path, { rotation: rotation as RotationSystem['rotation'] })).toBe(expected);
  });

  test('has at each vertex its neighbours, not those of the next vertex in the graph', () => {
    const next: LabelledGraph = { vertices: ['a', 'b', 'c', 'd'], edges: graph('ac bd').edges };
    const rotation: RotationSystem['rotation'] = [
      ['a', ['d']],
      ['b', ['d']],
      ['c', ['a']],
      ['d', ['b']],
    ];
    expect(verdict(next, { rotation })).toBe(`REJECTED ${at}/0/1/0`);
    expect(verdict(next, { rotation: rotation.with(0, ['a', ['c']]) })).toBe('ACCEPTED');
  });

  test('of a graph without vertices is empty', () => {
    expect(verdict(graph(''), { rotation: [] })).toBe('ACCEPTED');
  });
});
