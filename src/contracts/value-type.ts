import { canonicalise } from '../canonical/canonical.ts';
import { artifactUri } from '../canonical/digest.ts';
import type { JsonObject, JsonValue } from '../canonical/json.ts';
import { broken, type Path } from './fault.ts';
import { readBySchema } from './read-schema.ts';
import { VALUE_TYPE_SCHEMA } from './schema.ts';

/** What a value is made of (JSON Schema 2020-12) and what its members mean (prose). */
export interface ValueTypeContract {
  readonly kind: 'value-type';
  readonly id: string;
  readonly title: string;
  readonly schema: JsonObject;
  readonly semantics: Readonly<Record<string, string>>;
}

/** A value type by id and by the digests of its schema and semantics, as `artifact://sha256/<hex>`. */
export interface TypeReference {
  readonly type: string;
  readonly schema: string;
  readonly semantics: string;
}

/**
 * Reads a value type from untrusted JSON. That its schema compiles is left to `DocumentValidator`.
 *
 * @throws AssayError CONTRACT_INVALID with a pointer: unknown or missing members, a schema that reaches outside itself.
 */
export function readValueTypeContract(value: JsonValue): ValueTypeContract {
  const contract = readBySchema<ValueTypeContract>(VALUE_TYPE_SCHEMA, value);
  refuseOutsideReferences(contract.schema, ['schema']);
  return contract;
}

/** The reference under which documents and claims name this value type. */
export function typeReference(contract: ValueTypeContract): TypeReference {
  // In canonical order: a document that begins with it is written without a copy.
  return {
    schema: artifactUri(canonicalise(contract.schema).digest),
    semantics: artifactUri(canonicalise(contract.semantics).digest),
    type: contract.id,
  };
}

export function sameType(a: TypeReference, b: TypeReference): boolean {
  return a.type === b.type && a.schema === b.schema && a.semantics === b.semantics;
}

/** A digest closes over the meaning only if nothing is fetched: no external reference, and no base URI to resolve against. */
function refuseOutsideReferences(schema: JsonValue, path: Path): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, member] of Object.entries(schema)) {
    const here = [...path, name];
    if (
      (name === '$ref' || name === '$dynamicRef') &&
      !(typeof member === 'string' && member.startsWith('#'))
    ) {
      throw broken('a schema refers only to its own parts: a reference starts with #', here);
    }
    if (name === '$id') throw broken('a schema has no $id: it is named by its digest', here);
    refuseOutsideReferences(member, here);
  }
}
