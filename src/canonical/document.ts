import { AssayError } from '../errors.ts';
import type { CanonicalBytes } from './canonical.ts';
import { isArtifactUri } from './digest.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { place } from './pointer.ts';

/** What a value means: `type` is `id@version`, `schema` and `semantics` are artifact URIs of its contract documents. */
export interface Meaning {
  readonly type: string;
  readonly schema: string;
  readonly semantics: string;
}

/** A value with its meaning. */
export interface Document extends Meaning {
  readonly value: JsonValue;
}

const TYPE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*@[1-9][0-9]*$/;
const MEMBERS = ['type', 'schema', 'semantics', 'value'] as const;

/**
 * The document in the bytes. Its form only: whether the type is known and the value is one of it is for the contracts.
 * Throws AssayError DOCUMENT_SCHEMA with a JSON pointer unless exactly the four members are there, in their forms.
 */
export function readDocument(bytes: CanonicalBytes): Document {
  const document = bytes.value;
  if (!isJsonObject(document)) {
    throw new AssayError('DOCUMENT_SCHEMA', 'a document is an object', { next: NEXT });
  }
  for (const name of Object.keys(document)) {
    if (!MEMBERS.some((member) => member === name)) throw fault('a document has no such member', name);
  }
  for (const name of MEMBERS) {
    if (!Object.hasOwn(document, name)) throw fault('a member of the document is missing', name);
  }
  const { type, schema, semantics, value } = document;
  if (typeof type !== 'string' || !TYPE.test(type))
    throw fault('the type is not of the form id@version', 'type');
  if (!isArtifactUri(schema)) throw fault('the schema is no artifact://sha256/ address', 'schema');
  if (!isArtifactUri(semantics)) throw fault('the semantics is no artifact://sha256/ address', 'semantics');
  return { type, schema, semantics, value: value as JsonValue };
}

/**
 * What the value in the bytes of a document means, without a look at the value: the last member of the canonical form, and
 * the one that may be large.
 *
 * @throws SyntaxError or TypeError where the bytes are of no document.
 */
export function readMeaning({ bytes }: CanonicalBytes): Meaning {
  const head = new TextDecoder().decode(bytes.subarray(0, LONGEST_MEANING));
  const { type, schema, semantics } = JSON.parse(`${head.slice(0, head.indexOf(',"value":'))}}`);
  if ([type, schema, semantics].some((member) => typeof member !== 'string'))
    throw new TypeError('no document');
  return { type, schema, semantics };
}

/** Two addresses of 82 characters, and the id of a type. */
const LONGEST_MEANING = 4_096;
const NEXT = 'a document has exactly the members type, schema, semantics and value';

function fault(message: string, member: string): AssayError {
  return new AssayError('DOCUMENT_SCHEMA', message, { at: place([member]), next: NEXT });
}
