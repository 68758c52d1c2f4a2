import { type CanonicalBytes, canonicalise, parse } from '../../canonical/canonical.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { AssayError } from '../../errors.ts';
import { hasExpired, type Invocation, type StoredReference } from '../../store/sessions.ts';
import type { NamedValue } from '../handoff.ts';
import type { Instance } from '../instance.ts';
import { readHandle } from './handle.ts';
import {
  describe,
  idOf,
  invocationUri,
  type ReferenceKey,
  readReference,
  requireMeaning,
  typeOf,
} from './reference.ts';

/** Where references and handles are looked up. */
export interface Reach {
  readonly instance: Instance;
  readonly key: ReferenceKey;
  /** The session whose handles may be used; null outside of one. */
  readonly session: string | null;
}

/** A value found by its name, and the run that gave it. */
export interface Dereferenced {
  readonly content: CanonicalBytes;
  readonly stored: StoredReference;
  readonly invocation: Invocation;
}

/**
 * The value that a reference or a handle names. All that the reference binds is looked at again, and the bytes are hashed.
 *
 * @throws AssayError VALUE_REFERENCE_… or HANDLE_MISTYPED
 */
export async function dereference(named: NamedValue, reach: Reach): Promise<Dereferenced> {
  const stored =
    'handle' in named ? await byHandle(named.handle, reach) : await byReference(named.reference, reach);
  const bytes = await bytesOf(stored, reach.instance);
  const run = await reach.instance.store.sessions.invocation(stored.invocation);
  if (run === null) throw unknown();
  return { content: parse(bytes, { bytes: bytes.length }), stored, invocation: run.invocation };
}

/**
 * The bytes of a value, for whatever use: its type means what it meant, the version of the capability that gave it was not
 * withdrawn, and they are what was kept.
 *
 * @throws AssayError VALUE_REFERENCE_{SCHEMA_MISMATCH,SEMANTICS_MISMATCH,STALE_VERSION}; as `keptBytesOf`
 */
export async function bytesOf(stored: StoredReference, instance: Instance): Promise<Uint8Array> {
  requireMeaning(stored, instance.rules.contracts);
  // That it has expired says how to have it again, also where it was withdrawn since.
  if (hasExpired(stored, instance.now())) throw expired(stored);
  await requireInUse(stored, instance);
  return keptBytesOf(stored, instance);
}

/**
 * The bytes of a value as they were kept, to be looked at: hashed again, unless it has expired.
 *
 * @throws AssayError VALUE_REFERENCE_EXPIRED or VALUE_REFERENCE_TAMPERED; STORE_CORRUPT
 */
export async function keptBytesOf(
  stored: StoredReference,
  { store, now }: Pick<Instance, 'store' | 'now'>,
): Promise<Uint8Array> {
  const value = hasExpired(stored, now()) ? null : await store.value(stored.digest);
  if (value === null) throw expired(stored);
  if (value.bytes.length !== stored.size) throw altered();
  return value.bytes;
}

async function byHandle(handle: string, { instance, session }: Reach): Promise<StoredReference> {
  const { letter, number } = readHandle(handle);
  if (session === null) {
    throw new AssayError('VALUE_REFERENCE_UNKNOWN', 'a handle is of a session, and none is named', {
      next: 'name the session, or use the reference',
    });
  }
  const stored = await instance.store.sessions.referenceOf(session, number);
  if (stored === null || stored.type[0] !== letter) throw unknown();
  return stored;
}

async function byReference(value: JsonValue, { instance, key }: Reach): Promise<StoredReference> {
  const reference = readReference(value);
  // Before the seal: that the type means something else by now is the more useful answer.
  requireMeaning(typeOf(reference), instance.rules.contracts);
  key.requireBinding(reference, instance.store.tenant);
  const stored = await instance.store.sessions.reference(idOf(reference));
  if (stored === null) throw unknown();
  const { tenant_binding: _, ...unbound } = reference;
  if (canonicalise(unbound).digest !== canonicalise(describe(stored)).digest) throw altered();
  return stored;
}

async function requireInUse({ capability }: StoredReference, instance: Instance): Promise<void> {
  const withdrawn = await withdrawalOf(capability, instance);
  if (withdrawn === null) return;
  throw new AssayError('VALUE_REFERENCE_STALE_VERSION', `${capability} was withdrawn: ${withdrawn}`, {
    next: 'have a later version of the capability make the value again',
  });
}

/** Why values that a version of a capability gave are stale; null where they are not. */
export async function withdrawalOf(capability: string, { rules, store }: Instance): Promise<string | null> {
  const known = rules.contracts.capabilities().some(({ contract }) => contract.id === capability);
  return known ? store.sessions.withdrawal(capability) : 'it is no longer installed';
}

/** Says which run and port make the value again, for as long as that is known. */
function expired({ capability, invocation, port }: StoredReference): AssayError {
  return new AssayError('VALUE_REFERENCE_EXPIRED', 'the value has expired', {
    at: `${invocationUri(invocation)} port ${port}`,
    next: `${capability} gives it again, at its port ${port}`,
  });
}

function unknown(): AssayError {
  return new AssayError('VALUE_REFERENCE_UNKNOWN', 'there is no value of this name', {
    next: 'list the values of the session',
  });
}

function altered(): AssayError {
  return new AssayError('VALUE_REFERENCE_TAMPERED', 'the reference and what is stored differ');
}
