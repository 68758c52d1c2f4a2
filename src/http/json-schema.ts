import type { JsonObject } from '../canonical/json.ts';
import type { JsonSchema, Parameter } from './operation.ts';

/** An object of exactly these members, those of `optional` perhaps left out. */
export function object(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
  more: JsonObject = {},
): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(required),
    additionalProperties: false,
    properties: { ...required, ...optional },
    ...more,
  };
}

/** An object whose members are named by the client: ports or roles. */
export function named(member: JsonSchema, description: string): JsonSchema {
  return {
    type: 'object',
    description,
    maxProperties: 64,
    propertyNames: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$' },
    additionalProperties: member,
  };
}

export const ID: JsonSchema = {
  type: 'string',
  pattern: '^[0-9a-f]{32}$',
  description: '32 hexadecimal digits.',
};

export const VERSIONED: JsonSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,63}(\\.[a-z][a-z0-9_]{0,63})?@[1-9][0-9]{0,8}$',
  description: 'An id with its version, such as matrix.product@1.',
};

export const ROLE: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$' };

export const TIME: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339 in UTC with milliseconds.',
};

export const COUNT: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** A short text for people. */
export const NAME: JsonSchema = {
  type: 'string',
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,200}$',
};

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** A parameter of the path that is an id. */
export function idParameter(name: string, description: string): Parameter {
  return { name, in: 'path', description, schema: ID };
}
