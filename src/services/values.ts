import { type CanonicalBytes, parse } from '../canonical/canonical.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { StoredReference } from '../store/sessions.ts';
import type { Caller } from './caller.ts';
import type { Instance } from './instance.ts';
import type { Service } from './service.ts';

/** @throws AssayError VALUE_UNKNOWN */
export async function requireValue(id: string, { store }: Instance): Promise<StoredReference> {
  const stored = await store.sessions.reference(id);
  if (stored !== null) return stored;
  throw new AssayError('VALUE_UNKNOWN', 'there is no such value');
}

/**
 * The document of a value that has not expired, its bytes hashed again.
 *
 * @throws AssayError VALUE_UNKNOWN or VALUE_REFERENCE_EXPIRED
 */
export async function documentOf(
  id: string,
  instance: Instance,
): Promise<{ readonly stored: StoredReference; readonly bytes: CanonicalBytes }> {
  const stored = await requireValue(id, instance);
  const live = !stored.evicted && (stored.liveUntil === null || stored.liveUntil > instance.now());
  const value = live ? await instance.store.value(stored.digest) : null;
  if (value === null) {
    throw new AssayError('VALUE_REFERENCE_EXPIRED', 'the value has expired', {
      at: `invocation://${stored.invocation} port ${stored.port}`,
      next: `${stored.capability} gives it again, at its port ${stored.port}`,
    });
  }
  return { stored, bytes: parse(value.bytes, { bytes: value.bytes.length }) };
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
