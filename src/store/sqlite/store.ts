import type { Database } from 'better-sqlite3';
import { canonicalise } from '../../canonical/canonical.ts';
import { digestOf } from '../../canonical/digest.ts';
import type { Signer } from '../../log/signature.ts';
import { asStoreFailure } from '../failure.ts';
import type {
  Admit,
  CertificateRecord,
  NewTrustRoot,
  Store,
  StoredTrustRoot,
  VerificationRecord,
} from '../store.ts';
import { CommitQueue } from './commit-queue.ts';
import { requireDurable } from './connection.ts';
import { type Instance, SqliteReader } from './reader.ts';
import type { Statements } from './statements.ts';
import { recordTrustRoot } from './trust-root.ts';

export interface Publication {
  /** Signs checkpoints: the log's key. */
  readonly signer: Signer;
  /** Told of each new checkpoint once it is durable; must not throw. */
  readonly signed: (note: string) => void;
  /** Told, after the commit, that there is a newer trust root. What it throws, publishTrustRoot throws. */
  readonly published: () => void;
}

/** Reads and writes the store in one SQLite database. Every write takes SQLite's write lock first (BEGIN IMMEDIATE). */
export class SqliteStore extends SqliteReader implements Store {
  readonly #publication: Publication;
  readonly #queue: CommitQueue;

  constructor(database: Database, statements: Statements, instance: Instance, publication: Publication) {
    super(database, statements, instance);
    this.#publication = publication;
    this.#queue = new CommitQueue(database, () => this.#seal());
  }

  commitVerification(record: VerificationRecord, certificate: null): Promise<null>;
  commitVerification(
    record: VerificationRecord,
    certificate: CertificateRecord,
    admit: Admit,
  ): Promise<{ readonly logIndex: number }>;
  commitVerification(
    record: VerificationRecord,
    certificate: CertificateRecord | null,
    admit?: Admit,
  ): Promise<{ readonly logIndex: number } | null> {
    return this.#write(() => {
      if (certificate === null) {
        this.#record(record);
        return null;
      }
      requireAgreement(record, certificate);
      requireSynchronous(admit?.(this.newestTrustRoot(), this.log.size()));
      this.#record(record);
      return { logIndex: this.#issue(record.id, certificate) };
    });
  }

  publishTrustRoot(
    make: (current: StoredTrustRoot, logIndex: number) => NewTrustRoot,
  ): Promise<StoredTrustRoot> {
    return this.#write(() => {
      const current = this.newestTrustRoot();
      const next = make(current, this.log.size());
      if (next.version !== current.version + 1) throw new Error('trust-root versions count up by one');
      return recordTrustRoot(this.statements, this.log, next);
    }, this.#publication.published);
  }

  override async close(): Promise<void> {
    this.#queue.drain();
    await super.close();
  }

  async #write<T>(work: () => T, committed?: () => void): Promise<T> {
    try {
      return await this.#queue.add(work, committed);
    } catch (error) {
      throw asStoreFailure(error, this.database.name);
    }
  }

  #seal(): () => void {
    requireDurable(this.database);
    const note = this.log.seal(this.#publication.signer);
    return () => {
      if (note !== undefined) this.#publication.signed(note);
    };
  }

  #record(record: VerificationRecord): void {
    const { tenant, statements } = this;
    const { roles, values, ...verification } = record;
    for (const value of values) {
      if (digestOf(value.bytes) !== value.digest) throw new Error('a value to be stored has another digest');
      statements.addValue({ tenant, ...value });
    }
    statements.addVerification({ tenant, ...verification });
    for (const [position, { role, digest }] of roles.entries()) {
      statements.addRole({ tenant, verification: record.id, position, role, digest });
    }
  }

  #issue(verification: string, certificate: CertificateRecord): number {
    const { tenant, statements } = this;
    const { obligations, ...row } = certificate;
    const logIndex = this.log.append('certificate', certificate.payloadDigest);
    const envelopeDigest = digestOf(certificate.envelope);
    statements.addCertificate({ tenant, logIndex, verification, envelopeDigest, ...row });
    for (const [position, { proposition, cause }] of obligations.entries()) {
      const text = canonicalise(cause).text;
      statements.addObligation({
        tenant,
        certificate: certificate.serial,
        position,
        proposition,
        cause: text,
      });
    }
    return logIndex;
  }
}

function requireAgreement(record: VerificationRecord, certificate: CertificateRecord): void {
  if (record.verdict !== 'ACCEPTED') throw new Error('only an acceptance gives a certificate');
  if (record.statement !== certificate.statement || record.proposition !== certificate.proposition) {
    throw new Error('a certificate states what its verification examined');
  }
  if (certificate.conditional !== certificate.obligations.length > 0) {
    throw new Error('a certificate is conditional exactly where it has obligations');
  }
}

/** An async `admit` would be a promise here: it would refuse too late, and be taken for consent. */
function requireSynchronous(result: unknown): void {
  if (result === undefined) return;
  // Nobody else waits for it, and an unhandled rejection ends the process.
  Promise.resolve(result).catch(() => undefined);
  throw new Error('admit is synchronous and gives nothing');
}
