import type { StoredReference } from '../../store/sessions.ts';
import type { Instance } from '../instance.ts';

/** Whether a value has expired: by its own time, or with its session, which can be ended before that. */
export async function hasExpired(
  { evicted, expiresAt, session }: StoredReference,
  { store, now }: Pick<Instance, 'store' | 'now'>,
): Promise<boolean> {
  if (evicted || (expiresAt !== null && expiresAt <= now())) return true;
  if (session === null) return false;
  const within = await store.sessions.session(session);
  return within === null || within.expiresAt <= now();
}
