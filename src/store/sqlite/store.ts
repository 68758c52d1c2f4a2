import type { Database } from 'better-sqlite3';
import type { Signer } from '../../log/signature.ts';
import type { AnswerStore, Once } from '../answers.ts';
import type { Batch, Committer, Standpoint } from '../batch.ts';
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
import { type Access, answered, prepareAnswer, requireUnanswered } from './access.ts';
import { SqliteAnswers } from './answers.ts';
import { CommitQueue, type Group, type Work } from './commit-queue.ts';
import { requireDurable } from './connection.ts';
import { endJob, SqliteJobs } from './jobs.ts';
import type { LogTables } from './log.ts';
import type { Elsewhere, Prepared } from './prepared-group.ts';
import { type Instance, SqliteReader } from './reader.ts';
import { addRun, SqliteSessions } from './sessions.ts';
import type { Snapshot } from './snapshot.ts';
import type { Statements } from './statements.ts';
import { SqliteTenants } from './tenants.ts';
import { recordTrustRoot } from './trust-root.ts';
import { keepVerification, requireSameStatement } from './verifications.ts';

/** More is not sent to another process: as long as that takes, this one could have written it. */
const LARGE_BYTES = 256 * 1024;

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
  /** Commits what can be said as data. */
  readonly committer?: Committer | undefined;
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
    shared?: { readonly queue: CommitQueue; readonly log: LogTables; readonly snapshot: Snapshot },
  ) {
    super(database, statements, instance, shared);
    this.#publication = publication;
    this.#durableBytes = publication.durableBytes ?? Number.POSITIVE_INFINITY;
    this.#shared = shared !== undefined;
    this.#queue = shared?.queue ?? this.#newQueue();
    const access: Access = {
      tenant: this.tenant,
      statements,
      durableBytes: this.#durableBytes,
      read: (work) => this.attempt(work),
      remember: (name, read) => this.snapshot.remember(name, read),
      write: (run) => this.#write({ run }),
    };
    this.tenants = new SqliteTenants(access);
    this.sessions = new SqliteSessions(access);
    this.jobs = new SqliteJobs(access);
    this.answers = new SqliteAnswers(access);
  }

  forTenant(tenant: string): Store {
    if (tenant === this.tenant) return this;
    const { database, statements, origin } = this;
    const shared = { queue: this.#queue, log: this.log, snapshot: this.snapshot };
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
    const run = () =>
      answered(this, along.once, () => {
        for (const run of along.runs ?? []) addRun(this, run);
        const result = commits.map((commit) => this.#commit(commit));
        if (along.job !== undefined) endJob(this, along.job(result));
        return result;
      });
    const canBeSaid = along.job === undefined && bytesOf(commits) <= LARGE_BYTES;
    const prepare = (from: Standpoint) => this.#prepare(commits, along, from);
    return this.#write({ run, prepare: canBeSaid ? prepare : undefined });
  }

  cite(citation: Citation, once?: Once<Citation>): Promise<Citation> {
    const run = () =>
      answered(this, once, () => {
        this.statements.service.addDischarge({ tenant: this.tenant, ...citation });
        return citation;
      });
    return this.#write({ run });
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
    return this.#write({
      run: () => answered(this, once, publish),
      committed: this.#publication.published,
    });
  }

  override async close(): Promise<void> {
    if (this.#shared) throw new Error('only the store that was opened can be closed');
    await this.#queue.drain();
    await this.#publication.committer?.close();
    await super.close();
  }

  async #write<T>(work: Work<T>): Promise<T> {
    try {
      return await this.#queue.add(work);
    } catch (error) {
      throw asStoreFailure(error, this.database.name);
    }
  }

  #newQueue(): CommitQueue {
    const { committer, commitsPerSync } = this.#publication;
    const elsewhere: Elsewhere | undefined = committer && {
      ready: () => committer.ready(),
      standpoint: () => ({ ...this.newestTrust(), size: this.log.size() }),
      commit: async (batch) => {
        const kept = await committer.commit(batch);
        this.snapshot.end();
        return kept || this.#holds(batch);
      },
    };
    return new CommitQueue(this.database, this.#group(), commitsPerSync, elsewhere);
  }

  #group(): Group {
    return {
      before: () => this.snapshot.end(),
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
    if (commit.certificate !== null) requireAdmitted(commit, this.newestTrustRoot(), this.log.size());
    const { tenant, statements, log } = this;
    const issuer = { tenant, statements, log, durableBytes: this.#durableBytes };
    return keepVerification(issuer, commit.record, commit.certificate);
  }

  /** Whether what could not be said to be kept is there all the same: its first certificate, in the very place it was made for. */
  #holds({ pieces, size }: Batch): boolean {
    const [first] = pieces.flatMap(({ tenant, verifications }) =>
      verifications.flatMap(({ certificate }) => (certificate === null ? [] : [{ tenant, certificate }])),
    );
    if (first === undefined) return false;
    const { tenant, certificate } = first;
    return this.statements.certificate.get({ tenant, serial: certificate.serial })?.logIndex === size;
  }

  /**
   * What `commitVerifications` writes from there, and gives. Throws as it does. That its request was answered meanwhile is
   * found by whoever commits the batch, and here only where something else fails.
   */
  #prepare(
    commits: readonly Commit[],
    { runs = [], once }: Along,
    { trust, size: from }: Standpoint,
  ): Prepared<CommitResult> {
    try {
      let size = from;
      const result = commits.map((commit) => {
        if (commit.certificate === null) return null;
        requireAdmitted(commit, trust, size);
        return size++;
      });
      const piece = {
        tenant: this.tenant,
        durableBytes: this.#durableBytes,
        runs,
        verifications: commits.map(({ record, certificate }) => ({ record, certificate })),
        answer: once === undefined ? null : prepareAnswer(once, result),
      };
      return { piece, result, size };
    } catch (error) {
      // Perhaps this fails because the request was answered meanwhile: then that is what is told.
      if (once !== undefined) requireUnanswered(this, once.key);
      throw error;
    }
  }
}

function bytesOf(commits: readonly Commit[]): number {
  const values = commits.flatMap(({ record }) => record.values);
  return values.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Throws unless a certificate may be issued there. */
function requireAdmitted(
  { record, certificate, admit }: Extract<Commit, { admit: unknown }>,
  trust: StoredTrustRoot,
  logIndex: number,
): void {
  requireSameStatement(record, certificate);
  requireSynchronous(admit(trust, logIndex));
}

/** An async `admit` would be a promise here: it would refuse too late, and be taken for consent. */
function requireSynchronous(result: unknown): void {
  if (result === undefined) return;
  // Nobody else waits for it, and an unhandled rejection ends the process.
  Promise.resolve(result).catch(() => undefined);
  throw new Error('admit is synchronous and gives nothing');
}
