import type { Digest, JsonObject, JsonValue } from './json.ts';

/** A value with its meaning. `schema` and `semantics` are filled in where they are left out. */
export interface Document {
  readonly type: string;
  readonly schema?: string;
  readonly semantics?: string;
  readonly value: JsonValue;
}

/** A typed, tenant-bound name of one value. It carries no assurance and grants no authority. */
export interface Reference {
  readonly value_ref_version: '1';
  readonly value_uri: string;
  readonly value_type: string;
  readonly schema_uri: string;
  readonly semantics_uri: string;
  readonly value_digest: Digest;
  readonly size: number;
  readonly source_invocation_uri: string;
  readonly source_capability: string;
  readonly source_port: string;
  readonly lifetime: 'REQUEST' | 'SESSION' | 'DURABLE_ARTIFACT';
  readonly expires_at: string | null;
  readonly tenant_binding: string;
}

/** One value that the service keeps, as answers tell of it: at most 1 KiB, whatever its size. */
export interface Value {
  readonly id: string;
  /** Its short name in its session, `m12-k7`; null outside of one. */
  readonly handle: string | null;
  readonly reference: Reference;
  readonly preview: JsonValue;
  /** Its bytes can no longer be had. */
  readonly expired: boolean;
}

/** One value, in whichever way is at hand. `output` names an earlier step of the same pipeline. */
export type Source =
  | { readonly document: Document }
  | { readonly reference: Reference }
  | { readonly handle: string }
  | { readonly output: { readonly step: string; readonly port: string } };

/** A value for a role or a port: one of those, or a declared transform of it. */
export type Operand = Source | { readonly source: Source; readonly transform: { readonly kind: string } };

/** A document as it arrived: `bytes` have this digest. */
export interface FetchedDocument {
  readonly digest: Digest;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly document: JsonObject;
}
