import type { Imported } from './imported.ts';
import { Room } from './room.ts';
import { END, TextReader } from './text-reader.ts';

const SPACE = 32;
const LETTER_A = 97;
const LETTER_C = 99;
const LETTER_D = 100;

const AS_LRAT =
  'only the text form of LRAT is read: have the prover write it instead of binary LRAT or of DRAT';

/**
 * LRAT in its text form, taken as it stands: steps `ID LITERALS 0 HINTS 0` and deletions `ID d IDS 0`, one a line. Only line ends
 * behind a carriage return become plain line feeds, which is how the value type ends lines. Whether it proves anything is not asked.
 */
export function importLrat(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  const room = new Room(mostBytes);
  const pieces: string[] = [];
  const decoder = new TextDecoder('latin1');
  const text = new TextReader(
    seen(chunks, (chunk) => {
      room.take(chunk.length, text.line);
      pieces.push(decoder.decode(chunk));
    }),
    { tabs: false },
  );
  while (text.peek() !== END) {
    text.skipBlanks();
    if (!text.atLineEnd()) readLine(text);
    text.endLine();
  }
  return { type: 'logic.lrat_proof@1', value: { lrat: pieces.join('').replaceAll('\r\n', '\n') } };
}

/** The same pieces, each shown to `see` before it is handed on. */
function* seen(chunks: Iterable<Uint8Array>, see: (chunk: Uint8Array) => void): Iterable<Uint8Array> {
  for (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}

function readLine(text: TextReader): void {
  const first = text.peek();
  if (first === LETTER_C) throw text.fault('a proof has no comments', 'remove the lines that begin with c');
  if (first === LETTER_A || first === LETTER_D) {
    throw text.fault('a line begins with a number', AS_LRAT);
  }
  const id = text.integer();
  if (id < 0) throw text.fault('a line begins with a literal', AS_LRAT);
  text.skipBlanks();
  if (text.peek() === LETTER_D) {
    text.skip();
    if (text.peek() !== SPACE) throw text.fault('a space is expected behind the d');
    readDeletion(text);
    return;
  }
  if (id === 0) throw text.fault('the number of a step is 0');
  readToZero(text);
  text.skipBlanks();
  if (text.atLineEnd()) throw text.fault('a step has no hints, not even the 0 that ends them', AS_LRAT);
  readToZero(text);
}

function readDeletion(text: TextReader): void {
  while (text.count() !== 0);
}

function readToZero(text: TextReader): void {
  while (text.integer() !== 0);
}
