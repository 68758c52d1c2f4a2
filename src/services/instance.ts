import { parse } from '../canonical/canonical.ts';
import { type Digest, digestOf } from '../canonical/digest.ts';
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
  /** A new name for a run and what is kept of it: as many digits, in the order of time. */
  readonly runId: () => string;
  /** How many processes commit beside this one: 1 or 0. */
  readonly committingProcesses: () => number;
}

/** Those that were opened, as long as the store holds them: to verify one takes 1 ms, and every certificate asks for it twice. */
const opened = new WeakMap<Uint8Array, { readonly digest: Digest; readonly trust: TrustRoot }>();
/** The one that was opened last: each tenant's store reads it anew. */
let last: { readonly digest: Digest; readonly trust: TrustRoot } | undefined;

/** A trust root as the store keeps it, verified. The store never changes the bytes of one it gave. */
export function openTrustRoot({ envelope }: Pick<StoredTrustRoot, 'envelope'>): TrustRoot {
  const known = opened.get(envelope);
  if (known !== undefined) return known.trust;
  const digest = digestOf(envelope);
  if (last?.digest !== digest) last = { digest, trust: readTrustRoot(parse(envelope).value, verifyNode) };
  opened.set(envelope, last);
  return last.trust;
}

/** The newest trust root, verified. */
export async function currentTrustRoot(store: StoreReader): Promise<TrustRoot> {
  return openTrustRoot(await store.trustRoot());
}
