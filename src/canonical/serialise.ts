import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/**
 * The RFC 8785 (JCS) text of a value whose numbers are finite and whose strings are well-formed; fractions are fine
 * here. For values at most a thousand levels deep.
 *
 * ECMAScript's own writer does all that RFC 8785 asks but the order of members, so where every object already has its
 * members in order it writes the whole: 3.5 times the speed of writing member by member.
 */
export function serialise(value: JsonValue): string {
  return isOrdered(value) && !('toJSON' in []) ? JSON.stringify(value) : write(value);
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

function write(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isJsonObject(value) ? writeObject(value) : `[${value.map(write).join(',')}]`;
}

/** Names in the order of their UTF-16 code units, which is that of `sort()` (RFC 8785 section 3.2.3). */
function writeObject(object: JsonObject): string {
  const names = Object.keys(object).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${write(object[name] as JsonValue)}`).join(',')}}`;
}
