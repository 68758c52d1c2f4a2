/** What the harness calls inside the realm. Only strings go in and come out. */
export interface Desk {
  claim(id: string): void;
  role(name: string, text: string): void;
  source(name: string, transform: string, text: string): void;
  /** `A` and the JSON text of what the checker answered, or `E` and what went wrong. */
  check(): string;
}

interface Checker {
  check(request: unknown): unknown;
}

/**
 * Runs in a fresh realm, before the checker's program; its text is handed to the child process, so it uses
 * nothing from outside itself. It leaves only what gives the same answer on every run and every host (no clock, chance,
 * locale, collector, shared memory), and gives the harness the functions it calls.
 */
export function realm(): Desk {
  const { stringify } = JSON;
  const { create, freeze, defineProperty } = Object;
  const { ownKeys, deleteProperty } = Reflect;
  const remove = (target: object, names: readonly string[]) => {
    for (const name of names) deleteProperty(target, name);
  };

  const keep = new Set<string | symbol>(
    [
      'Object Function Array Number Boolean String Symbol BigInt RegExp Math JSON Reflect Proxy',
      'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError',
      'ArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array',
      'BigUint64Array BigInt64Array Uint8ClampedArray Float32Array Float64Array',
      'Map Set WeakMap WeakSet Iterator parseFloat parseInt isFinite isNaN Infinity NaN undefined globalThis',
    ].flatMap((line) => line.split(' ')),
  );
  for (const key of ownKeys(globalThis)) {
    if (!keep.has(key)) deleteProperty(globalThis, key);
  }
  remove(Math, ['random']);
  // What the last match of any expression was, whoever made it: $1 to $9, lastMatch, input and their short names.
  remove(
    RegExp,
    "input $_ lastMatch $& lastParen $+ leftContext $` rightContext $' $1 $2 $3 $4 $5 $6 $7 $8 $9".split(' '),
  );
  remove(String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']);
  for (const { prototype } of [Object, Number, BigInt, Array, getTypedArray()]) {
    remove(prototype, ['toLocaleString']);
  }
  // Without a limit V8 captures no stack and so never calls back into the realm of the host to format one, where an
  // overflow would hand this realm an error object of that one.
  remove(Error, ['captureStackTrace']);
  defineProperty(Error, 'stackTraceLimit', { value: undefined, writable: false, configurable: false });

  let id = '';
  let roles = create(null);
  let sources = create(null);
  return {
    claim(text) {
      id = text;
    },
    role(name, text) {
      roles[name] = text;
    },
    source(name, transform, text) {
      sources[name] = freeze({ transform, document: text });
    },
    check() {
      try {
        const checker: unknown = Reflect.get(globalThis, 'checker');
        const request = freeze({ claim: id, roles: freeze(roles), sources: freeze(sources) });
        const text: unknown = stringify((checker as Checker).check(request));
        return typeof text === 'string' ? `A${text}` : 'Ethe answer is not JSON';
      } catch (error) {
        return `E${describe(error)}`;
      } finally {
        roles = create(null);
        sources = create(null);
      }
    },
  };

  function getTypedArray(): { readonly prototype: object } {
    return Reflect.getPrototypeOf(Uint8Array) as typeof Uint8Array;
  }

  function describe(error: unknown): string {
    if (typeof error !== 'object' || error === null) return String(error).slice(0, 300);
    const { name, message } = error as Error;
    return `${name}: ${message}`.slice(0, 300);
  }
}
