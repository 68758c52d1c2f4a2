import type { Digest } from '../canonical/digest.ts';
import type { PreparedAnswer } from './answers.ts';
import type { Invocation } from './sessions.ts';
import type { CertificateRecord, StoredTrustRoot, VerificationRecord } from './store.ts';

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
  readonly answer: PreparedAnswer | null;
}

/** Pieces to be written in one transaction, all or none: only where trust root and log are still those they were made for. */
export interface Batch extends Pick<Standpoint, 'trustDigest' | 'size'> {
  readonly pieces: readonly Piece[];
}

/** What another process needs to open the folder that this one has open. */
export interface CommitterOptions {
  readonly folder: string;
  readonly origin: string;
  /** Of the log. */
  readonly publicKey: Uint8Array;
}

/** Commits batches, one at a time. */
export interface Committer {
  /** Whether it takes a batch now. */
  ready(): boolean;
  /**
   * Whether the batch is known to be durable. Where not, all of it is kept or nothing: whoever commits may have ended before it
   * could say so. Only when it is ready.
   */
  commit(batch: Batch): Promise<boolean>;
  /** Ends it. */
  close(): Promise<void>;
}
