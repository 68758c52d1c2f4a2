import type { Revocation } from '../certificate/trust-root-content.ts';
import { withRevocation } from '../certificate/trust-root-payload.ts';
import type { Once } from '../store/answers.ts';
import type { StoredTrustRoot } from '../store/store.ts';
import { publishTrust, type TrustPublisher } from './publish-trust.ts';

/**
 * Revokes a checker or a claim contract as unsound: every certificate it gave is void from now on. Gives `null` where it is
 * revoked already.
 *
 * @throws AssayError `KEY_UNUSABLE` or `STORE_…`.
 */
export function revoke(
  revocation: Revocation,
  instance: TrustPublisher,
  once?: Once<StoredTrustRoot>,
): Promise<StoredTrustRoot | null> {
  return publishTrust((current, place) => withRevocation(current, revocation, place), instance, once);
}
