/**
 * The claims a second time, by their definitions: labels as texts, every pair of vertices asked for, no numbering and no
 * early end. What breaks the rules of its type is false here too.
 */
import type {
  ChromaticCertificate,
  Coloring,
  DistanceMatrix,
  LabelledGraph,
  MatchingCover,
  Pair,
  RotationSystem,
} from './values.ts';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const distinct = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => JSON.stringify(item))).size === items.length;
const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  same([...one].sort(), [...other].sort());
const isPair = (item: readonly unknown[]): boolean => item.length === 2;
const sorted = (pair: Pair): readonly string[] => [...pair].sort();

export function isSimple({ vertices, edges }: LabelledGraph): boolean {
  return (
    vertices.every((label) => label !== '') &&
    distinct(vertices.map((label) => label.normalize('NFC'))) &&
    edges.every((edge) => isPair(edge) && edge[0] !== edge[1]) &&
    edges.flat().every((label) => vertices.includes(label)) &&
    distinct(edges.map(sorted))
  );
}

export function joined({ edges }: LabelledGraph, one: string, other: string): boolean {
  return edges.some((edge) => same(edge, [one, other]) || same(edge, [other, one]));
}

const neighbours = (graph: LabelledGraph, vertex: string): string[] =>
  graph.vertices.filter((other) => joined(graph, vertex, other));

/** Floyd and Warshall's method. */
export function distancesOf(graph: LabelledGraph, vertices: readonly string[]): DistanceMatrix {
  const far = Number.POSITIVE_INFINITY;
  const table = vertices.map((u) => vertices.map((v) => (u === v ? 0 : joined(graph, u, v) ? 1 : far)));
  for (const [k, through] of table.entries()) {
    for (const row of table) {
      for (const [j, direct] of row.entries()) {
        row[j] = Math.min(direct, (row[k] ?? far) + (through[j] ?? far));
      }
    }
  }
  return { vertices, distances: table.map((row) => row.map((entry) => (entry === far ? null : entry))) };
}

export function isDistances(graph: LabelledGraph, distances: DistanceMatrix): boolean {
  const { vertices } = distances;
  return (
    isSimple(graph) && sameSet(graph.vertices, vertices) && same(distancesOf(graph, vertices), distances)
  );
}

export function isColoring(graph: LabelledGraph, { colors, assignment }: Coloring): boolean {
  const color = (vertex: string) => assignment.find(([label]) => label === vertex)?.[1];
  return (
    isSimple(graph) &&
    Number.isSafeInteger(colors) &&
    assignment.every(isPair) &&
    sameSet(
      graph.vertices,
      assignment.map(([label]) => label),
    ) &&
    assignment.every(([, number]) => Number.isSafeInteger(number) && number >= 0 && number < colors) &&
    graph.edges.every(([one, other]) => color(one) !== color(other))
  );
}

export function isChromatic(graph: LabelledGraph, certificate: ChromaticCertificate): boolean {
  const { colors, clique } = certificate;
  return (
    isColoring(graph, certificate) &&
    clique.length === colors &&
    distinct(clique) &&
    clique.every((label) => graph.vertices.includes(label)) &&
    clique.every((one) => clique.every((other) => one === other || joined(graph, one, other)))
  );
}

export function isIsomorphism(first: LabelledGraph, second: LabelledGraph, map: readonly Pair[]): boolean {
  const image = (vertex: string) => map.find(([from]) => from === vertex)?.[1] ?? '';
  return (
    isSimple(first) &&
    isSimple(second) &&
    map.every(isPair) &&
    sameSet(
      first.vertices,
      map.map(([from]) => from),
    ) &&
    sameSet(
      second.vertices,
      map.map(([, to]) => to),
    ) &&
    first.vertices.every((u) =>
      first.vertices.every((v) => joined(first, u, v) === joined(second, image(u), image(v))),
    )
  );
}

export function isHamiltonian(graph: LabelledGraph, cycle: readonly string[]): boolean {
  const steps = cycle.map((vertex, i) => [vertex, cycle[(i + 1) % cycle.length] as string] as const);
  return (
    isSimple(graph) &&
    cycle.length > 2 &&
    sameSet(graph.vertices, cycle) &&
    steps.every(([one, other]) => joined(graph, one, other))
  );
}

export function isMatchingCover(graph: LabelledGraph, { matching, cover }: MatchingCover): boolean {
  return (
    isSimple(graph) &&
    matching.every((edge) => isPair(edge) && joined(graph, edge[0], edge[1])) &&
    distinct(matching.flat()) &&
    distinct(cover) &&
    cover.every((label) => graph.vertices.includes(label)) &&
    graph.edges.every((edge) => edge.some((end) => cover.includes(end))) &&
    cover.length === matching.length
  );
}

/** Faces are walked the other way round than usual: out of v by the neighbour listed before the one it was reached from. */
export function isPlanarEmbedding(graph: LabelledGraph, { rotation }: RotationSystem): boolean {
  const listed =
    isSimple(graph) &&
    rotation.every(isPair) &&
    sameSet(
      graph.vertices,
      rotation.map(([label]) => label),
    ) &&
    rotation.every(([label, around]) => sameSet(around, neighbours(graph, label)));
  return listed && componentsOf(graph).every((part) => eulerCharacteristic(graph, part, rotation) === 2);
}

function componentsOf(graph: LabelledGraph): readonly (readonly string[])[] {
  let parts = graph.vertices.map((vertex) => [vertex]);
  for (const edge of graph.edges) {
    const touched = parts.filter((part) => edge.some((end) => part.includes(end)));
    parts = [...parts.filter((part) => !touched.includes(part)), touched.flat()];
  }
  return parts;
}

function eulerCharacteristic(
  graph: LabelledGraph,
  part: readonly string[],
  rotation: RotationSystem['rotation'],
): number {
  const edges = graph.edges.filter(([end]) => part.includes(end));
  const left = new Set(edges.flatMap(([one, other]) => [`${one}\n${other}`, `${other}\n${one}`]));
  let faces = part.length === 1 ? 1 : 0;
  for (const dart of left) {
    faces++;
    for (let next = dart; left.delete(next); ) {
      const [from, to] = next.split('\n') as [string, string];
      const around = rotation.find(([label]) => label === to)?.[1] ?? [];
      next = `${to}\n${around.at(around.indexOf(from) - 1)}`;
    }
  }
  return part.length - edges.length + faces;
}

export function isNonplanar(graph: LabelledGraph, edges: readonly Pair[]): boolean {
  return (
    isSimple(graph) &&
    edges.every((edge) => isPair(edge) && joined(graph, edge[0], edge[1])) &&
    distinct(edges.map(sorted)) &&
    isK5OrK33(suppressed(edges))
  );
}

/** One vertex after another, with parallel edges and loops as they come. */
function suppressed(edges: readonly Pair[]): readonly Pair[] {
  for (const vertex of new Set(edges.flat())) {
    const here = edges.filter((edge) => edge.includes(vertex));
    const [one, other] = here.map(([u, v]) => (u === vertex ? v : u));
    if (here.length !== 2 || one === undefined || other === undefined || here.some(([u, v]) => u === v))
      continue;
    return suppressed([...edges.filter((edge) => !here.includes(edge)), [one, other]]);
  }
  return edges;
}

function isK5OrK33(edges: readonly Pair[]): boolean {
  const vertices = [...new Set(edges.flat())];
  const all = vertices.flatMap((u, i) => vertices.slice(0, i).map((v): Pair => [u, v]));
  const are = (pairs: readonly Pair[]) => same(pairs.map(sorted).sort(), edges.map(sorted).sort());
  if (vertices.length === 5) return are(all);
  const sides = subsets(vertices).filter(({ length }) => length === 3);
  return (
    vertices.length === 6 &&
    sides.some((side) => are(all.filter(([u, v]) => side.includes(u) !== side.includes(v))))
  );
}

export function subsets<Item>([item, ...rest]: readonly Item[]): Item[][] {
  return item === undefined ? [[]] : subsets(rest).flatMap((set) => [set, [item, ...set]]);
}

export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

export function incidenceOf({ vertices, edges }: LabelledGraph) {
  return {
    rows: edges.length,
    columns: vertices.length,
    entries: edges.map(([first, second]) =>
      vertices.map((vertex) => `${Number(vertex === second) - Number(vertex === first)}`),
    ),
    row_labels: edges.map((edge) => edge.join('→')),
    column_labels: vertices,
  };
}

export function isIncidence(graph: LabelledGraph, incidence: ReturnType<typeof incidenceOf>): boolean {
  const arrows = graph.edges.map((edge) => edge.join('→').normalize('NFC'));
  return isSimple(graph) && distinct(arrows) && same(incidence, incidenceOf(graph));
}

/** The least number of colours, by trying all colourings with one more colour at a time. */
export function chromaticNumber(graph: LabelledGraph): number {
  for (let colors = 0; ; colors++) {
    if (colorings(graph.vertices, colors).some((coloring) => isColoring(graph, coloring))) return colors;
  }
}

function colorings(vertices: readonly string[], colors: number): Coloring[] {
  const numbers = Array.from({ length: colors }, (_, color) => color);
  return vertices
    .reduce<(readonly [string, number])[][]>(
      (all, vertex) => all.flatMap((part) => numbers.map((color) => [...part, [vertex, color] as const])),
      [[]],
    )
    .map((assignment) => ({ colors, assignment }));
}

/** The size of a largest matching, by trying all sets of edges. */
export function matchingNumber({ edges }: LabelledGraph): number {
  return Math.max(
    ...subsets(edges)
      .filter((set) => distinct(set.flat()))
      .map(({ length }) => length),
  );
}
