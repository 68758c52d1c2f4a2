import type { JsonValue } from '../canonical/json.ts';
import { AssayError } from '../errors.ts';
import type { Page, PageRequest } from '../store/page.ts';
import type { JsonSchema, Parameter } from './operation.ts';

const DEFAULT_LIMIT = 50;

/** The query parameters of every list. */
export const PAGE_PARAMETERS: readonly Parameter[] = [
  {
    name: 'cursor',
    in: 'query',
    description: 'Where to go on: `next` of the part before. Without it: the newest.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,22}$' },
  },
  {
    name: 'limit',
    in: 'query',
    description: `How many at most: from 1 to 200, ${DEFAULT_LIMIT} where nothing is said.`,
    schema: { type: 'string', pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$' },
  },
];

/**
 * Which part of a list the query asks for.
 *
 * @throws AssayError REQUEST_INVALID for a cursor that none of ours is
 */
export function pageRequest({ cursor, limit }: Readonly<Record<string, string>>): PageRequest {
  return {
    before: cursor === undefined ? null : readCursor(cursor),
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
  };
}

/** A part of a list as it is answered. */
export function pageJson<Item>({ items, next }: Page<Item>, json: (item: Item) => JsonValue): JsonValue {
  return { items: items.map(json), next: next === null ? null : writeCursor(next) };
}

/** The schema of a part of a list. */
export function pageSchema(item: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['items', 'next'],
    additionalProperties: false,
    properties: {
      items: { type: 'array', items: item },
      next: { type: ['string', 'null'], description: 'The cursor of the next part; null at the end.' },
    },
  };
}

/** A place in a list, opaque to clients. */
export function writeCursor(position: number): string {
  return Buffer.from(String(position)).toString('base64url');
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const position = Number(text);
  if (
    /^(0|[1-9][0-9]{0,15})$/.test(text) &&
    Number.isSafeInteger(position) &&
    writeCursor(position) === cursor
  ) {
    return position;
  }
  throw new AssayError('REQUEST_INVALID', 'the cursor is none that was given', {
    at: 'query parameter cursor',
    next: 'use `next` of the part before as it is, or none to begin again',
  });
}
