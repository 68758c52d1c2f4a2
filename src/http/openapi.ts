import type { JsonObject, JsonValue } from '../canonical/json.ts';
import { BODY_LIMITS } from './limits.ts';
import type { AnswerDescription, Operation } from './operation.ts';
import { PROBLEM_MEDIA } from './problem.ts';
import { COMPONENTS, component } from './schemas.ts';

/** Statuses that an operation may refuse with, beside 4XX and 5XX in general: those every client should know. */
const REFUSALS: Readonly<Record<string, string>> = {
  '400': 'The request is not understood: REQUEST_INVALID, IDEMPOTENCY_MISSING',
  '401': 'There is no valid token: TOKEN_INVALID',
  '403': 'The token does not allow it: SCOPE_MISSING',
  '429': 'Too much at once: RATE_LIMITED (see Retry-After), QUOTA_EXCEEDED',
  '503': 'Not now: SERVICE_STOPPING, SERVICE_BUSY (see Retry-After)',
  '4XX': 'Refused for what its code says',
  '5XX': 'A fault of the service',
};

/** The OpenAPI 3.1 document of a list of operations. */
export function openApi(operations: readonly Operation[], version: string): JsonObject {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Assay',
      version,
      summary:
        'Certifies exact values: which bytes were checked, what they mean, by what, and what is still open.',
      description:
        `Bodies are JSON of at most ${BODY_LIMITS.bytes} bytes, ${BODY_LIMITS.depth} levels deep, without duplicate names or numbers that are no safe integers. ` +
        'Every POST carries an Idempotency-Key: its repetition gets the first answer and has no second effect. ' +
        'Every refusal is a problem document with a stable code.',
      'x-limits': { body_bytes: BODY_LIMITS.bytes, body_depth: BODY_LIMITS.depth },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(operations),
    components: {
      schemas: COMPONENTS,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of a tenant.' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'New with each new request, the same with its repetitions.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'Entity tags of what is known already.',
          schema: { type: 'string' },
        },
        Prefer: {
          name: 'Prefer',
          in: 'header',
          required: false,
          description:
            '`respond-async`: answer at once where the work can be asked for later. A repetition gets the first answer, whatever it prefers.',
          schema: { type: 'string' },
        },
      },
      headers: {
        ETag: { description: 'The digest of the content, in quotation marks.', schema: { type: 'string' } },
        'Content-Digest': { description: 'The same digest (RFC 9530).', schema: { type: 'string' } },
      },
      responses: {
        ...Object.fromEntries(
          Object.entries(REFUSALS).map(([status, description]) => [
            `Refused${status}`,
            { description, content: { [PROBLEM_MEDIA]: { schema: component('Problem') } } },
          ]),
        ),
        Known: {
          description: 'It is what If-None-Match names.',
          headers: { ETag: reference('headers', 'ETag') },
        },
      },
    },
  };
}

function pathsOf(operations: readonly Operation[]): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const operation of operations) {
    const methods = paths[operation.path] ?? {};
    paths[operation.path] = methods;
    if (Object.hasOwn(methods, operation.method)) {
      throw new TypeError(`two operations are ${operation.method} ${operation.path}`);
    }
    methods[operation.method] = operationObject(operation);
  }
  return paths;
}

function operationObject(operation: Operation): JsonObject {
  const { id, tag, method, summary, description, scope, readOnly, parameters, request } = operation;
  const isPost = method === 'post';
  const isTagged = Object.values(operation.answers).some(({ tagged }) => tagged);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [{ token: [] }],
    'x-read-only': readOnly,
    ...(scope === null ? {} : { 'x-scope': scope }),
    parameters: [
      ...parameters.map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        required: parameter.in === 'path' || parameter.required === true,
        description: parameter.description,
        schema: parameter.schema,
      })),
      ...(isTagged ? [reference('parameters', 'IfNoneMatch')] : []),
      ...(isPost ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(isPost && operation.answers[202] !== undefined ? [reference('parameters', 'Prefer')] : []),
    ],
    ...(request === undefined
      ? {}
      : {
          requestBody: {
            description: request.description,
            required: true,
            content: { 'application/json': { schema: request.schema } },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [status, answerObject(answer)]),
      ),
      ...(isTagged ? { 304: reference('responses', 'Known') } : {}),
      ...Object.fromEntries(
        Object.keys(REFUSALS).map((status) => [status, reference('responses', `Refused${status}`)]),
      ),
    },
  };
}

function answerObject({ description, schema, media, tagged }: AnswerDescription): JsonObject {
  if (schema === undefined && media === undefined) return { description };
  const names = tagged ? ['ETag', 'Content-Digest'] : [];
  const headers = Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
  return {
    description,
    ...(tagged ? { headers } : {}),
    content: { [media ?? 'application/json']: schema === undefined ? {} : { schema } },
  };
}

function reference(kind: 'parameters' | 'responses' | 'headers', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}
