import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/canonical/json.ts';

export interface Document {
  readonly type: string;
  readonly value: JsonValue;
}

export type Roles = Readonly<Record<string, Document>>;

/** The roles with a change in one place, and what kind of change it is. */
export interface Mutation {
  readonly kind: string;
  readonly roles: Roles;
}

type Path = readonly (string | number)[];

const NUMBER = /^-?\d+(\/\d+)?$/;
const HUGE = 10n ** 4999n;

/** What may have gone wrong with these values on their way: each change that applies, in each place where it does. */
export function* mutations(roles: Roles): Generator<Mutation> {
  yield* exchanged(roles);
  for (const [role, document] of Object.entries(roles)) {
    for (const [path, node] of nodes(document.value, [])) {
      for (const [kind, changed] of changes(node)) {
        const value = put(document.value, path, changed);
        yield { kind, roles: { ...roles, [role]: { ...document, value } } };
      }
    }
  }
}

/** Two roles of one type swapped. */
function* exchanged(roles: Roles): Generator<Mutation> {
  const entries = Object.entries(roles);
  for (const [i, [one, document]] of entries.entries()) {
    for (const [other, another] of entries.slice(i + 1)) {
      if (document.type !== another.type) continue;
      yield { kind: 'swapped', roles: { ...roles, [one]: another, [other]: document } };
    }
  }
}

function* changes(node: JsonValue): Generator<readonly [kind: string, changed: JsonValue]> {
  if (typeof node === 'number') {
    yield ['off by one', node + 1];
    yield ['off by one', node - 1];
    if (node !== 0) yield ['sign', -node];
  } else if (typeof node === 'string') {
    if (NUMBER.test(node)) yield* otherNumbers(node);
    if (node.includes('\n')) yield* otherLines(node);
  } else if (Array.isArray(node)) {
    yield* otherLists(node);
  } else if (isJsonObject(node)) {
    const { rows, columns, entries, length } = node;
    if (isTable(entries) && typeof rows === 'number' && typeof columns === 'number')
      yield* otherMatrices(node, rows, columns, entries);
    if (Array.isArray(entries) && typeof length === 'number') yield* otherVectors(node, length, entries);
  }
}

function* otherNumbers(text: string): Generator<readonly [string, JsonValue]> {
  const [numerator = '0', denominator = '1'] = text.split('/');
  const [a, b] = [BigInt(numerator), BigInt(denominator)];
  const written = (value: bigint) => (b === 1n ? `${value}` : `${value}/${b}`);
  yield ['off by one', written(a + b)];
  yield ['off by one', written(a - b)];
  if (a !== 0n) yield ['sign', written(-a)];
  yield ['huge entry', `${HUGE - 1n}`];
  yield ['huge entry', written(a + HUGE * b)];
}

function* otherLines(text: string): Generator<readonly [string, JsonValue]> {
  const lines = text.split('\n').slice(0, -1);
  const joined = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
  yield ['empty', ''];
  yield ['truncated', text.slice(0, text.length >> 1)];
  for (const i of lines.keys()) {
    yield ['truncated', joined(lines.toSpliced(i, 1))];
    yield ['duplicated', joined(lines.toSpliced(i, 0, lines[i] ?? ''))];
  }
  yield ['order', joined(lines.toReversed())];
  for (const { 0: word, index } of text.matchAll(/\d+/g)) {
    const other = (replacement: string) =>
      text.slice(0, index) + replacement + text.slice(index + word.length);
    yield ['off by one', other(`${Number(word) + 1}`)];
    yield ['off by one', other(`${Math.max(0, Number(word) - 1)}`)];
    yield ['sign', other(`-${word}`)];
    yield ['huge entry', other(`${HUGE}`)];
  }
}

function* otherLists(list: readonly JsonValue[]): Generator<readonly [string, JsonValue]> {
  if (list.length === 0) return;
  const isLabels = list.every((item) => typeof item === 'string' && !NUMBER.test(item));
  yield ['empty', []];
  yield ['truncated', list.slice(0, -1)];
  yield ['truncated', list.slice(1)];
  yield ['extra', [...list, further(list[0] ?? null)]];
  yield ['duplicated', [...list, list[0] ?? null]];
  if (list.length < 2) return;
  yield [isLabels ? 'label order' : 'order', list.toReversed()];
  yield [isLabels ? 'label order' : 'order', [...list.slice(1), list[0] ?? null]];
}

/** The same with its first number one more, or its first text one character longer. */
function further(item: JsonValue): JsonValue {
  if (typeof item === 'number') return item + 1;
  if (typeof item === 'string') return NUMBER.test(item) ? '1' : `${item}x`;
  if (Array.isArray(item)) return item.length === 0 ? [] : [further(item[0] ?? null), ...item.slice(1)];
  if (typeof item !== 'object' || item === null) return item;
  const [[name, value] = ['', null], ...rest] = Object.entries(item);
  return Object.fromEntries([[name, further(value)], ...rest]);
}

function isTable(value: JsonValue | undefined): value is readonly (readonly JsonValue[])[] {
  return Array.isArray(value) && value.every(Array.isArray);
}

function* otherMatrices(
  matrix: JsonObject,
  rows: number,
  columns: number,
  entries: readonly (readonly JsonValue[])[],
): Generator<readonly [string, JsonValue]> {
  const { row_labels, column_labels, ...bare } = matrix;
  const labels = {
    ...(row_labels !== undefined && { column_labels: row_labels }),
    ...(column_labels !== undefined && { row_labels: column_labels }),
  };
  const columnsOf = (table: readonly (readonly JsonValue[])[]) =>
    Array.from({ length: columns }, (_, j) => table.map((row) => row[j] ?? null));
  yield ['transposed', { ...bare, rows: columns, columns: rows, entries: columnsOf(entries), ...labels }];
  yield ['order', { ...matrix, entries: entries.map((row) => row.toReversed()) }];
  yield ['truncated', { ...bare, rows: rows - 1, entries: entries.slice(0, -1) }];
  yield ['truncated', { ...bare, columns: columns - 1, entries: entries.map((row) => row.slice(0, -1)) }];
  yield ['extra', { ...bare, rows: rows + 1, entries: [...entries, Array(columns).fill('0')] }];
  yield ['extra', { ...bare, columns: columns + 1, entries: entries.map((row) => [...row, '0']) }];
  yield ['duplicated', { ...bare, rows: rows + 1, entries: [...entries, ...entries.slice(0, 1)] }];
  yield ['zero dimensions', { ...bare, rows: 0, columns: 0, entries: [] }];
  yield ['zero dimensions', { ...bare, rows: 0, entries: [] }];
  yield ['zero dimensions', { ...bare, columns: 0, entries: entries.map(() => []) }];
  yield ['1×1', { ...bare, rows: 1, columns: 1, entries: [[entries[0]?.[0] ?? '1']] }];
}

function* otherVectors(
  vector: JsonObject,
  length: number,
  entries: readonly JsonValue[],
): Generator<readonly [string, JsonValue]> {
  const { labels: _, ...bare } = vector;
  yield ['truncated', { ...bare, length: length - 1, entries: entries.slice(0, -1) }];
  yield ['extra', { ...bare, length: length + 1, entries: [...entries, '0'] }];
  yield ['duplicated', { ...bare, length: length + 1, entries: [...entries, ...entries.slice(0, 1)] }];
  yield ['zero dimensions', { ...bare, length: 0, entries: [] }];
  yield ['1×1', { ...bare, length: 1, entries: entries.slice(0, 1) }];
}

function* nodes(value: JsonValue, path: Path): Generator<readonly [Path, JsonValue]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  const inside = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, member] of inside) yield* nodes(member, [...path, name]);
}

function put(value: JsonValue, [name, ...rest]: Path, node: JsonValue): JsonValue {
  if (name === undefined) return node;
  if (Array.isArray(value)) return value.with(Number(name), put(value[Number(name)] ?? null, rest, node));
  if (!isJsonObject(value)) throw new Error('there is no such place');
  return { ...value, [name]: put(value[name] ?? null, rest, node) };
}
