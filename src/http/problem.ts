import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../canonical/json.ts';
import { AssayError, type ErrorCode, type ErrorContext } from '../errors.ts';
import type { JsonSchema } from './operation.ts';

export const PROBLEM_MEDIA = 'application/problem+json';

/** A refusal whose answer has headers of its own. */
export class HttpRefusal extends AssayError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>>,
    context?: ErrorContext,
  ) {
    super(code, message, context);
    this.headers = headers;
  }
}

/** A failure as a client sees it. */
export interface Failure {
  readonly error: AssayError;
  /** Of what is no refusal but a fault of ours: the same stands in the log. */
  readonly incident?: string;
}

/** A refusal as it is; anything else is an incident of which nothing is told but its number. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof AssayError && thrown.code !== 'INTERNAL') return { error: thrown };
  const error = new AssayError('INTERNAL', 'the service failed', {
    next: 'tell who runs the service the number of the incident',
    cause: thrown,
  });
  return { error, incident: randomBytes(8).toString('hex') };
}

/** The problem document of a failure (RFC 9457). */
export function problemOf({ error, incident }: Failure): JsonObject {
  const { code, status, message, at, next } = error;
  return {
    type: `urn:assay:error:${code}`,
    title: titleOf(code),
    status,
    code,
    detail: message,
    ...(at === undefined ? {} : { at }),
    ...(next === undefined ? {} : { next }),
    ...(incident === undefined ? {} : { incident }),
  };
}

/** Of refusals that always have the same. */
const HEADERS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, string>>>>> = {
  TOKEN_INVALID: { 'www-authenticate': 'Bearer realm="assay"' },
  // What is ahead ends within a second, mostly.
  SERVICE_BUSY: { 'retry-after': '1' },
};

/** The headers that belong to a failure, beside its media type. */
export function problemHeaders({ error }: Failure): Readonly<Record<string, string>> {
  if (error instanceof HttpRefusal) return error.headers;
  return HEADERS[error.code] ?? {};
}

/** `TOKEN_INVALID` in words: the same for every problem of its type. */
function titleOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What every refusal looks like. */
export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457). It never holds a value or a token.',
  required: ['type', 'title', 'status', 'code', 'detail'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', pattern: '^urn:assay:error:[A-Z_]+$' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { type: 'string', pattern: '^[A-Z_]+$', description: 'Stable: what programs look at.' },
    detail: { type: 'string', description: 'What is wrong.' },
    at: {
      type: 'string',
      description: 'Where: a JSON pointer into the body, or the name of a parameter or header.',
    },
    next: { type: 'string', description: 'What to do next.' },
    incident: { type: 'string', description: 'Of a fault of the service: stands in its log.' },
  },
};
