import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../../checkers/graph/hamiltonian_cycle/check.ts';
import { compareWithTwin } from '../support/compare.ts';
import { where } from '../support/request.ts';
import { graphOn, graphs, labels, shuffled } from './support/graphs.ts';
import { nearOne } from './support/near.ts';
import { isHamiltonian, permutations } from './support/twins.ts';
import { graph, type LabelledGraph, type Pair, requestOf } from './support/values.ts';

const verdict = (graph: LabelledGraph, cycle: readonly string[]): string =>
  where(check(requestOf('graph.hamiltonian_cycle@1', { graph, cycle: { cycle } })));

const right = labels(3, 7).chain((cycle) => {
  const edges = cycle.map((vertex, i): Pair => [vertex, cycle[(i + 1) % cycle.length] as string]);
  return shuffled(cycle).chain((vertices) => graphOn(vertices, edges).map((graph) => ({ graph, cycle })));
});

const any = graphs(0, 4).chain((graph) => shuffled(graph.vertices).map((cycle) => ({ graph, cycle })));

describe('a Hamiltonian cycle', () => {
  it('is accepted when it is one', () => {
    fc.assert(
      fc.property(right, ({ graph, cycle }) => {
        expect(verdict(graph, cycle)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin when it is nearly one', () => {
    compareWithTwin(
      'graph.hamiltonian_cycle',
      { cases: fc.oneof(right.chain(nearOne), any), numRuns: 3000 },
      ({ graph, cycle }, agree) => {
        agree(verdict(graph, cycle), isHamiltonian(graph, cycle));
      },
    );
  });

  const square = graph('ab bc cd da');
  const at = '/roles/cycle/value/cycle';

  test.each<[string, unknown, string]>([
    ['is the square', ['a', 'b', 'c', 'd'], 'ACCEPTED'],
    ['begins elsewhere and runs back', ['c', 'b', 'a', 'd'], 'ACCEPTED'],
    ['takes diagonals', ['a', 'c', 'b', 'd'], `REJECTED ${at}/1`],
    ['does not close', ['b', 'a', 'd', 'c'].with(3, 'x'), `REJECTED ${at}/3`],
    ['names its first vertex again', ['a', 'b', 'c', 'd', 'a'], `REJECTED ${at}/4`],
    ['repeats a vertex', ['a', 'b', 'a', 'd'], `REJECTED ${at}/2`],
    ['leaves a vertex out', ['a', 'b', 'c'], `REJECTED ${at}`],
    ['is empty', [], `REJECTED ${at}`],
    ['is no list', { 0: 'a' }, `REJECTED ${at}`],
    ['names vertices by place', [0, 1, 2, 3], `REJECTED ${at}/0`],
  ])('that %s', (_, cycle, expected) => {
    expect(verdict(square, cycle as string[])).toBe(expected);
  });

  test('needs the closing edge', () => {
    expect(verdict(graph('ab bc cd'), ['a', 'b', 'c', 'd'])).toBe(`REJECTED ${at}/0`);
  });

  test('needs an edge of that vertex, not one of the next vertex in the graph', () => {
    const next = { vertices: ['p', 'a', 'n', 't', 'u'], edges: graph('tn nu up pa').edges };
    expect(verdict(next, ['a', 't', 'n', 'u', 'p'])).toBe(`REJECTED ${at}/1`);
    expect(verdict(next, ['p', 'u', 'n', 't', 'a'])).toBe(`REJECTED ${at}/4`);
  });

  test('needs three vertices: K2, one vertex and none have no cycle', () => {
    const vertices = 'REJECTED /roles/graph/value/vertices';
    expect(verdict(graph('ab'), ['a', 'b'])).toBe(vertices);
    expect(verdict(graph('', 'a'), ['a'])).toBe(vertices);
    expect(verdict(graph(''), [])).toBe(vertices);
    expect(verdict(graph('ab bc ca'), ['a', 'b', 'c'])).toBe('ACCEPTED');
  });

  test('does not exist in K2,3, in two triangles or with a vertex apart', () => {
    for (const none of [graph('ax ay az bx by bz'), graph('ab bc ca de ef fd'), graph('ab bc ca', 'd')]) {
      for (const cycle of permutations(none.vertices)) expect(verdict(none, cycle)).toMatch(/^REJECTED/);
    }
  });
});
