import { document } from './instance.ts';

/** As many as a graph may have. */
export const VERTICES = 2 ** 20;

/** Four characters, so that an edge has 16 bytes with its comma. */
export const label = (vertex: number): string => vertex.toString(36).padStart(4, '0');
export const pair = (one: string, other: string): string => `["${one}","${other}"]`;
export const EDGE = 16;

/** The labels and the edges as they stand in a document, each with its commas. */
export interface Graph {
  readonly labels: string;
  readonly edges: string;
}

export const graphOf = (labels: readonly string[], edges: readonly string[]): Graph => ({
  labels: labels.map((name) => `"${name}"`).join(','),
  edges: edges.join(','),
});

export const labelsOf = (order: number): string[] =>
  Array.from({ length: order }, (_, vertex) => label(vertex));

/** Vertex i beside i + 1, i + 3, i + 5, … on a circle: two colours, a cycle through all, and a matching of all. */
export function circulant(order: number, size: number): string[] {
  return Array.from({ length: size }, (_, index) => {
    const vertex = index % order;
    const step = 1 + 2 * Math.floor(index / order);
    return pair(label(vertex), label((vertex + step) % order));
  });
}

/** The document of a graph, with some vertices and edges more. */
export function graph({ labels, edges }: Graph, more: Graph = { labels: '', edges: '' }): string {
  const all = (one: string, other: string) => (other === '' ? one : `${one},${other}`);
  return document(
    'graph.labelled@1',
    `{"edges":[${all(edges, more.edges)}],"vertices":[${all(labels, more.labels)}]}`,
  );
}

/** What is around the values of two documents, and some bytes more. */
export const AROUND = 700;

/** Edges that fill so many bytes. */
export const edgesIn = (bytes: number): number => Math.floor((bytes - AROUND) / EDGE);

export interface Added extends Graph {
  readonly names: readonly [string, string];
}

/** Two more vertices: one alone, whose label is the padding, and one with an edge, whose label is as long as the shift says. */
export function added(padding: number, shift: number): Added {
  const names = ['#'.repeat(padding), '%'.repeat(1 + shift)] as const;
  return { ...graphOf(names, [pair(label(1), names[1])]), names };
}
