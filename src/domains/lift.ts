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

/**
 * Takes the documents out of a request and prepares them: what stands at a member `document`, and at each port of `outputs`.
 *
 * @throws AssayError what `parse` throws. What is wrong with a document is for whoever asks for that document.
 */
export function liftDocuments(request: Uint8Array, limits: Limits, rules: DocumentRules): Lifted {
  const documents: LiftedDocument[] = [];
  const lift: Lift = (path, document) => {
    documents.push({ path, outcome: outcomeOf(document, rules) });
    return { ...document, value: null };
  };
  const bare = withoutDocuments(parse(request, limits).value, [], lift);
  return { skeleton: canonicalise(bare, limits), documents };
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
  const isDocument = path.at(-1) === 'document' || path.at(-2) === 'outputs';
  if (isDocument && Object.hasOwn(value, 'value')) return lift(path, value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutDocuments(member, [...path, name], lift)]),
  );
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isJsonObject(value)) return Object.hasOwn(value, name) ? value[name] : undefined;
  return value[Number(name)];
}
