import { AssayError } from '../errors.ts';
import type { CanonicalBytes } from './canonical.ts';
import { isArtifactUri } from './digest.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { place } from './pointer.ts';

/** A value with its meaning: `type` is `id@version`, `schema` and `semantics` are artifact URIs of its contract documents. */
export interface Document {
  readonly type: string;
  readonly schema: string;
  readonly semantics: string;
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

const NEXT = 'a document has exactly the members type, schema, semantics and value';

function fault(message: string, member: string): AssayError {
  return new AssayError('DOCUMENT_SCHEMA', message, { at: place([member]), next: NEXT });
}
