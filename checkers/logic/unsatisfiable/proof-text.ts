import { reject, unsupported } from '../../decide.ts';

const LINE_FEED = 10;
const SPACE = 32;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const LETTER_D = 100;

/** The text of an LRAT proof, read once from its beginning to its end, number by number. */
export class ProofText {
  /** JSON pointer of the text in the request. */
  readonly at: string;
  readonly #text: string;
  readonly #length: number;
  #position = 0;
  /** Of the line that is read, from 1. */
  #line = 1;

  constructor(text: string, at: string) {
    this.#text = text;
    this.#length = text.length;
    this.at = at;
  }

  /** Goes to the next line that is not empty, or says that there is none. */
  nextLine(): boolean {
    for (;;) {
      this.#skipSpaces();
      if (this.#position === this.#length) return false;
      if (this.#text.charCodeAt(this.#position) !== LINE_FEED) return true;
      this.#position++;
      this.#line++;
    }
  }

  /** The next number on the line: without a plus sign or leading zeros. UNSUPPORTED above 2^53 − 1. */
  number(): number {
    this.#skipSpaces();
    const text = this.#text;
    const length = this.#length;
    let position = this.#position;
    const negative = position < length && text.charCodeAt(position) === MINUS;
    if (negative) position++;
    const first = position;
    let value = 0;
    let code = SPACE;
    for (; position < length; position++) {
      code = text.charCodeAt(position);
      if (code < ZERO || code > NINE) break;
      value = value * 10 + (code - ZERO);
    }
    const ends = position === length || code === SPACE || code === LINE_FEED;
    if (position === first || !ends) this.fail('a number is expected');
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
    if (this.#position === this.#length) return;
    if (this.#text.charCodeAt(this.#position) !== LINE_FEED) this.fail('the line does not end at its last 0');
  }

  /** Ends the check: the line that is read breaks a rule. */
  fail(reason: string): never {
    return reject(`line ${this.#line}: ${reason}`, this.at);
  }

  #skipSpaces(): void {
    while (this.#position < this.#length && this.#text.charCodeAt(this.#position) === SPACE) this.#position++;
  }
}
