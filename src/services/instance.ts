import { parse } from '../canonical/canonical.ts';
import { readTrustRoot, type TrustRoot } from '../certificate/trust-root.ts';
import type { CheckerPool } from '../checking/pool.ts';
import type { CheckerRegistry } from '../checking/registry.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import type { KeySigner } from '../keys/ed25519.ts';
import { verifyNode } from '../keys/ed25519.ts';
import type { Store, StoredTrustRoot, StoreReader } from '../store/store.ts';

/** Everything a service works with, wired once at the edge. */
export interface Instance {
  readonly rules: DocumentRules;
  readonly checkers: CheckerRegistry;
  readonly pool: CheckerPool;
  readonly store: Store;
  /** Signs certificates. */
  readonly issuer: KeySigner;
  /** Reads the key that signs trust roots: only where one is to be signed. */
  readonly root: () => KeySigner;
  /** The time now, RFC 3339 in UTC with milliseconds. */
  readonly now: () => string;
  /** 128 random bits, 32 lowercase hexadecimal digits. */
  readonly serial: () => string;
}

/** A trust root as the store keeps it, verified. */
export function openTrustRoot({ envelope }: Pick<StoredTrustRoot, 'envelope'>): TrustRoot {
  return readTrustRoot(parse(envelope).value, verifyNode);
}

export async function currentTrustRoot(store: StoreReader): Promise<TrustRoot> {
  return openTrustRoot(await store.trustRoot());
}
