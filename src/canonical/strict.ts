import { AssayError } from '../errors.ts';
import type { JsonValue } from './json.ts';
import { place, type Token } from './pointer.ts';
import { type Rule, refusal, tooDeep } from './refusal.ts';
import { decodeUtf8, validLength } from './utf8.ts';

const BYTE_ORDER_MARK = '\ufeff';
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * The value of a JSON text (RFC 8259) within the document rules, its arrays and objects at most `depth` deep.
 * Throws AssayError with the first fault in the order of the text: DOCUMENT_MALFORMED with line and column (in UTF-16
 * code units, from 1), the other codes with a JSON pointer. Nothing of the text is in an error but names in pointers.
 */
export function strictParse(bytes: Uint8Array, depth: number): JsonValue {
  return new StrictParser(decode(bytes), depth).document();
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    const before = decodeUtf8(bytes.subarray(0, validLength(bytes)));
    throw notText('it is not valid UTF-8', lineAndColumn(before, before.length));
  }
}

function notText(why: string, at: string): AssayError {
  return new AssayError('DOCUMENT_MALFORMED', `not a UTF-8 JSON text: ${why}`, {
    at,
    next: 'give JSON text in UTF-8',
  });
}

function lineAndColumn(text: string, at: number): string {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return `line ${line}, column ${at - start + 1}`;
}

class StrictParser {
  readonly #text: string;
  readonly #depth: number;
  /** Names and indices from the outermost value to the one being read: one for each open array or object. */
  readonly #path: Token[] = [];
  #at = 0;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  document(): JsonValue {
    if (this.#text.startsWith(BYTE_ORDER_MARK)) {
      throw this.#malformed('the text starts with a byte order mark', 'save it as UTF-8 without one');
    }
    this.#space();
    if (this.#at === this.#text.length) throw this.#malformed('the text is empty');
    const value = this.#value();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the text');
    return value;
  }

  /** A value and the white space around it. */
  #value(): JsonValue {
    this.#space();
    const value = this.#bareValue();
    this.#space();
    return value;
  }

  #bareValue(): JsonValue {
    const text = this.#text;
    switch (text[this.#at]) {
      case '"':
        return this.#string();
      case '[':
        return this.#array();
      case '{':
        return this.#object();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #array(): JsonValue {
    if (this.#path.length === this.#depth) throw tooDeep(this.#depth, place(this.#path));
    const values: JsonValue[] = [];
    this.#at++;
    this.#space();
    if (this.#takes(']')) return values;
    do {
      this.#path.push(values.length);
      values.push(this.#value());
      this.#path.pop();
    } while (this.#takes(','));
    if (!this.#takes(']')) throw this.#unexpected('a comma or the end of the array');
    return values;
  }

  #object(): JsonValue {
    if (this.#path.length === this.#depth) throw tooDeep(this.#depth, place(this.#path));
    const members: Record<string, JsonValue> = {};
    this.#at++;
    this.#space();
    if (this.#takes('}')) return members;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#unexpected('the name of a member');
      const name = this.#string();
      this.#path.push(name);
      if (Object.hasOwn(members, name)) throw this.#refuse('DUPLICATE_KEY');
      this.#space();
      if (!this.#takes(':')) throw this.#unexpected('a colon');
      define(members, name, this.#value());
      this.#path.pop();
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#unexpected('a comma or the end of the object');
    return members;
  }

  #string(): string {
    const text = this.#text;
    let value = '';
    let start = ++this.#at;
    let at = start;
    let escaped = false;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 0x22) break;
      if (unit === 0x5c) {
        this.#at = at;
        value += text.slice(start, at) + this.#escape();
        start = at = this.#at;
        escaped = true;
      } else if (unit >= 0x20) {
        at++;
      } else {
        this.#at = at;
        if (at >= text.length || unit === 0) throw this.#unexpected('the end of a string');
        throw this.#malformed('a control character stands in a string as it is', 'escape it');
      }
    }
    value += text.slice(start, at);
    this.#at = at + 1;
    if (escaped && !value.isWellFormed()) throw this.#refuse('SURROGATE');
    return value;
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const hex = this.#text.slice(this.#at + 2, this.#at + 6);
    if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const character = ESCAPES[letter];
    if (character === undefined) throw this.#malformed('an escape in a string is none that JSON has');
    this.#at += 2;
    return character;
  }

  /** The whole number at the position; every other number JSON has is read to its end and refused. */
  #number(): number {
    const negative = this.#takes('-');
    const first = this.#at;
    const magnitude = this.#digits(negative ? 'a digit' : 'a value');
    const end = this.#at;
    if (this.#text[first] === '0' && end - first > 1) {
      this.#at = first;
      throw this.#malformed('a number has a leading zero');
    }
    if (this.#takes('.')) this.#digits('a digit');
    if (this.#takes('e') || this.#takes('E')) {
      if (!this.#takes('+')) this.#takes('-');
      this.#digits('a digit');
    }
    if (this.#at > end) throw this.#refuse('FRACTION');
    if (magnitude > Number.MAX_SAFE_INTEGER) throw this.#refuse('UNSAFE');
    if (negative && magnitude === 0) throw this.#refuse('MINUS_ZERO');
    return negative ? -magnitude : magnitude;
  }

  /** Steps over digits, one at least, and gives what they say: exact up to 2^53, larger than that beyond. */
  #digits(expected: string): number {
    const first = this.#at;
    let value = 0;
    for (;;) {
      const digit = this.#text.charCodeAt(this.#at) - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      this.#at++;
    }
    if (this.#at === first) throw this.#unexpected(expected);
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #space(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at++;
    }
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #unexpected(expected: string): AssayError {
    if (this.#at === this.#text.length) return this.#malformed(`the text ends where ${expected} is due`);
    if (this.#text[this.#at] === '\0') return notText('it holds a NUL byte', this.#where());
    return this.#malformed(`${expected} is due here`);
  }

  #malformed(message: string, next?: string): AssayError {
    return new AssayError('DOCUMENT_MALFORMED', message, { at: this.#where(), next });
  }

  #where(): string {
    const pointer = place(this.#path);
    const line = lineAndColumn(this.#text, this.#at);
    return pointer === undefined ? line : `${pointer}: ${line}`;
  }

  #refuse(rule: Rule): AssayError {
    return refusal(rule, place(this.#path) ?? lineAndColumn(this.#text, this.#at));
  }
}

/** Sets an own member whatever its name: by assignment `__proto__` would change the object's prototype. */
function define(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  } else object[name] = value;
}
