import type { Imported } from './imported.ts';
import { Room } from './room.ts';
import { TextReader } from './text-reader.ts';

const LETTER_C = 99;
const LETTER_P = 112;
const PERCENT = 37;

/** `0,` and `[],` */
const LITERAL_BYTES = 2;
const CLAUSE_BYTES = 3;

/**
 * DIMACS CNF: comment lines (a `c` in the first column), one header `p cnf VARIABLES CLAUSES`, then numbers; a clause ends at its 0,
 * wherever lines end. As many clauses as the header says, no variable above its number.
 */
export function importDimacsCnf(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  const text = new TextReader(chunks);
  const room = new Room(mostBytes);
  const header = readHeader(text);
  const clauses: number[][] = [];
  let clause: number[] | undefined;
  while (text.nextDataLine(LETTER_C)) {
    if (text.peek() === LETTER_P) throw text.fault('there is a second header');
    for (; !text.atLineEnd(); text.skipBlanks()) {
      if (text.peek() === PERCENT) throw trailer(text);
      const literal = text.integer();
      if (clauses.length === header.clauses) throw text.fault('there are more clauses than the header says');
      if (Math.abs(literal) > header.variables) throw text.fault('the header does not have this variable');
      clause ??= [];
      room.take(literal === 0 ? CLAUSE_BYTES : LITERAL_BYTES, text.line);
      if (literal !== 0) {
        clause.push(literal);
        continue;
      }
      clauses.push(clause);
      clause = undefined;
    }
    text.endLine();
  }
  if (clause !== undefined) throw text.fault('the file ends within a clause', 'end every clause with 0');
  if (clauses.length < header.clauses) {
    throw text.fault('there are fewer clauses than this header says', undefined, header.line);
  }
  return { type: 'logic.cnf@1', value: { variables: header.variables, clauses } };
}

interface Header {
  readonly variables: number;
  readonly clauses: number;
  readonly line: number;
}

function readHeader(text: TextReader): Header {
  if (!text.nextDataLine(LETTER_C) || text.word() !== 'p' || text.word() !== 'cnf') {
    throw text.fault('the header `p cnf VARIABLES CLAUSES` is expected here');
  }
  const { line } = text;
  const [variables, clauses] = [text.count(), text.count()];
  text.endLine();
  return { variables, clauses, line };
}

function trailer(text: TextReader): Error {
  return text.fault(
    'a % is no part of the format',
    'files of SATLIB end with a % and a 0: remove that line and what follows',
  );
}
