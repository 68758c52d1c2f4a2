import { CanonicalBytes, canonicalise } from '../canonical/canonical.ts';
import { isJsonObject, type JsonValue } from '../canonical/json.ts';
import { place } from '../canonical/pointer.ts';
import { AssayError, type ErrorCode } from '../errors.ts';
import type { ContractIndex, LoadedValueType } from './contract-index.ts';

/**
 * Completes a document: a schema or semantics left out is filled in from the contracts, one that is given must match.
 * The value itself is not examined here.
 *
 * @param input `{type, value, schema?, semantics?}`, parsed or in memory.
 * @returns The canonical bytes of the complete document; of one that was complete already, the very bytes given.
 * @throws AssayError DOCUMENT_SCHEMA, TYPE_UNKNOWN, SCHEMA_MISMATCH or SEMANTICS_MISMATCH with a pointer; what `canonicalise` throws.
 */
export function completeDocument(
  input: JsonValue | CanonicalBytes,
  contracts: ContractIndex,
): CanonicalBytes {
  const given = input instanceof CanonicalBytes ? input.value : input;
  const { type, schema, semantics, value } = readMembers(given);
  const { reference } = knownType(type, contracts);
  if (schema !== undefined && schema !== reference.schema) {
    throw mismatch('schema', 'SCHEMA_MISMATCH');
  }
  if (semantics !== undefined && semantics !== reference.semantics) {
    throw mismatch('semantics', 'SEMANTICS_MISMATCH');
  }
  const complete = schema !== undefined && semantics !== undefined;
  return input instanceof CanonicalBytes && complete ? input : canonicalise({ ...reference, value });
}

const MEMBERS = ['type', 'schema', 'semantics', 'value'];

function readMembers(document: JsonValue) {
  if (!isJsonObject(document)) throw unusable('a document is an object');
  const { type, schema, semantics, value } = document;
  const unknown = Object.keys(document).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw unusable('unknown member', place([unknown]));
  if (type === undefined) throw unusable('the member type is missing');
  if (typeof type !== 'string') {
    throw unusable('must be the id of a value type such as "matrix.integer@1"', '/type');
  }
  if (value === undefined) throw unusable('the member value is missing');
  return { type, schema, semantics, value };
}

function knownType(type: string, contracts: ContractIndex): LoadedValueType {
  try {
    return contracts.valueType(type);
  } catch (error) {
    throw error instanceof AssayError ? error.within('/type') : error;
  }
}

function unusable(message: string, at?: string): AssayError {
  return new AssayError('DOCUMENT_SCHEMA', message, {
    at,
    next: 'a document is {type, value}, and schema and semantics if they are known',
  });
}

function mismatch(member: 'schema' | 'semantics', code: ErrorCode): AssayError {
  return new AssayError(code, `is not the ${member} of this type in the contracts loaded here`, {
    at: `/${member}`,
    next: `leave ${member} out, or load the contracts the document was written for with --contracts`,
  });
}
