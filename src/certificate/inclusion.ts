import type { Digest } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';
import { encodeBase64 } from '../log/base64.ts';
import { type Checkpoint, openCheckpoint } from '../log/checkpoint.ts';
import { leafHash } from '../log/hashes.ts';
import type { VerifySignature } from '../log/signature.ts';
import { parseProof } from '../log/tlog-proof.ts';
import { verifyInclusion } from '../log/verify.ts';
import type { TrustRoot } from './trust-root.ts';

/** Where an entry stands in the log, and the signed head under which that was shown. */
export interface LogPosition {
  readonly index: number;
  readonly checkpoint: Checkpoint;
}

/**
 * Verifies that the trust root's log holds the leaf: a checkpoint signed by a log key held now, and an
 * inclusion proof under it.
 *
 * @param leaf the entry's bytes, see `entryLeaf`.
 * @param proof C2SP tlog-proof text.
 * @throws AssayError `PROOF_INVALID`, `CHECKPOINT_INVALID` or `CHECKPOINT_UNTRUSTED`.
 */
export function verifyLogged(
  leaf: Uint8Array,
  proof: string,
  trust: TrustRoot,
  verify: VerifySignature,
): LogPosition {
  const { index, hashes, checkpoint: note } = parseProof(proof);
  const keys = trust.currentLogKeys().map(({ publicKey }) => ({ name: trust.log, publicKey }));
  const { checkpoint } = openCheckpoint(note, keys, verify);
  if (!verifyInclusion(index, checkpoint.size, leafHash(leaf), hashes, checkpoint.root)) {
    throw new AssayError(
      'PROOF_INVALID',
      'the log does not hold this certificate at the position the proof names',
    );
  }
  if (index === 0 || index === trust.content.index) {
    throw new AssayError('PROOF_INVALID', 'at this position the log holds a trust root');
  }
  return { index, checkpoint };
}

/**
 * Requires that what one bundle shows of the log can be one log: one root for one size, and one entry at one
 * position. Anything else is a log that was forked, whoever signed it.
 *
 * @throws AssayError `CHECKPOINT_INVALID` or `PROOF_INVALID` with the place in the bundle.
 */
export function requireOneLog(
  entries: readonly (LogPosition & { readonly at: string; readonly payloadDigest: Digest })[],
): void {
  const roots = new Map<number, string>();
  const payloads = new Map<number, Digest>();
  for (const { at, index, checkpoint, payloadDigest } of entries) {
    const root = encodeBase64(checkpoint.root);
    if ((roots.get(checkpoint.size) ?? root) !== root) {
      throw new AssayError(
        'CHECKPOINT_INVALID',
        'the log was forked: another checkpoint of this size differs',
        { at },
      );
    }
    if ((payloads.get(index) ?? payloadDigest) !== payloadDigest) {
      throw new AssayError(
        'PROOF_INVALID',
        'the log was forked: another certificate stands at this position',
        { at },
      );
    }
    roots.set(checkpoint.size, root);
    payloads.set(index, payloadDigest);
  }
}
