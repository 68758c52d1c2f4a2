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
  const { store, now } = reach.instance;
  if (hasExpired(stored, now())) throw expired(stored);
  const invocation = (await store.sessions.invocation(stored.invocation))?.invocation;
  if (invocation === undefined) throw unknown();
  await requireInUse(stored, reach.instance);
  const value = await store.value(stored.digest);
  if (value === null) throw expired(stored);
  if (value.bytes.length !== stored.size) throw altered();
  return { content: parse(value.bytes, { bytes: value.bytes.length }), stored, invocation };
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
  requireMeaning(reference, instance.rules.contracts);
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
export function expired({ capability, invocation, port }: StoredReference): AssayError {
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
