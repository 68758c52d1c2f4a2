import { parse } from '../canonical/canonical.ts';
import type { TrustRoot } from '../certificate/trust-root.ts';
import type { TrustRootContent } from '../certificate/trust-root-content.ts';
import { readSuccessor } from '../certificate/trust-root-successor.ts';
import { verifyNode } from '../keys/ed25519.ts';
import type { Once } from '../store/answers.ts';
import type { StoredTrustRoot } from '../store/store.ts';
import { type Instance, openTrustRoot } from './instance.ts';
import { signTrustRoot } from './trust-root.ts';

export type TrustPublisher = Pick<Instance, 'store' | 'root' | 'serial'>;

/** What the next version says, standing at `index`; `null` where the current one says it already. */
export type ChangeTrust = (
  current: TrustRoot,
  place: { readonly index: number; readonly serial: string },
) => TrustRootContent | null;

/**
 * Signs and logs the next version of the trust root, its position fixed under the write lock. Gives `null`, and publishes
 * nothing, where nothing would change.
 *
 * @throws AssayError `KEY_UNUSABLE` or `STORE_…`.
 */
export async function publishTrust(
  change: ChangeTrust,
  { store, root, serial }: TrustPublisher,
  once?: Once<StoredTrustRoot>,
): Promise<StoredTrustRoot | null> {
  const now = openTrustRoot(await store.trustRoot());
  if (change(now, { index: now.content.index + 1, serial: '' }) === null) return null;
  const signer = root();
  const publish = store.publishTrustRoot((stored, index) => {
    const current = openTrustRoot(stored);
    const content = change(current, { index, serial: serial() });
    if (content === null) throw new Unchanged();
    const next = signTrustRoot(content, [signer]);
    readSuccessor(current, parse(next.envelope).value, verifyNode);
    return next;
  }, once);
  return publish.catch((error: unknown) => {
    if (error instanceof Unchanged) return null;
    throw error;
  });
}

/** Another process has published the same in the meantime. */
class Unchanged extends Error {}
