import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Session, Usage } from '../store/sessions.ts';
import type { Instance } from './instance.ts';
import type { Service } from './service.ts';

/** How long a session may live, in seconds. */
export const LIFETIME = { usual: 3_600, most: 86_400 } as const;
/** How much it may hold. */
export const USUAL_LIMITS: Usage = { values: 1_000, bytes: 256 * 1024 * 1024 };
export const MOST_LIMITS: Usage = { values: 100_000, bytes: 4 * 1024 * 1024 * 1024 };

/** How many a tenant may have that were not collected yet, unless said otherwise. */
export const USUAL_SESSIONS = 10_000;

export interface SessionRequest {
  readonly seconds?: number | undefined;
  readonly limits?: Partial<Usage> | undefined;
}

/**
 * Opens a session, which says when it expires and how much it may hold.
 *
 * @throws AssayError QUOTA_EXCEEDED where the tenant has as many as it may
 */
export function openSession(
  { seconds = LIFETIME.usual, limits = {} }: SessionRequest,
  tenant: string,
  { forTenant, limits: { sessions }, now, serial }: Service,
  once?: Once<Session>,
): Promise<Session> {
  const createdAt = now();
  const expiresAt = new Date(Date.parse(createdAt) + seconds * 1000).toISOString();
  return forTenant(tenant).store.sessions.openSession(
    { id: serial(), createdAt, expiresAt, limits: { ...USUAL_LIMITS, ...limits } },
    once,
    sessions,
  );
}

/**
 * The session of this id, unless it has expired.
 *
 * @throws AssayError SESSION_UNKNOWN or SESSION_EXPIRED
 */
export async function requireLiveSession(id: string, { store, now }: Instance): Promise<Session> {
  const session = await store.sessions.session(id);
  if (session === null) throw unknownSession();
  if (session.expiresAt > now()) return session;
  throw new AssayError('SESSION_EXPIRED', 'the session has expired', { next: 'open another one' });
}

/** The same for a session of another tenant as for none. */
export function unknownSession(): AssayError {
  return new AssayError('SESSION_UNKNOWN', 'there is no such session');
}
