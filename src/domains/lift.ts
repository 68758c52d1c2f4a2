import { type CanonicalBytes, canonicalise, parse } from '../canonical/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts';
import type { Limits } from '../canonical/limits.ts';
import { AssayError } from '../errors.ts';
import { type DocumentRules, prepareDocument, standFor } from './prepare.ts';

/** A request without the values of its documents, and beside it the documents. */
export interface Lifted {
  /** As it came, but for values: null stands in the place of each that was lifted. */
  readonly skeleton: CanonicalBytes;
  readonly documents: readonly LiftedDocument[];
}

export interface LiftedDocument {
  /** The names of members, and positions in lists, that lead to it. */
  readonly path: readonly string[];
  readonly outcome: CanonicalBytes | AssayError;
}

/** Takes a document out, and gives what is left in its place. */
type Lift = (path: readonly string[], document: JsonObject) => JsonValue;

/** No place for a document lies deeper: `/steps/0/run/inputs/left/source/document`. */
const DEEPEST = 8;
/** As many as any request has room for: a pipeline of 32 steps, each with 64 inputs and 64 outputs. */
const MOST_DOCUMENTS = 4_096;
/** Around so many documents stands less than half of this. To take it in is all that is left to whoever asked. */
const MOST_AROUND = 2 * 1024 * 1024;
/** What holds operands by their names. */
const HOLDERS: ReadonlySet<string | undefined> = new Set(['roles', 'inputs', 'witness']);

/**
 * Takes the documents out of a request and prepares them: all that stand where a request may have one, as operands of roles
 * and inputs, as sources of transforms, as outputs of a run.
 *
 * @throws AssayError what `parse` throws; REQUEST_INVALID, DOCUMENT_SIZE for more documents, and more around them, than any
 *   request has. What is wrong with a document is for whoever asks for that document.
 */
export function liftDocuments(request: Uint8Array, limits: Limits, rules: DocumentRules): Lifted {
  const documents: LiftedDocument[] = [];
  const lift: Lift = (path, document) => {
    if (documents.length === MOST_DOCUMENTS) {
      throw new AssayError('REQUEST_INVALID', `the request has more than ${MOST_DOCUMENTS} documents`, {
        next: 'hand over fewer at once',
      });
    }
    documents.push({ path, outcome: outcomeOf(document, rules) });
    return { ...document, value: null };
  };
  const bare = withoutDocuments(parse(request, limits).value, [], lift);
  return { skeleton: skeletonOf(bare, limits), documents };
}

function skeletonOf(bare: JsonValue, limits: Limits): CanonicalBytes {
  try {
    return canonicalise(bare, { ...limits, bytes: MOST_AROUND });
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'DOCUMENT_SIZE') throw error;
    throw new AssayError(
      'DOCUMENT_SIZE',
      `the request has more than ${MOST_AROUND} bytes beside its documents`,
      {
        next: 'hand over large values as documents, and fewer at once',
      },
    );
  }
}

/**
 * Puts the documents back into their places in what was parsed from the skeleton: not their values, but that whoever prepares
 * what stands there gets them.
 *
 * @param rules those by which the documents were prepared.
 * @throws TypeError where there is no such place.
 */
export function standIn(
  skeleton: JsonValue,
  documents: readonly LiftedDocument[],
  rules: DocumentRules,
): void {
  for (const { path, outcome } of documents) {
    const place = path.reduce<JsonValue | undefined>(memberOf, skeleton);
    if (place === undefined || !isJsonObject(place))
      throw new TypeError('a document has no place in its request');
    standFor(place, outcome, rules);
  }
}

function outcomeOf(document: JsonObject, rules: DocumentRules): CanonicalBytes | AssayError {
  try {
    return prepareDocument(document, rules).bytes;
  } catch (error) {
    if (error instanceof AssayError) return error;
    throw error;
  }
}

function withoutDocuments(value: JsonValue, path: readonly string[], lift: Lift): JsonValue {
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return value;
  if (!isJsonObject(value)) {
    return value.map((item, index) => withoutDocuments(item, [...path, String(index)], lift));
  }
  if (isPlace(path) && Object.hasOwn(value, 'value')) return lift(path, value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutDocuments(member, [...path, name], lift)]),
  );
}

function isPlace(path: readonly string[]): boolean {
  if (path.at(-2) === 'outputs') return true;
  if (path.at(-1) !== 'document') return false;
  return HOLDERS.has(path.at(-3)) || (path.at(-2) === 'source' && HOLDERS.has(path.at(-4)));
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isJsonObject(value)) return Object.hasOwn(value, name) ? value[name] : undefined;
  return value[Number(name)];
}
