import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';

/** The OpenAPI document as a service serves it: what somebody knows who has nothing else. */
export class PublishedDocument {
  readonly document: JsonObject;
  readonly operations: readonly PublishedOperation[];
  readonly #ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  readonly #compiled = new Map<JsonObject, ValidateFunction>();

  constructor(document: JsonObject) {
    this.document = document;
    for (const keyword of ['components', 'example']) this.#ajv.addKeyword(keyword);
    for (const name of ['date-time', 'uri'] as const) this.#ajv.addFormat(name, fullFormats[name]);
    this.operations = Object.entries(object(document.paths)).flatMap(([path, methods]) =>
      Object.entries(object(methods)).map(([method, described]) => {
        const { operationId, parameters, requestBody, responses } = object(described);
        const body = requestBody === undefined ? undefined : this.#contents(requestBody)[0];
        return {
          id: String(operationId),
          method,
          path,
          parameters: (parameters as readonly JsonValue[]).map((parameter) => this.#resolve(parameter)),
          request: body?.schema,
          answers: Object.entries(object(responses)).map(([status, answer]) => ({
            status,
            tagged: 'ETag' in object(this.#resolve(answer).headers ?? {}),
            ...this.#contents(answer)[0],
          })),
        };
      }),
    );
  }

  /** @throws Error where the document has no such operation */
  operationFor(method: string, pathname: string): PublishedOperation {
    const found = this.operations.find(
      (each) => each.method === method.toLowerCase() && patternOf(each.path).test(pathname),
    );
    if (found === undefined) throw new Error(`no operation of the document is ${method} ${pathname}`);
    return found;
  }

  /** What a schema of the document has against a value; nothing where it admits it. */
  faultOf(schema: JsonObject, value: JsonValue): string | undefined {
    const known = this.#compiled.get(schema);
    const validate = known ?? this.#ajv.compile({ ...schema, components: object(this.document.components) });
    this.#compiled.set(schema, validate);
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }

  #contents(described: JsonValue): { readonly media: string; readonly schema: JsonObject | undefined }[] {
    return Object.entries(object(this.#resolve(described).content ?? {})).map(([media, content]) => {
      const { schema } = object(content);
      return { media, schema: schema === undefined ? undefined : object(schema) };
    });
  }

  #resolve(described: JsonValue): JsonObject {
    const { $ref } = object(described);
    if ($ref === undefined) return object(described);
    const [, kind = '', name = ''] = /^#\/components\/([a-z]+)\/([A-Za-z0-9-]+)$/i.exec(String($ref)) ?? [];
    return object(object(object(this.document.components)[kind])[name]);
  }
}

export interface PublishedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly JsonObject[];
  readonly request: JsonObject | undefined;
  readonly answers: readonly PublishedAnswer[];
}

export interface PublishedAnswer {
  /** `200`, or `4XX`. */
  readonly status: string;
  readonly tagged: boolean;
  readonly media?: string;
  readonly schema?: JsonObject | undefined;
}

/** By its text: most services of a process publish the same. */
const known = new Map<string, PublishedDocument>();

/** What the service at this address publishes now. */
export async function readPublished(url: string | URL): Promise<PublishedDocument> {
  const text = await (await fetch(new URL('/openapi.json', url))).text();
  const published = known.get(text) ?? new PublishedDocument(JSON.parse(text));
  known.set(text, published);
  return published;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`);
}

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('the document has something else where an object must stand');
  return value;
}
