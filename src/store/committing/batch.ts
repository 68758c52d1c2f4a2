import type { Digest } from '../../canonical/digest.ts';
import type { Invocation } from '../sessions.ts';
import type { KeptAnswer } from '../sqlite/access.ts';
import type { CertificateRecord, StoredTrustRoot, VerificationRecord } from '../store.ts';

/** What decided whether the certificates of a batch may be issued, and where in the log they are to stand. */
export interface Standpoint {
  readonly trust: StoredTrustRoot;
  /** Digest of the trust root's envelope. */
  readonly trustDigest: Digest;
  /** How many entries the log has. */
  readonly size: number;
}

/** What one request leaves behind, as data. */
export interface Piece {
  readonly tenant: string;
  /** How many bytes the tenant may keep for good. */
  readonly durableBytes: number;
  /** Runs of producers that belong to no session. */
  readonly runs: readonly Invocation[];
  readonly verifications: readonly {
    readonly record: VerificationRecord;
    readonly certificate: CertificateRecord | null;
  }[];
  /** Made for the very positions in the log that the certificates will have. */
  readonly answer: KeptAnswer | null;
}

/** Pieces to be written in one transaction, all or none: only where trust root and log are still those they were made for. */
export interface Batch extends Pick<Standpoint, 'trustDigest' | 'size'> {
  readonly pieces: readonly Piece[];
}

/** What the committing thread is told: a batch, or nothing more. */
export type ToThread = Batch | 'close';

/** What it tells: that it can begin, and of each batch whether it is durable. Where it is not, nothing of it is kept. */
export type FromThread = 'ready' | 'kept' | 'not kept';

/**
 * A batch with bytes of its own, and what of it to transfer: small Buffers lie together in one block of memory, which would
 * be copied whole for each of them.
 */
export function packed(batch: Batch): { readonly batch: Batch; readonly transfer: readonly ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const own = (bytes: Uint8Array): Uint8Array => {
    const copy = new Uint8Array(bytes);
    transfer.push(copy.buffer);
    return copy;
  };
  const pieces = batch.pieces.map((piece) => ({
    ...piece,
    runs: piece.runs.map((run) => ({ ...run, evidence: run.evidence === null ? null : own(run.evidence) })),
    verifications: piece.verifications.map(({ record, certificate }) => ({
      record: {
        ...record,
        values: record.values.map((value) => ({ ...value, bytes: own(value.bytes) })),
      },
      certificate: certificate === null ? null : { ...certificate, envelope: own(certificate.envelope) },
    })),
  }));
  return { batch: { ...batch, pieces }, transfer };
}
