import type { Imported } from './imported.ts';
import { numberedLabels } from './numbered-labels.ts';
import { Room } from './room.ts';
import { TextReader } from './text-reader.ts';

const LETTER_C = 99;

/** `["1","2"],` */
const EDGE_BYTES = 10;

/**
 * DIMACS graphs (`.col`): comment lines (a `c` in the first column), one header `p edge VERTICES EDGES` (or `p col`), then a line
 * `e U V` for every edge. Vertices are "1" to "n", edges as they are listed. No loop; no edge twice, either way round.
 */
export function importDimacsCol(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  const text = new TextReader(chunks);
  const room = new Room(mostBytes);
  const header = readHeader(text);
  const vertices = numberedLabels(1, header.vertices, room, header.line);
  const edges: [string, string][] = [];
  const seen = new Set<number>();
  while (text.nextDataLine(LETTER_C)) {
    const [first, second] = readEdge(text, header.vertices);
    if (edges.length === header.edges) throw text.fault('there are more edges than the header says');
    const pair = pairNumber(first, second);
    if (seen.has(pair)) {
      throw text.fault('this edge stands in the file already', 'list each edge once, in one direction');
    }
    seen.add(pair);
    room.take(EDGE_BYTES, text.line);
    edges.push([vertices[first - 1] ?? '', vertices[second - 1] ?? '']);
    text.endLine();
  }
  if (edges.length < header.edges) {
    throw text.fault('there are fewer edges than this header says', undefined, header.line);
  }
  return { type: 'graph.labelled@1', value: { vertices, edges } };
}

interface Header {
  readonly vertices: number;
  readonly edges: number;
  readonly line: number;
}

function readHeader(text: TextReader): Header {
  if (!text.nextDataLine(LETTER_C) || text.word() !== 'p' || !['edge', 'col'].includes(text.word())) {
    throw text.fault('the header `p edge VERTICES EDGES` is expected here');
  }
  const { line } = text;
  const [vertices, edges] = [text.count(), text.count()];
  text.endLine();
  return { vertices, edges, line };
}

function readEdge(text: TextReader, vertices: number): [first: number, second: number] {
  const letter = text.word();
  if (letter === 'p') throw text.fault('there is a second header');
  if (letter !== 'e') throw text.fault('a line `e U V` is expected here', 'keep the lines c, p and e only');
  const ends: [number, number] = [text.integer(), text.integer()];
  if (ends.some((end) => end < 1 || end > vertices)) {
    throw text.fault('the header does not have this vertex: they are numbered from 1');
  }
  if (ends[0] === ends[1]) throw text.fault('an edge joins a vertex with itself');
  return ends;
}

/** A number of its own for every set of two different vertices; exact while there are less than 2^26 of them. */
function pairNumber(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high * (high - 1)) / 2 + low;
}
