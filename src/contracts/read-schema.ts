import { isJsonObject, type JsonValue } from '../canonical/json.ts';
import type { AssayError } from '../errors.ts';
import { broken, type Path } from './fault.ts';

/** The part of JSON Schema 2020-12 that the schemas of contracts are written in. */
export type Schema = { readonly title: string } & (
  | { readonly const: string }
  | { readonly enum: readonly string[] }
  | { readonly type: 'string'; readonly pattern: string }
  | { readonly type: 'array'; readonly items: Schema; readonly minItems?: number }
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, Schema>>;
      readonly required: readonly string[];
      readonly additionalProperties: boolean | Schema;
      readonly minProperties?: number;
    }
);

/**
 * Reads `value` as the type that `schema` describes, without Ajv: the offline check reads contracts out of certificates and
 * loads no schema compiler (importing Ajv and compiling its meta-schema takes 150 ms).
 *
 * @throws AssayError CONTRACT_INVALID with the pointer of the first difference, unknown members included.
 */
export function readBySchema<T>(schema: Schema, value: JsonValue): T {
  check(schema, value, []);
  const read: unknown = value;
  return read as T;
}

function check(schema: Schema, value: JsonValue, path: Path): void {
  if ('const' in schema) {
    if (value !== schema.const) throw differs(schema, path);
  } else if ('enum' in schema) {
    if (typeof value !== 'string' || !schema.enum.includes(value)) throw differs(schema, path);
  } else if (schema.type === 'string') {
    if (typeof value !== 'string' || !new RegExp(schema.pattern, 'u').test(value))
      throw differs(schema, path);
  } else if (schema.type === 'array') {
    if (!Array.isArray(value) || value.length < (schema.minItems ?? 0)) throw differs(schema, path);
    for (const [index, item] of value.entries()) check(schema.items, item, [...path, index]);
  } else {
    checkMembers(schema, value, path);
  }
}

function checkMembers(schema: Extract<Schema, { type: 'object' }>, value: JsonValue, path: Path): void {
  if (!isJsonObject(value) || Object.keys(value).length < (schema.minProperties ?? 0)) {
    throw differs(schema, path);
  }
  for (const name of schema.required) {
    if (!Object.hasOwn(value, name)) throw broken(`the member ${name} is missing`, path);
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const rule = known ?? schema.additionalProperties;
    if (rule === false) throw broken('unknown member', [...path, name]);
    if (rule !== true) check(rule, member, [...path, name]);
  }
}

function differs(schema: Schema, path: Path): AssayError {
  return broken(`must be ${schema.title}`, path);
}
