import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JsonValue } from '../canonical/json.ts';
import { place } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';
import { AJV_OPTIONS } from './ajv.ts';
import type { LoadedValueType } from './contract-index.ts';
import { inFile } from './fault.ts';

/** Of JSON Schema 2020-12 (validation, section 7.3); those with international letters are not known here. */
const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
] as const;

/** Validates values against the schemas of their types, each compiled on first use and kept. */
export class DocumentValidator {
  readonly #ajv = new Ajv2020(AJV_OPTIONS);
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor() {
    // Keywords of Ajv's own that JSON Schema does not know: under $async every value would pass, as a promise.
    for (const keyword of ['$async', 'nullable']) this.#ajv.removeKeyword(keyword);
    for (const name of FORMATS) this.#ajv.addFormat(name, fullFormats[name]);
  }

  /**
   * @param value The `value` of a document of this type.
   * @throws AssayError DOCUMENT_SCHEMA with a pointer from the document (`/value/…`); the message never holds what was found.
   */
  validate(value: JsonValue, type: LoadedValueType): void {
    const validate = this.compile(type);
    if (validate(value)) return;
    // Of a failed anyOf the last error is the one of the whole; otherwise there is only one.
    const error = validate.errors?.at(-1);
    if (error === undefined) throw new Error('the schema refused a value and gave no reason');
    throw new AssayError('DOCUMENT_SCHEMA', describe(error), {
      at: locate(error),
      next: `\`assay contracts show ${type.contract.id}\` shows the shape`,
    });
  }

  /**
   * @throws AssayError CONTRACT_INVALID at `<file>: /schema/…` where the schema is none, or uses what strict mode of Ajv
   *   refuses (unknown keywords and formats among it).
   */
  compile(type: LoadedValueType): ValidateFunction {
    const known = this.#compiled.get(type.reference.schema);
    if (known !== undefined) return known;
    const compiled = inFile(type.file, () => this.#compile(type.contract.schema));
    this.#compiled.set(type.reference.schema, compiled);
    return compiled;
  }

  #compile(schema: Readonly<Record<string, JsonValue>>): ValidateFunction {
    if (this.#ajv.validateSchema(schema) !== true) {
      const error = this.#ajv.errors?.at(-1);
      const reason = error?.message ?? 'refused';
      throw new AssayError('CONTRACT_INVALID', `the schema is no JSON Schema: ${reason}`, {
        at: `/schema${error?.instancePath ?? ''}`,
      });
    }
    try {
      return this.#ajv.compile(schema);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'refused';
      throw new AssayError('CONTRACT_INVALID', `the schema does not compile: ${reason}`, {
        at: '/schema',
        cause,
      });
    }
  }
}

/** Schemas say in their titles what they ask for, as the end of the sentence "must be …". */
function describe({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'unknown member';
  if (keyword === 'required') return `the member ${params.missingProperty} is missing`;
  const title: unknown = parentSchema?.title;
  return typeof title === 'string' ? `must be ${title}` : (message ?? 'does not follow the schema');
}

/** From the document, not from its value; Ajv gives the pointer as a text, escaped. */
function locate({ instancePath, params }: ErrorObject): string | undefined {
  const tokens = instancePath.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  return place(['value', ...tokens.slice(1), ...(typeof name === 'string' ? [name] : [])]);
}
