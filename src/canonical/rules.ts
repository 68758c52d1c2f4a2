import type { JsonValue } from './json.ts';
import type { Limits } from './limits.ts';
import { place, type Token } from './pointer.ts';
import { type Rule, refusal, tooDeep, tooLarge } from './refusal.ts';

/**
 * Throws AssayError with a JSON pointer unless `value` keeps the document rules: null, booleans, safe integers, well-formed
 * strings, arrays without holes, plain objects of these. A cycle is found as depth, one value used in many places as size.
 * Only own enumerable members with a string for a name count; `toJSON` means nothing.
 */
export function checkRules(value: unknown, limits: Limits): asserts value is JsonValue {
  new RuleCheck(limits).value(value);
}

class RuleCheck {
  readonly #limits: Limits;
  readonly #path: Token[] = [];
  /** A lower bound of the size: a byte for each value, name and UTF-16 code unit. */
  #size = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  value(value: unknown): void {
    this.#grow(1);
    if (typeof value === 'string') this.#string(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'object' && value !== null) this.#container(value);
    else if (typeof value !== 'boolean' && value !== null) throw this.#refuse('NOT_JSON');
  }

  #container(value: object): void {
    if (this.#path.length === this.#limits.depth) throw tooDeep(this.#limits.depth, place(this.#path));
    const prototype = Object.getPrototypeOf(value);
    if (Array.isArray(value)) {
      if (prototype !== Array.prototype) throw this.#refuse('NOT_JSON');
      for (let index = 0; index < value.length; index++) this.#member(index, value[index]);
    } else {
      if (prototype !== Object.prototype && prototype !== null) throw this.#refuse('NOT_JSON');
      for (const [name, member] of Object.entries(value)) {
        this.#string(name);
        this.#member(name, member);
      }
    }
  }

  #member(token: Token, value: unknown): void {
    this.#path.push(token);
    this.value(value);
    this.#path.pop();
  }

  #string(text: string): void {
    this.#grow(text.length);
    if (!text.isWellFormed()) throw this.#refuse('SURROGATE');
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) return;
    if (value === 0) throw this.#refuse('MINUS_ZERO');
    if (!Number.isFinite(value)) throw this.#refuse('NOT_FINITE');
    throw this.#refuse(Number.isInteger(value) ? 'UNSAFE' : 'FRACTION');
  }

  #grow(bytes: number): void {
    this.#size += bytes;
    if (this.#size > this.#limits.bytes) throw tooLarge(this.#limits.bytes);
  }

  #refuse(rule: Rule): Error {
    return refusal(rule, place(this.#path));
  }
}
