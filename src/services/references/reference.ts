import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalise } from '../../canonical/canonical.ts';
import { type Digest, digestOf } from '../../canonical/digest.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { ShapeReader } from '../../canonical/shape.ts';
import { TIMESTAMP } from '../../certificate/trust-root-content.ts';
import type { ContractIndex } from '../../contracts/contract-index.ts';
import type { TypeReference } from '../../contracts/value-type.ts';
import { AssayError } from '../../errors.ts';
import type { Lifetime, StoredReference } from '../../store/sessions.ts';

/** A typed, tenant-bound name of one value from one output port. It carries no assurance and grants no authority. */
export type Reference = {
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
  readonly lifetime: Lifetime;
  readonly expires_at: string | null;
  readonly tenant_binding: string;
};

type Unbound = Omit<Reference, 'tenant_binding'>;

const VALUE_URI = /^value:\/\/([0-9a-f]{32})$/;
const BINDING = /^([\w-]{22})\.([\w-]{43})$/;
const TYPE = /^[a-z][a-z0-9_.]{0,127}@[1-9][0-9]{0,8}$/;
const URI = /^artifact:\/\/sha256\/[0-9a-f]{64}$/;

/** Names a value by the id of its reference. */
function valueUri(id: string): string {
  return `value://${id}`;
}

/** Names a run. */
export function invocationUri(id: string): string {
  return `invocation://${id}`;
}

/** What only this instance can bind references with: 32 secret bytes. */
export class ReferenceKey {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** The reference to a stored value, bound to its tenant. */
  bind(stored: StoredReference, tenant: string): Reference {
    const unbound = describe(stored);
    const owner = this.#owner(tenant);
    return { ...unbound, tenant_binding: `${owner}.${this.#seal(owner, unbound)}` };
  }

  /**
   * What a reference says of itself, before anything is looked up: that it is of this instance, unaltered, and this tenant's.
   *
   * @throws AssayError VALUE_REFERENCE_TAMPERED or VALUE_REFERENCE_TENANT_MISMATCH
   */
  requireBinding({ tenant_binding, ...unbound }: Reference, tenant: string): void {
    const [, owner = '', seal = ''] = BINDING.exec(tenant_binding) ?? [];
    if (!same(seal, this.#seal(owner, unbound))) {
      throw new AssayError('VALUE_REFERENCE_TAMPERED', 'the reference is not as this service made it', {
        next: 'use a reference or a handle exactly as it was given',
      });
    }
    if (!same(owner, this.#owner(tenant))) {
      throw new AssayError('VALUE_REFERENCE_TENANT_MISMATCH', 'the reference is of another tenant', {
        next: 'references cannot be handed to another tenant; hand over the document',
      });
    }
  }

  #owner(tenant: string): string {
    return this.#mac(`tenant ${tenant}`).subarray(0, 16).toString('base64url');
  }

  #seal(owner: string, unbound: Unbound): string {
    return this.#mac(`reference ${owner} ${canonicalise(unbound).text}`).toString('base64url');
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#secret).update(text).digest();
  }
}

/**
 * Reads a reference from untrusted JSON: exactly these members, in their forms.
 *
 * @throws AssayError VALUE_REFERENCE_TAMPERED with a pointer.
 */
export function readReference(value: JsonValue): Reference {
  const reader = new ShapeReader('VALUE_REFERENCE_TAMPERED', value);
  reader.object(MEMBERS);
  const expires = reader.member('expires_at');
  return {
    value_ref_version: reader.member('value_ref_version').oneOf('1'),
    value_uri: reader.member('value_uri').matching(VALUE_URI, 'a value URI'),
    value_type: reader.member('value_type').matching(TYPE, 'a value type'),
    schema_uri: reader.member('schema_uri').matching(URI, 'an artifact URI'),
    semantics_uri: reader.member('semantics_uri').matching(URI, 'an artifact URI'),
    value_digest: reader.member('value_digest').digest(),
    size: reader.member('size').count(),
    source_invocation_uri: reader.member('source_invocation_uri').text(),
    source_capability: reader.member('source_capability').text(),
    source_port: reader.member('source_port').text(),
    lifetime: reader.member('lifetime').oneOf('REQUEST', 'SESSION', 'DURABLE_ARTIFACT'),
    expires_at: expires.json === null ? null : expires.matching(TIMESTAMP, 'a time'),
    tenant_binding: reader.member('tenant_binding').matching(BINDING, 'a binding'),
  };
}

const MEMBERS = [
  'value_ref_version',
  'value_uri',
  'value_type',
  'schema_uri',
  'semantics_uri',
  'value_digest',
  'size',
  'source_invocation_uri',
  'source_capability',
  'source_port',
  'lifetime',
  'expires_at',
  'tenant_binding',
] as const satisfies readonly (keyof Reference)[];

/** The id in a value's URI. */
export function idOf({ value_uri }: Reference): string {
  return VALUE_URI.exec(value_uri)?.[1] ?? '';
}

/** The type that a reference says its value has. */
export function typeOf({ value_type, schema_uri, semantics_uri }: Reference): TypeReference {
  return { type: value_type, schema: schema_uri, semantics: semantics_uri };
}

/**
 * The type of a value means today what it meant when the reference to it was made.
 *
 * @throws AssayError VALUE_REFERENCE_SCHEMA_MISMATCH or VALUE_REFERENCE_SEMANTICS_MISMATCH
 */
export function requireMeaning({ type, schema, semantics }: TypeReference, contracts: ContractIndex): void {
  const known = contracts.valueTypes().find(({ reference }) => reference.type === type)?.reference;
  const next = 'ask the producer for the value again, under the contracts that are in force';
  if (known?.schema !== schema) {
    throw new AssayError('VALUE_REFERENCE_SCHEMA_MISMATCH', 'the type has another schema here', { next });
  }
  if (known.semantics !== semantics) {
    throw new AssayError('VALUE_REFERENCE_SEMANTICS_MISMATCH', 'the type has other semantics here', { next });
  }
}

/** Of a stored value, what a reference says. */
export type Described = Pick<
  StoredReference,
  | 'id'
  | 'type'
  | 'schema'
  | 'semantics'
  | 'digest'
  | 'size'
  | 'invocation'
  | 'capability'
  | 'port'
  | 'lifetime'
  | 'expiresAt'
>;

/** What a reference to a stored value says, without its binding. */
export function describe(stored: Described): Unbound {
  return {
    value_ref_version: '1',
    value_uri: valueUri(stored.id),
    value_type: stored.type,
    schema_uri: stored.schema,
    semantics_uri: stored.semantics,
    value_digest: stored.digest,
    size: stored.size,
    source_invocation_uri: invocationUri(stored.invocation),
    source_capability: stored.capability,
    source_port: stored.port,
    lifetime: stored.lifetime,
    expires_at: stored.expiresAt,
  };
}

/** In a time that does not depend on where they differ. */
function same(left: string, right: string): boolean {
  const [a, b] = [digestOf(Buffer.from(left)), digestOf(Buffer.from(right))];
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
