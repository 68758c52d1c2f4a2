import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import { hasExpired, type StoredReference } from '../store/sessions.ts';
import type { Caller } from './caller.ts';
import type { Instance } from './instance.ts';
import { expired } from './references/dereference.ts';
import type { Service } from './service.ts';

/** @throws AssayError VALUE_UNKNOWN */
export async function requireValue(id: string, { store }: Instance): Promise<StoredReference> {
  const stored = await store.sessions.reference(id);
  if (stored !== null) return stored;
  throw new AssayError('VALUE_UNKNOWN', 'there is no such value');
}

/**
 * The canonical bytes of a value that has not expired, hashed again by the store.
 *
 * @throws AssayError VALUE_UNKNOWN or VALUE_REFERENCE_EXPIRED
 */
export async function documentOf(
  id: string,
  instance: Instance,
): Promise<{ readonly stored: StoredReference; readonly bytes: Uint8Array }> {
  const stored = await requireValue(id, instance);
  const value = hasExpired(stored, instance.now()) ? null : await instance.store.value(stored.digest);
  if (value === null) throw expired(stored);
  return { stored, bytes: value.bytes };
}

/**
 * Makes a durable artifact of a value: a new reference to the same document, with the same provenance. Verifying never does.
 *
 * @throws AssayError VALUE_UNKNOWN or VALUE_REFERENCE_EXPIRED
 */
export async function promote(
  source: string,
  caller: Caller,
  service: Service,
  once?: Once<StoredReference>,
): Promise<StoredReference> {
  const instance = service.forTenant(caller.tenant);
  await documentOf(source, instance);
  const promotion = { id: service.serial(), source, token: caller.token, at: service.now() };
  return instance.store.sessions.promote(promotion, once);
}
