import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JsonValue } from '../canonical/json.ts';
import { place } from '../canonical/pointer.ts';
import { AJV_OPTIONS } from '../contracts/ajv.ts';
import { AssayError } from '../errors.ts';
import type { JsonSchema, Operation, Parameter } from './operation.ts';
import { COMPONENTS } from './schemas.ts';

const FORMATS = ['date-time', 'uri'] as const;

/**
 * Judges requests by the schemas of the operations, the very ones that are published; each is compiled when it is first
 * needed and kept. Nothing coerces, removes or adds; of several faults the first is told.
 */
export class RequestValidator {
  readonly #ajv = new Ajv2020(AJV_OPTIONS);
  readonly #compiled = new Map<JsonSchema, ValidateFunction>();

  constructor() {
    this.#ajv.removeKeyword('$async');
    for (const keyword of ['components', 'example']) this.#ajv.addKeyword(keyword);
    for (const name of FORMATS) this.#ajv.addFormat(name, fullFormats[name]);
  }

  /**
   * Every name must be declared, said once and fit its schema.
   *
   * @throws AssayError REQUEST_INVALID
   */
  parameters(
    { parameters }: Operation,
    path: Readonly<Record<string, string>>,
    query: Readonly<Record<string, readonly string[]>>,
  ): void {
    for (const parameter of parameters) this.#parameter(parameter, path, query);
    const unknown = Object.keys(query).find(
      (name) => !parameters.some((parameter) => parameter.in === 'query' && parameter.name === name),
    );
    if (unknown !== undefined) {
      throw new AssayError('REQUEST_INVALID', 'the operation has no such query parameter', {
        at: `query parameter ${place([unknown])?.slice(1) ?? ''}`.trim(),
        next: '/openapi.json names those it has',
      });
    }
  }

  /** @throws AssayError REQUEST_INVALID with a pointer into the body */
  body({ request }: Operation, value: JsonValue): void {
    if (request === undefined) return;
    const error = this.#firstError(request.schema, value);
    if (error === undefined) return;
    throw new AssayError('REQUEST_INVALID', describe(error), {
      at: locate(error),
      next: '/openapi.json has the schema of the body',
    });
  }

  #parameter(
    parameter: Parameter,
    path: Readonly<Record<string, string>>,
    query: Readonly<Record<string, readonly string[]>>,
  ): void {
    const { name, schema } = parameter;
    const said = parameter.in === 'path' ? [path[name] ?? ''] : own(query, name);
    const at = `${parameter.in} parameter ${name}`;
    const [value] = said;
    if (value === undefined) {
      if (parameter.required !== true) return;
      throw new AssayError('REQUEST_INVALID', 'the parameter is missing', { at });
    }
    if (said.length > 1)
      throw new AssayError('REQUEST_INVALID', 'the parameter is there more than once', { at });
    const error = this.#firstError(schema, value);
    if (error !== undefined) throw new AssayError('REQUEST_INVALID', describe(error), { at });
  }

  #firstError(schema: JsonSchema, value: JsonValue): ErrorObject | undefined {
    const validate = this.#compile(schema);
    if (validate(value)) return undefined;
    // Of a failed anyOf the last error is the one of the whole; otherwise there is only one.
    const error = validate.errors?.at(-1);
    if (error === undefined) throw new Error('the schema refused a value and gave no reason');
    return error;
  }

  #compile(schema: JsonSchema): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    // The references of the published document, `#/components/schemas/…`, hold here too.
    const compiled = this.#ajv.compile({ ...schema, components: { schemas: COMPONENTS } });
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** Schemas say in their titles what they ask for, as the end of "must be …"; nothing quotes what was found. */
function describe({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'unknown member';
  if (keyword === 'required') return `the member ${params.missingProperty} is missing`;
  const title: unknown = parentSchema?.title;
  if (typeof title === 'string') return `must be ${title}`;
  return keyword === 'pattern' ? 'the text has not the form it must have' : (message ?? 'refused');
}

/** The pointer as it is, cut to what an error may hold; an unknown member is pointed to itself. */
function locate({ instancePath, params }: ErrorObject): string | undefined {
  const tokens = instancePath
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const extra: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  return place(typeof extra === 'string' ? [...tokens, extra] : tokens);
}

function own(query: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] {
  return Object.hasOwn(query, name) ? (query[name] ?? []) : [];
}
