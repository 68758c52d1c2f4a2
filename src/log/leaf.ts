import { type CanonicalBytes, canonicalise } from '../canonical/canonical.ts';
import { type Digest, hexOf } from '../canonical/digest.ts';

/** What an entry of the log stands for. */
export type EntryKind = 'trust-root' | 'certificate';

/**
 * A log entry: JCS of `{kind, sha256}`; `leafHash` of its bytes is the leaf. The payload carries a random serial, so
 * nobody can guess its digest and the entry reveals nothing.
 */
export function entryLeaf(kind: EntryKind, payloadDigest: Digest): CanonicalBytes {
  return canonicalise({ kind, sha256: hexOf(payloadDigest) });
}
