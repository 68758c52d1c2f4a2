import { canonicalise } from '../../src/canonical/canonical.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';
import { isJsonObject } from '../../src/canonical/json.ts';
import { pointer } from '../../src/canonical/pointer.ts';

/** What to put in a place, given what stands there; `undefined` is "nothing", on either side. */
export type Change = (old: JsonValue | undefined) => JsonValue | undefined;

/** The value with one place changed, named by its JSON pointer; a place that is not there yet is made. */
export function edit(value: JsonValue, at: string, change: Change | JsonValue): JsonValue {
  const [, ...tokens] = at.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const changed = editAt(value, tokens, typeof change === 'function' ? change : () => change);
  if (changed === undefined) throw new Error('the whole cannot be deleted');
  return changed;
}

/** The value with this place gone. */
export function without(value: JsonValue, at: string): JsonValue {
  return edit(value, at, () => undefined);
}

/** What stands in a place. */
export function read(value: JsonValue, at: string): JsonValue {
  let found: JsonValue | undefined;
  edit(value, at, (old) => {
    found = old;
    return old;
  });
  if (found === undefined) throw new Error(`nothing stands at ${at}`);
  return found;
}

function editAt(
  value: JsonValue | undefined,
  tokens: readonly string[],
  change: Change,
): JsonValue | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return change(value);
  if (Array.isArray(value)) {
    const index = token === '-' ? value.length : Number(token);
    const made = editAt(value[index], rest, change);
    return value.toSpliced(index, 1, ...(made === undefined ? [] : [made]));
  }
  if (!isJsonObject(value)) throw new Error(`no object or array above ${token}`);
  const made = editAt(Object.hasOwn(value, token) ? value[token] : undefined, rest, change);
  const others = Object.entries(value).filter(([name]) => name !== token);
  return Object.fromEntries(made === undefined ? others : [...others, [token, made]]);
}

/** One way to spoil a JSON value. */
export interface Mutation {
  readonly what: string;
  readonly at: string;
  readonly value: JsonValue;
}

/**
 * Every way of a fixed list to spoil one place, for every place of a value: each leaf and each inner node replaced by
 * another of its kind and by ones of other kinds, each member deleted and renamed, an unknown one added, each item
 * deleted, doubled, exchanged with its neighbour.
 */
export function* mutations(value: JsonValue, at = ''): Generator<Mutation> {
  for (const [what, change] of changesOf(value)) {
    const changed = change(value);
    if (changed !== undefined && !same(changed, value)) yield { what, at, value: changed };
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries<JsonValue>(value)) {
    const place = pointer(name);
    yield { what: 'delete', at: at + place, value: without(value, place) };
    for (const inner of mutations(member, at + place)) {
      yield { ...inner, value: edit(value, place, inner.value) };
    }
  }
}

/** The JSON pointers of a value and of everything in it. */
export function places(value: JsonValue, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries<JsonValue>(value).flatMap(([name, member]) =>
    places(member, at + pointer(name)),
  );
  return [at, ...inner];
}

export function same(left: JsonValue, right: JsonValue): boolean {
  return canonicalise(left, { depth: 100 }).text === canonicalise(right, { depth: 100 }).text;
}

function changesOf(value: JsonValue): [string, Change][] {
  const always: [string, Change][] = [
    ['null', () => null],
    ['wrap', (old) => [old ?? null]],
  ];
  if (typeof value === 'string') return [...always, ...textChanges(value)];
  if (typeof value === 'number') {
    return [
      ...always,
      ['one more', () => value + 1],
      ['zero', () => 0],
      ['negative', () => -1],
      ['text', () => String(value)],
    ];
  }
  if (Array.isArray(value)) {
    return [
      ...always,
      ['empty', () => []],
      ['double', () => [...value, ...value.slice(-1)]],
      ['reverse', () => value.toReversed()],
      ['extra', () => [...value, {}]],
      ['object', () => ({ ...value })],
    ];
  }
  if (isJsonObject(value)) return [...always, ...memberChanges(value)];
  return [...always, ['text', () => String(value)], ['number', () => 1]];
}

function textChanges(value: string): [string, Change][] {
  const first = value.codePointAt(0) ?? 0x61;
  return [
    ['first character', () => String.fromCodePoint(first === 0x31 ? 0x32 : 0x31) + value.slice(1)],
    ['last character', () => value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')],
    ['longer', () => `${value}0`],
    ['space', () => `${value} `],
    ['line end', () => `${value}\n`],
    ['nul', () => `${value}\0`],
    ['upper case', () => value.toUpperCase()],
    ['empty', () => ''],
    ['number', () => 1],
  ];
}

function memberChanges(value: JsonObject): [string, Change][] {
  const names = Object.keys(value);
  return [
    ['empty', () => ({})],
    ['array', () => Object.values(value)],
    ...['x', '', '__proto__', 'constructor', 'toString'].map((name): [string, Change] => [
      `unknown member ${name}`,
      () => Object.fromEntries([...Object.entries(value), [name, {}]]),
    ]),
    ...names.map((name): [string, Change] => [
      `rename ${name}`,
      () =>
        Object.fromEntries(
          Object.entries(value).map(([key, each]) => [key === name ? `${name}_` : key, each]),
        ),
    ]),
    ...names.slice(1).map((name, index): [string, Change] => [
      `exchange ${names[index] ?? ''} and ${name}`,
      () => ({
        ...value,
        [names[index] ?? '']: value[name] ?? null,
        [name]: value[names[index] ?? ''] ?? null,
      }),
    ]),
  ];
}
