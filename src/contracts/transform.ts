import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { broken } from './fault.ts';
import { readBySchema } from './read-schema.ts';
import { TRANSFORM_SCHEMA } from './schema.ts';
import type { TypeReference } from './value-type.ts';

/** A finite map between value types, owned by a domain, and the claim that proves one application of it. */
export interface TransformContract {
  readonly kind: 'transform';
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Each source type stands once: it determines the target type. */
  readonly maps: readonly { readonly source: TypeReference; readonly target: TypeReference }[];
  readonly proof: {
    readonly claim: string;
    readonly contract: Digest;
    readonly source_role: string;
    readonly target_role: string;
  };
}

/**
 * Reads a transform from untrusted JSON.
 *
 * @throws AssayError CONTRACT_INVALID with a pointer.
 */
export function readTransformContract(value: JsonValue): TransformContract {
  const transform = readBySchema<TransformContract>(TRANSFORM_SCHEMA, value);
  const sources = new Set<string>();
  for (const [index, { source }] of transform.maps.entries()) {
    if (sources.has(source.type))
      throw broken('this source type stands twice', ['maps', index, 'source', 'type']);
    sources.add(source.type);
  }
  if (transform.proof.source_role === transform.proof.target_role) {
    throw broken('source and target are the same role', ['proof', 'target_role']);
  }
  return transform;
}
