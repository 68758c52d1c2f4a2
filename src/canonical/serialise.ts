import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Wider objects are not copied: a copy of one with 3,000,000 members took half as long again as writing it. */
const WIDEST = 1_000;

/**
 * The RFC 8785 (JCS) text of a value whose numbers are finite and whose strings are well-formed; fractions are fine
 * here. For values at most a thousand levels deep.
 *
 * ECMAScript's own writer does all that RFC 8785 asks but the order of members, so where every object has its members in
 * order it writes the whole: 3.5 times the speed of writing member by member. A copy in order and its writing are still
 * 1.7 to 3 times as fast.
 */
export function serialise(value: JsonValue): string {
  if ('toJSON' in []) return write(value);
  if (isOrdered(value)) return JSON.stringify(value);
  const copy = ordered(value);
  return copy !== undefined && isOrdered(copy) ? JSON.stringify(copy) : write(value);
}

/** Engines list integer-like names first ("9", "10", "a"), so order is what they list, never what was assigned. */
function isOrdered(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (!isJsonObject(value)) return value.every(isOrdered);
  let previous: string | undefined;
  for (const name of Object.keys(value)) {
    if (previous !== undefined && name < previous) return false;
    if (!isOrdered(value[name] as JsonValue)) return false;
    previous = name;
  }
  return true;
}

/**
 * A copy whose members were assigned in order, which is the order an engine lists them in but for integer-like names. None of a
 * value that has a wide object in it.
 */
function ordered(value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return value;
  return isJsonObject(value) ? orderedMembers(value) : orderedItems(value);
}

function orderedMembers(object: JsonObject): JsonObject | undefined {
  const names = Object.keys(object);
  if (names.length > WIDEST) return undefined;
  const copy: Record<string, JsonValue> = {};
  for (const name of names.sort()) {
    const member = ordered(object[name] as JsonValue);
    if (member === undefined) return undefined;
    // Assigned, it would be the prototype.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: member, enumerable: true });
    else copy[name] = member;
  }
  return copy;
}

function orderedItems(items: readonly JsonValue[]): JsonValue[] | undefined {
  const copy: JsonValue[] = [];
  for (const item of items) {
    const each = ordered(item);
    if (each === undefined) return undefined;
    copy.push(each);
  }
  return copy;
}

function write(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isJsonObject(value) ? writeObject(value) : `[${value.map(write).join(',')}]`;
}

/** Names in the order of their UTF-16 code units, which is that of `sort()` (RFC 8785 section 3.2.3). */
function writeObject(object: JsonObject): string {
  const names = Object.keys(object).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${write(object[name] as JsonValue)}`).join(',')}}`;
}
