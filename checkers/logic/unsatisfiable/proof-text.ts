import { reject, unsupported } from '../../decide.ts';

const SPACE = 32;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const LETTER_D = 100;
const LETTER_N = 110;

/**
 * The text of an LRAT proof as it stands in a JSON string: line ends are the two characters \n, and a good proof holds nothing
 * else that is escaped. Read once from its beginning to its end, number by number; 9 MB are not unescaped first, which took as
 * long as checking them.
 */
export class ProofText {
  /** JSON pointer of the proof in the request. */
  readonly at: string;
  readonly #text: string;
  readonly #end: number;
  #position: number;
  /** Of the line that is read, from 1. */
  #line = 1;

  /** The proof is the text from `start` to `end`. */
  constructor(text: string, start: number, end: number, at: string) {
    this.#text = text;
    this.#position = start;
    this.#end = end;
    this.at = at;
  }

  /** Goes to the next line that is not empty, or says that there is none. */
  nextLine(): boolean {
    for (;;) {
      this.#skipSpaces();
      if (this.#position === this.#end) return false;
      if (!this.#isLineEnd()) return true;
      this.#position += 2;
      this.#line++;
    }
  }

  /** The next number on the line: without a plus sign or leading zeros. UNSUPPORTED above 2^53 − 1. */
  number(): number {
    const text = this.#text;
    const end = this.#end;
    let position = this.#position;
    // The end of the proof is not that of the text.
    let code = text.charCodeAt(position);
    while (code === SPACE) code = text.charCodeAt(++position);
    const negative = code === MINUS;
    if (negative) code = text.charCodeAt(++position);
    const first = position;
    let value = 0;
    while (code >= ZERO && code <= NINE) {
      value = value * 10 + (code - ZERO);
      code = text.charCodeAt(++position);
    }
    if (position === first || (code !== SPACE && code !== BACKSLASH && position !== end))
      this.fail('a number is expected');
    if (text.charCodeAt(first) === ZERO && (negative || position > first + 1))
      this.fail('a number has no leading zero');
    if (value > Number.MAX_SAFE_INTEGER) unsupported(`numbers of at most ${Number.MAX_SAFE_INTEGER}`);
    this.#position = position;
    return negative ? -value : value;
  }

  /** Whether the letter of a deletion stands next on the line; if so, it is passed. */
  deletes(): boolean {
    this.#skipSpaces();
    if (this.#text.charCodeAt(this.#position) !== LETTER_D) return false;
    this.#position++;
    if (this.#text.charCodeAt(this.#position) !== SPACE) this.fail('a space is expected after the d');
    return true;
  }

  /** Rejected unless the line ends here. */
  endLine(): void {
    this.#skipSpaces();
    if (this.#position !== this.#end && !this.#isLineEnd()) this.fail('the line does not end at its last 0');
  }

  /** Ends the check: the line that is read breaks a rule. */
  fail(reason: string): never {
    return reject(`line ${this.#line}: ${reason}`, this.at);
  }

  #skipSpaces(): void {
    while (this.#text.charCodeAt(this.#position) === SPACE) this.#position++;
  }

  #isLineEnd(): boolean {
    return (
      this.#text.charCodeAt(this.#position) === BACKSLASH &&
      this.#text.charCodeAt(this.#position + 1) === LETTER_N
    );
  }
}
