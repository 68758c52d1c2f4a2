import type { Database } from 'better-sqlite3';
import { canonicalise } from '../../canonical/canonical.ts';
import { digestOf } from '../../canonical/digest.ts';
import type { Signer } from '../../log/signature.ts';
import type { AnswerStore, Once } from '../answers.ts';
import { asStoreFailure } from '../failure.ts';
import type { JobStore } from '../jobs.ts';
import type { SessionStore } from '../sessions.ts';
import type {
  Admit,
  Along,
  CertificateRecord,
  Citation,
  Commit,
  CommitResult,
  NewTrustRoot,
  Store,
  StoredTrustRoot,
  VerificationRecord,
} from '../store.ts';
import type { TenantStore } from '../tenants.ts';
import { type Access, answered } from './access.ts';
import { SqliteAnswers } from './answers.ts';
import { CommitQueue, type Group } from './commit-queue.ts';
import { requireDurable } from './connection.ts';
import { keepValues } from './durable.ts';
import { endJob, SqliteJobs } from './jobs.ts';
import type { LogTables } from './log.ts';
import { type Instance, SqliteReader } from './reader.ts';
import { addRun, SqliteSessions } from './sessions.ts';
import type { Statements } from './statements.ts';
import { SqliteTenants } from './tenants.ts';
import { recordTrustRoot } from './trust-root.ts';

export interface Publication {
  /** Signs checkpoints: the log's key. */
  readonly signer: Signer;
  /** Told of each new checkpoint once it is durable; must not throw. */
  readonly signed: (note: string) => void;
  /** Told, after the commit, that there is a newer trust root. What it throws, publishTrustRoot throws. */
  readonly published: () => void;
  /** How many commits may share one sync. */
  readonly commitsPerSync?: number | undefined;
  /** How many bytes each tenant may keep for good: without a limit unless given. */
  readonly durableBytes?: number | undefined;
}

/** Reads and writes the store in one SQLite database. Every write takes SQLite's write lock first (BEGIN IMMEDIATE). */
export class SqliteStore extends SqliteReader implements Store {
  readonly tenants: TenantStore;
  readonly sessions: SessionStore;
  readonly jobs: JobStore;
  readonly answers: AnswerStore;
  readonly #publication: Publication;
  readonly #queue: CommitQueue;
  readonly #durableBytes: number;
  /** Whether the connection is another store's to close. */
  readonly #shared: boolean;

  /** `shared` is what the store has that this one shares the connection with. */
  constructor(
    database: Database,
    statements: Statements,
    instance: Instance,
    publication: Publication,
    shared?: { readonly queue: CommitQueue; readonly log: LogTables },
  ) {
    super(database, statements, instance, shared?.log);
    this.#publication = publication;
    this.#durableBytes = publication.durableBytes ?? Number.POSITIVE_INFINITY;
    this.#shared = shared !== undefined;
    this.#queue = shared?.queue ?? new CommitQueue(database, this.#group(), publication.commitsPerSync);
    const access: Access = {
      tenant: this.tenant,
      statements,
      durableBytes: this.#durableBytes,
      read: (work) => this.attempt(work),
      write: (work) => this.#write(work),
    };
    this.tenants = new SqliteTenants(access);
    this.sessions = new SqliteSessions(access);
    this.jobs = new SqliteJobs(access);
    this.answers = new SqliteAnswers(access);
  }

  forTenant(tenant: string): Store {
    if (tenant === this.tenant) return this;
    const { database, statements, origin } = this;
    const shared = { queue: this.#queue, log: this.log };
    return new SqliteStore(database, statements, { tenant, origin }, this.#publication, shared);
  }

  commitVerification(record: VerificationRecord, certificate: null): Promise<null>;
  commitVerification(
    record: VerificationRecord,
    certificate: CertificateRecord,
    admit: Admit,
  ): Promise<{ readonly logIndex: number }>;
  async commitVerification(
    record: VerificationRecord,
    certificate: CertificateRecord | null,
    admit: Admit = () => undefined,
  ): Promise<{ readonly logIndex: number } | null> {
    const commit = certificate === null ? { record, certificate } : { record, certificate, admit };
    const [logIndex] = await this.commitVerifications([commit]);
    return typeof logIndex === 'number' ? { logIndex } : null;
  }

  commitVerifications(commits: readonly Commit[], along: Along = {}): Promise<CommitResult> {
    return this.#write(() =>
      answered(this, along.once, () => {
        for (const run of along.runs ?? []) addRun(this, run);
        const result = commits.map((commit) => this.#commit(commit));
        if (along.job !== undefined) endJob(this, along.job(result));
        return result;
      }),
    );
  }

  cite(citation: Citation, once?: Once<Citation>): Promise<Citation> {
    return this.#write(() =>
      answered(this, once, () => {
        this.statements.service.addDischarge({ tenant: this.tenant, ...citation });
        return citation;
      }),
    );
  }

  publishTrustRoot(
    make: (current: StoredTrustRoot, logIndex: number) => NewTrustRoot,
    once?: Once<StoredTrustRoot>,
  ): Promise<StoredTrustRoot> {
    const publish = () => {
      const current = this.newestTrustRoot();
      const next = make(current, this.log.size());
      if (next.version !== current.version + 1) throw new Error('trust-root versions count up by one');
      return recordTrustRoot(this.statements, this.log, next);
    };
    return this.#write(() => answered(this, once, publish), this.#publication.published);
  }

  override async close(): Promise<void> {
    if (this.#shared) throw new Error('only the store that was opened can be closed');
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

  #group(): Group {
    return {
      begin: () => this.log.hold(),
      undone: () => this.log.hold(),
      seal: () => this.#seal(),
      end: () => this.log.release(),
    };
  }

  #seal(): () => void {
    requireDurable(this.database);
    const note = this.log.seal(this.#publication.signer);
    return () => {
      if (note !== undefined) this.#publication.signed(note);
    };
  }

  #commit(commit: Commit): number | null {
    const { record, certificate } = commit;
    if (certificate === null) {
      this.#record(record);
      return null;
    }
    requireAgreement(record, certificate);
    requireSynchronous(commit.admit(this.newestTrustRoot(), this.log.size()));
    this.#record(record);
    return this.#issue(record, certificate);
  }

  #record(record: VerificationRecord): void {
    const { tenant, statements } = this;
    const { roles, values, invocation: _, ...verification } = record;
    for (const value of values) {
      if (digestOf(value.bytes) !== value.digest) throw new Error('a value to be stored has another digest');
    }
    keepValues({ tenant, statements, durableBytes: this.#durableBytes }, values);
    statements.addVerification({ tenant, ...verification });
    for (const [position, { role, digest }] of roles.entries()) {
      statements.addRole({ tenant, verification: record.id, position, role, digest });
    }
  }

  #issue(record: VerificationRecord, certificate: CertificateRecord): number {
    const { tenant, statements } = this;
    const { id: verification, invocation, roles } = record;
    if (invocation !== undefined) statements.service.keepInvocation.run({ tenant, id: invocation });
    const { obligations, ...row } = certificate;
    const logIndex = this.log.append('certificate', certificate.payloadDigest);
    const envelopeDigest = digestOf(certificate.envelope);
    statements.addCertificate({ tenant, logIndex, verification, envelopeDigest, ...row });
    for (const digest of new Set(roles.map((role) => role.digest))) {
      statements.addCertificateValue({ tenant, digest, logIndex });
    }
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
