import fc from 'fast-check';
import type { LabelledGraph, Pair } from './values.ts';

const LABELS = ['a', 'b', '10', '9', 'é', '𝕏', 'a ', '1', '01'];

/** Labels of vertices, in any order. */
export function labels(least: number, most: number): fc.Arbitrary<string[]> {
  return fc.shuffledSubarray(LABELS, { minLength: least, maxLength: most });
}

/** A graph with edges in any order and direction. */
export function graphs(least = 0, most = 6): fc.Arbitrary<LabelledGraph> {
  return labels(least, most).chain((vertices) => graphOn(vertices));
}

/** A graph on these vertices, with at least these edges. */
export function graphOn(
  vertices: readonly string[],
  edges: readonly Pair[] = [],
): fc.Arbitrary<LabelledGraph> {
  const given = new Set(edges.map(([one, other]) => [one, other].sort().join('\n')));
  const further = vertices
    .flatMap((one, i) => vertices.slice(0, i).map((other): Pair => [one, other]))
    .filter(([one, other]) => !given.has([one, other].sort().join('\n')));
  return fc
    .subarray(further)
    .chain((more) => listed([...edges, ...more]))
    .map((edges) => ({ vertices, edges }));
}

/** The same edges in any order and direction. */
export function listed(edges: readonly Pair[]): fc.Arbitrary<Pair[]> {
  const turns = fc.array(fc.boolean(), { minLength: edges.length, maxLength: edges.length });
  return fc
    .tuple(shuffled(edges), turns)
    .map(([order, turned]) =>
      order.map(([one, other], i): Pair => (turned[i] ? [other, one] : [one, other])),
    );
}

export function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
}
