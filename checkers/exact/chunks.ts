import { residue } from './residue.ts';
import { longest, type Vectors } from './vectors.ts';

/** Decimal digits in a chunk: below 2^23.3, so that a chunk times a residue stays below 2^47. */
const DIGITS = 7;
const BASE = 10 ** DIGITS;

/** Chunks a number may have, its sign counted as a digit, for `residues` to add up their products below 2^53. */
const WIDTH = 64;

/** Chunks of several matrices together: 128 MiB. One long number among many short ones could ask for more. */
const ROOM = 2 ** 24;

/** Integers cut into chunks of seven decimal digits: `width` signed chunks for each integer, lowest first. */
export interface Chunks {
  readonly width: number;
  /** A Float64Array because V8 turns its elements three times faster into residues than those of an Int32Array. */
  readonly chunks: Float64Array;
  /** No integer has an absolute value as large as this. */
  readonly bound: bigint;
}

/** For each matrix the chunks that its longest number needs; undefined where a number is too long, or all need too much room. */
export function chunkWidths(matrices: readonly Vectors[]): readonly number[] | undefined {
  const widths = matrices.map((vectors) => Math.ceil(longest(vectors) / DIGITS));
  const room = matrices.reduce((sum, vectors, i) => sum + count(vectors) * (widths[i] as number), 0);
  return widths.every((width) => width <= WIDTH) && room <= ROOM ? widths : undefined;
}

function count(vectors: Vectors): number {
  return vectors.length * (vectors[0]?.length ?? 0);
}

/**
 * Cuts vectors of integer texts in canonical form, one vector after the other, each number into `width` chunks, and fills
 * up with zeros to `size` numbers. No number may need more chunks.
 */
export function cut(vectors: Vectors, width: number, size: number): Chunks {
  const chunks = new Float64Array(size * width);
  let at = 0;
  let top = 0;
  for (const vector of vectors) {
    for (const text of vector) {
      cutOne(text, chunks, at);
      at += width;
      top = Math.max(top, Math.abs(chunks[at - 1] as number));
    }
  }
  return { width, chunks, bound: BigInt(top + 1) * BigInt(BASE) ** BigInt(width - 1) };
}

function cutOne(text: string, chunks: Float64Array, at: number): void {
  const negative = text.charCodeAt(0) === 45;
  const start = negative ? 1 : 0;
  for (let end = text.length, k = at; end > start; end -= DIGITS, k++) {
    let chunk = 0;
    for (let i = Math.max(start, end - DIGITS); i < end; i++) chunk = chunk * 10 + text.charCodeAt(i) - 48;
    chunks[k] = negative ? -chunk : chunk;
  }
}

/**
 * Writes the residues of all integers modulo m < 2^23, each of absolute value at most m/2, into `result`: an array to be used
 * again for the next modulus, which saves a third of the time.
 */
export function residues({ width, chunks }: Chunks, m: number, result: Float64Array): void {
  const powers = new Float64Array(width).fill(1);
  for (let k = 1; k < width; k++) powers[k] = ((powers[k - 1] as number) * BASE) % m;
  let at = 0;
  for (let i = 0; i < result.length; i++) {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += (chunks[at++] as number) * (powers[k] as number);
    result[i] = residue(sum, m);
  }
}
