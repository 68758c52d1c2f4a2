import type { Imported } from './imported.ts';
import { numberedLabels } from './numbered-labels.ts';
import { Room } from './room.ts';
import { END, TextReader } from './text-reader.ts';

const HEADER = '>>graph6<<';

/** Every byte of data is 63 and six bits. */
const LOWEST = 63;
const HIGHEST = 126;

/** `["0","1"],` */
const EDGE_BYTES = 10;

/** The largest number of vertices that a single byte, and that three bytes behind a 126 say (formats.txt of nauty, N(n)). */
const MOST_IN_ONE = 62;
const MOST_IN_THREE = 258_047;

/**
 * graph6: one graph, perhaps behind `>>graph6<<`, on one line. Vertices are "0" to "n-1"; edges are listed as their bits stand,
 * (0,1), (0,2), (1,2), (0,3), … The number of vertices is in its shortest form, the length exact, and the last bits of the padding 0.
 */
export function importGraph6(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  const text = new TextReader(chunks);
  const room = new Room(mostBytes);
  skipHeader(text);
  const vertices = numberedLabels(0, readCount(text), room, text.line);
  const edges: [string, string][] = [];
  let [bits, left] = [0, 0];
  for (const [column, second] of vertices.entries()) {
    for (let row = 0; row < column; row++) {
      if (left === 0) [bits, left] = [sixBits(text), 6];
      if (((bits >> --left) & 1) === 0) continue;
      room.take(EDGE_BYTES, text.line);
      edges.push([vertices[row] ?? '', second]);
    }
  }
  if ((bits & (2 ** left - 1)) !== 0) throw text.fault('the last byte is not padded with zeros');
  end(text);
  return { type: 'graph.labelled@1', value: { vertices, edges } };
}

function skipHeader(text: TextReader): void {
  if (text.peek() !== HEADER.charCodeAt(0)) return;
  for (const letter of HEADER) {
    if (text.peek() !== letter.charCodeAt(0)) throw text.fault('only the header >>graph6<< may stand here');
    text.skip();
  }
}

function readCount(text: TextReader): number {
  if (text.peek() !== HIGHEST) return sixBits(text);
  text.skip();
  const long = text.peek() === HIGHEST;
  if (long) text.skip();
  let count = 0;
  for (let digits = long ? 6 : 3; digits > 0; digits--) count = count * 64 + sixBits(text);
  if (count <= (long ? MOST_IN_THREE : MOST_IN_ONE)) {
    throw text.fault('the number of vertices is not in its shortest form');
  }
  return count;
}

function sixBits(text: TextReader): number {
  const byte = text.peek();
  if (byte >= LOWEST && byte <= HIGHEST) {
    text.skip();
    return byte - LOWEST;
  }
  if (byte === END || text.atLineEnd()) throw text.fault('the graph ends too early');
  throw text.fault(
    'a byte is none of graph6',
    'only graph6 is read: no sparse6 (:), no digraph6 (&), no blanks',
  );
}

function end(text: TextReader): void {
  if (!text.atLineEnd()) throw text.fault('the graph goes on behind its last bit');
  text.endLine();
  if (text.peek() !== END)
    throw text.fault('something follows the line of the graph', 'give one graph a file');
}
