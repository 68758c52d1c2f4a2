import { isJsonObject, type JsonValue } from '../canonical/json.ts';
import type { AssayError } from '../errors.ts';
import { broken, type Path, type Report, thrown } from './fault.ts';

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
  checkBySchema(schema, value, thrown);
  const read: unknown = value;
  return read as T;
}

/** Reports every difference of `value` from what `schema` describes. */
export function checkBySchema(schema: Schema, value: JsonValue, report: Report, path: Path = []): void {
  if ('const' in schema) {
    if (value !== schema.const) report(differs(schema, path));
  } else if ('enum' in schema) {
    if (typeof value !== 'string' || !schema.enum.includes(value)) report(differs(schema, path));
  } else if (schema.type === 'string') {
    const matches = typeof value === 'string' && new RegExp(schema.pattern, 'u').test(value);
    if (!matches) report(differs(schema, path));
  } else if (schema.type === 'array') {
    const long = Array.isArray(value) && value.length >= (schema.minItems ?? 0);
    if (!long) report(differs(schema, path));
    else
      for (const [index, item] of value.entries())
        checkBySchema(schema.items, item, report, [...path, index]);
  } else {
    checkMembers(schema, value, report, path);
  }
}

function checkMembers(
  schema: Extract<Schema, { type: 'object' }>,
  value: JsonValue,
  report: Report,
  path: Path,
): void {
  if (!isJsonObject(value) || Object.keys(value).length < (schema.minProperties ?? 0)) {
    report(differs(schema, path));
    return;
  }
  for (const name of schema.required) {
    if (!Object.hasOwn(value, name)) report(broken(`the member ${name} is missing`, path));
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const rule = known ?? schema.additionalProperties;
    if (rule === false) report(broken('unknown member', [...path, name]));
    else if (rule !== true) checkBySchema(rule, member, report, [...path, name]);
  }
}

function differs(schema: Schema, path: Path): AssayError {
  return broken(`must be ${schema.title}`, path);
}
