import type { Options } from 'ajv/dist/2020.js';

/**
 * How schemas are applied everywhere: the first fault ends it (one bad matrix gave 10,000 errors), nothing removes, coerces or
 * adds members, and a schema that Ajv only half understands is refused.
 */
export const AJV_OPTIONS = {
  strict: true,
  allowUnionTypes: true,
  ownProperties: true,
  verbose: true,
  logger: false,
} as const satisfies Options;
