import { AssayError, type ErrorCode } from '../errors.ts';
import { type Digest, isDigest } from './digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { place, type Token } from './pointer.ts';

/**
 * Reads untrusted JSON member by member: exact member sets, exact types. Every failure is an
 * `AssayError` of one code with the JSON pointer of the place, and never echoes what it found.
 */
export class ShapeReader {
  readonly #code: ErrorCode;
  readonly #value: JsonValue | undefined;
  readonly #path: readonly Token[];

  /** @param path where `value` stands in what is read. */
  constructor(code: ErrorCode, value: JsonValue | undefined, path: readonly Token[] = []) {
    this.#code = code;
    this.#value = value;
    this.#path = path;
  }

  /** The JSON pointer of the value being read, fit to print; the empty pointer is the whole document. */
  get at(): string {
    return place(this.#path) ?? '';
  }

  /** The value itself, not looked at. */
  get json(): JsonValue {
    if (this.#value === undefined) throw this.fail('is missing');
    return this.#value;
  }

  /** The error to throw when what is read does not hold; `what` continues the name of the place. */
  fail(what: string): AssayError {
    const name = place(this.#path.slice(-1))?.slice(1) ?? 'the document';
    return new AssayError(this.#code, `${name} ${what}`, { at: place(this.#path) ?? '/' });
  }

  /** An object with all of `required`, perhaps some of `optional`, and nothing else. */
  object(required: readonly string[], optional: readonly string[] = []): JsonObject {
    const object = this.record();
    for (const name of required) {
      if (!Object.hasOwn(object, name)) throw this.member(name).fail('is missing');
    }
    for (const name of Object.keys(object)) {
      if (!required.includes(name) && !optional.includes(name)) {
        throw this.member(name).fail('is not a member known here');
      }
    }
    return object;
  }

  /** An object whose members are keys of the reader's own choosing. */
  record(): JsonObject {
    if (!isJsonObject(this.#value)) throw this.fail('must be an object');
    return this.#value;
  }

  /** A reader of one member; its value may be absent, which every typed read refuses. */
  member(name: string): ShapeReader {
    const object = isJsonObject(this.#value) ? this.#value : {};
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    return new ShapeReader(this.#code, value, [...this.#path, name]);
  }

  has(name: string): boolean {
    return isJsonObject(this.#value) && Object.hasOwn(this.#value, name);
  }

  /** A reader for each entry of an object. */
  entries(): [string, ShapeReader][] {
    return Object.keys(this.record()).map((name) => [name, this.member(name)]);
  }

  /** A reader for each item of an array with `least` to `most` items. */
  items(least = 0, most = Number.MAX_SAFE_INTEGER): ShapeReader[] {
    const value = this.#value;
    if (!Array.isArray(value)) throw this.fail('must be an array');
    if (value.length < least || value.length > most) {
      throw this.fail(`must have ${least === most ? `exactly ${least}` : `at least ${least}`} items`);
    }
    return value.map((item, index) => new ShapeReader(this.#code, item, [...this.#path, index]));
  }

  text(): string {
    if (typeof this.#value !== 'string') throw this.fail('must be a string');
    return this.#value;
  }

  /** A string that matches `pattern` as a whole; `form` says the pattern in words. */
  matching(pattern: RegExp, form: string): string {
    if (typeof this.#value !== 'string' || !pattern.test(this.#value)) throw this.fail(`must be ${form}`);
    return this.#value;
  }

  /** One of the given strings. */
  oneOf<const T extends string>(...allowed: readonly T[]): T {
    const found = allowed.find((candidate) => candidate === this.#value);
    if (found === undefined) throw this.fail(`must be ${allowed.map((name) => `"${name}"`).join(' or ')}`);
    return found;
  }

  flag(): boolean {
    if (typeof this.#value !== 'boolean') throw this.fail('must be true or false');
    return this.#value;
  }

  /** A count: an integer from 0 to 2^53 − 1. */
  count(): number {
    const value = this.#value;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw this.fail('must be a non-negative integer');
    }
    return value;
  }

  countOrNull(): number | null {
    return this.#value === null ? null : this.count();
  }

  digest(): Digest {
    if (!isDigest(this.#value)) throw this.fail('must be sha256: and 64 lowercase hexadecimal digits');
    return this.#value;
  }

  /** An object whose every member is a digest. */
  digests(): Readonly<Record<string, Digest>> {
    return Object.fromEntries(this.entries().map(([name, member]) => [name, member.digest()]));
  }
}
