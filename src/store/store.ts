import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import type { EntryKind } from '../log/leaf.ts';
import type { AnswerStore, Once } from './answers.ts';
import type { Job, JobStore } from './jobs.ts';
import type { Page, PageRequest } from './page.ts';
import type { Invocation, SessionStore } from './sessions.ts';
import type { TenantStore } from './tenants.ts';

/** One signed version of the trust root. The store keeps the envelope as opaque bytes. */
export interface StoredTrustRoot {
  readonly version: number;
  /** The position of this version's own entry in the log. */
  readonly logIndex: number;
  readonly envelope: Uint8Array;
}

/** The next version of the trust root, made for exactly one position of the log. */
export interface NewTrustRoot {
  readonly version: number;
  readonly envelope: Uint8Array;
  /** Digest of the signed payload: what its log entry commits to. */
  readonly payloadDigest: Digest;
}

/** A document by its canonical bytes; `digest` is their digest. */
export interface StoredValue {
  readonly digest: Digest;
  /** The value type's id, `matrix.integer@1`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type RecordedVerdict = 'ACCEPTED' | 'REJECTED' | 'INCONCLUSIVE';

/** What is kept, unsigned, of every run of a verification, refusals too. */
export interface Verification {
  /** 128 random bits as 32 hex digits. */
  readonly id: string;
  /** Digest of the claim's contract. */
  readonly claim: Digest;
  readonly claimId: string;
  readonly statement: Digest;
  readonly proposition: Digest;
  /** Identity of the checker; null where none was chosen. */
  readonly checker: Digest | null;
  readonly checkerId: string | null;
  readonly verdict: RecordedVerdict;
  readonly reason: string | null;
  /** JSON pointer to what was refused. */
  readonly at: string | null;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** In the claim's order. */
  readonly roles: readonly { readonly role: string; readonly digest: Digest }[];
}

/** A verification to be recorded, with the values to be kept by it (none for a refusal). */
export interface VerificationRecord extends Verification {
  readonly values: readonly StoredValue[];
  /** Id of the run that the candidate came from. Its record is kept as long as the certificate that names it. */
  readonly invocation?: string | undefined;
}

/** A proposition a certificate leaves open, and why. */
export interface OpenObligation {
  readonly proposition: Digest;
  readonly cause: JsonValue;
}

/** A signed certificate to be logged. The store keeps the envelope as opaque bytes. */
export interface CertificateRecord {
  /** 128 random bits as 32 hex digits. */
  readonly serial: string;
  readonly conditional: boolean;
  readonly statement: Digest;
  readonly proposition: Digest;
  /** Digest of the signed payload: what its log entry commits to. */
  readonly payloadDigest: Digest;
  readonly envelope: Uint8Array;
  /** Empty exactly where the certificate is not conditional. */
  readonly obligations: readonly OpenObligation[];
}

export interface StoredCertificate extends CertificateRecord {
  readonly logIndex: number;
  /** Id of the verification that gave it. */
  readonly verification: string;
}

export interface LogEntry {
  readonly index: number;
  readonly kind: EntryKind;
  readonly payloadDigest: Digest;
  /** Canonical bytes of `{kind, sha256}`: what the tree hashes. */
  readonly leaf: Uint8Array;
}

/**
 * Decides whether a certificate may be issued at `logIndex` given the newest trust root: under the store's write lock, or
 * just before, and then what it decided counts only if both are still the same under the lock; otherwise it is asked again.
 * Synchronous; throws to refuse, and then nothing of the commit is kept.
 */
export type Admit = (trust: StoredTrustRoot, logIndex: number) => void;

/**
 * Reads one tenant's records and the instance's log. Every method throws `STORE_CORRUPT` rather than
 * give bytes that no longer have their digest, and `STORE_*` where the engine fails.
 */
export interface StoreReader {
  /** Opaque id, 32 hex digits. */
  readonly tenant: string;
  /** The log's origin: the first line of its checkpoints and the name of its key. */
  readonly origin: string;

  /** The newest trust root. */
  trustRoot(): Promise<StoredTrustRoot>;
  /** All versions, oldest first. */
  trustRoots(): Promise<StoredTrustRoot[]>;

  certificate(serial: string): Promise<StoredCertificate | null>;
  /** The one that a verification gave. */
  certificateOf(verification: string): Promise<StoredCertificate | null>;
  /** Certificates for one proposition, however proved, newest first; at most so many of them. */
  certificatesFor(proposition: Digest, most?: number): Promise<StoredCertificate[]>;
  /** All of the tenant. */
  certificates(page: PageRequest): Promise<Page<StoredCertificate>>;
  /** Those in which this very digest stands in a role. */
  certificatesWith(digest: Digest, page: PageRequest): Promise<Page<StoredCertificate>>;
  /** Conditional ones, whatever has become of their obligations since. */
  conditionalCertificates(page: PageRequest): Promise<Page<StoredCertificate>>;
  /** Serials of the certificates that were cited for obligations of this one. */
  citations(serial: string): Promise<readonly Citation[]>;

  verification(id: string): Promise<Verification | null>;
  value(digest: Digest): Promise<StoredValue | null>;
  /** What the certificate leaves open, in its own order; empty for an unknown serial. */
  obligations(serial: string): Promise<OpenObligation[]>;

  /** The newest signed checkpoint, as C2SP signed-note text. */
  checkpoint(): Promise<string>;
  /** The entry's inclusion under the newest checkpoint, as C2SP tlog-proof text. Throws RangeError for no such entry. */
  proof(logIndex: number): Promise<string>;
  /** Entries `from` (included) to `to` (excluded); fewer where the log ends. */
  logEntries(from: number, to: number): Promise<LogEntry[]>;

  /** Ends what was begun and frees the store. Calls made later throw. */
  close(): Promise<void>;
}

/** A certificate cited for an open proposition of another one, which it never changes. */
export interface Citation {
  readonly certificate: string;
  readonly proposition: Digest;
  readonly cited: string;
  /** Id of the token that cited it. */
  readonly token: string;
  readonly dischargedAt: string;
}

/** One run of a checker to be committed: `admit` belongs to a certificate. */
export type Commit =
  | { readonly record: VerificationRecord; readonly certificate: null }
  | { readonly record: VerificationRecord; readonly certificate: CertificateRecord; readonly admit: Admit };

/** The position in the log of each commit's certificate, null without one. */
export type CommitResult = readonly (number | null)[];

/** What is kept in the same transaction as verifications. */
export interface Along {
  readonly once?: Once<CommitResult>;
  /** Runs of producers that belong to no session. */
  readonly runs?: readonly Invocation[];
  /** The end of the job that this was. */
  readonly job?: (result: CommitResult) => Pick<Job, 'id' | 'state' | 'answer' | 'finishedAt'>;
}

/** A store that also writes. What a resolved promise of it acknowledges survives a crash and a power cut. */
export interface Store extends StoreReader {
  /**
   * Records one run and, with a certificate, also logs and issues it, all in one durable transaction.
   * `admit` sees the newest trust root and the position the entry will have.
   * Gives the certificate's position in the log, null without a certificate. Throws what `admit` throws.
   */
  commitVerification(record: VerificationRecord, certificate: null): Promise<null>;
  commitVerification(
    record: VerificationRecord,
    certificate: CertificateRecord,
    admit: Admit,
  ): Promise<{ readonly logIndex: number }>;

  /** The same for several runs at once, all or nothing. */
  commitVerifications(commits: readonly Commit[], along?: Along): Promise<CommitResult>;

  /** Records that `cited` discharges a proposition of a certificate. That it does is for the caller to know. */
  cite(citation: Citation, once?: Once<Citation>): Promise<Citation>;

  /** The same store for another tenant. Only the one that was opened can be closed. */
  forTenant(tenant: string): Store;
  readonly tenants: TenantStore;
  readonly sessions: SessionStore;
  readonly jobs: JobStore;
  readonly answers: AnswerStore;

  /**
   * Publishes the next trust root. `make` is called under the write lock, so neither the version it
   * follows nor the position it names can change; synchronous; throws to publish nothing.
   */
  publishTrustRoot(
    make: (current: StoredTrustRoot, logIndex: number) => NewTrustRoot,
    once?: Once<StoredTrustRoot>,
  ): Promise<StoredTrustRoot>;
}
