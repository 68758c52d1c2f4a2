import { reject } from '../decide.ts';

/** A JSON object that holds every member of `required`, some of `optional` and nothing else; rejected otherwise. */
export function members(
  value: unknown,
  required: readonly string[],
  optional: readonly string[],
  at: string,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    reject('an object is required', at);
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) reject(`the member "${missing}" is missing`, at);
  const known = (name: string) => required.includes(name) || optional.includes(name);
  if (!Object.keys(value).every(known)) reject('a member that the type does not have', at);
  return value as Readonly<Record<string, unknown>>;
}

/** A JSON array of exactly `length` items; rejected otherwise. */
export function items(value: unknown, length: number, at: string): readonly unknown[] {
  if (!Array.isArray(value)) reject('an array is required', at);
  if (value.length !== length) reject('the array has not the length that the dimensions say', at);
  return value;
}

/** A count of the catalogue: a JSON integer, 0 to 2^53 − 1; rejected otherwise. */
export function count(value: unknown, at: string): number {
  if (!Number.isSafeInteger(value) || Object.is(value, -0) || Number(value) < 0) {
    reject('an integer from 0 to 2^53 - 1 is required', at);
  }
  return Number(value);
}
