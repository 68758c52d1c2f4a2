import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonValue } from '../../src/canonical/json.ts';
import type { JsonSchema, Operation } from '../../src/http/operation.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { PROBLEM_MEDIA, PROBLEM_SCHEMA } from '../../src/http/problem.ts';
import { COMPONENTS } from '../../src/http/schemas.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
for (const keyword of ['components', 'example']) ajv.addKeyword(keyword);
const compiled = new Map<JsonSchema, ValidateFunction>();

/**
 * A `fetch` that holds every answer against the OpenAPI document: the operation must exist, name the status, and its schema
 * must admit the body; a refusal must be a problem document.
 *
 * @param seen is told the id of each operation that succeeded, and its status.
 */
export function checkedFetch(seen?: (operation: string, status: number) => void): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(String(input));
    const operation = operationFor(init?.method ?? 'GET', pathname);
    const media = response.headers.get('content-type') ?? '';
    const body = await response.clone().text();
    if (response.status >= 400) {
      requireSchema(PROBLEM_SCHEMA, media === PROBLEM_MEDIA ? JSON.parse(body) : null, operation);
      return response;
    }
    const described = operation.answers[response.status];
    if (described === undefined)
      throw new Error(`${operation.id} answers ${response.status}, which is not in its document`);
    if (media !== (described.media ?? 'application/json'))
      throw new Error(`${operation.id} answers with media type ${media}`);
    if (response.headers.has('etag') !== (described.tagged ?? false)) {
      throw new Error(`${operation.id} says otherwise whether its answer has an entity tag`);
    }
    if (described.schema !== undefined) requireSchema(described.schema, JSON.parse(body), operation);
    seen?.(operation.id, response.status);
    return response;
  };
}

function operationFor(method: string, pathname: string): Operation {
  const found = OPERATIONS.find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`).test(
        pathname,
      ),
  );
  if (found === undefined) throw new Error(`no operation is ${method} ${pathname}`);
  return found;
}

function requireSchema(schema: JsonSchema, body: JsonValue, { id }: Operation): void {
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: { schemas: COMPONENTS } });
  compiled.set(schema, validate);
  if (!validate(body))
    throw new Error(`an answer of ${id} is not as its schema says: ${ajv.errorsText(validate.errors)}`);
}
