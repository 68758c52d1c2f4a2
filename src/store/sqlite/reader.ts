import type { Database } from 'better-sqlite3';
import { parse } from '../../canonical/canonical.ts';
import { type Digest, digestOf } from '../../canonical/digest.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { asStoreFailure, corrupt } from '../failure.ts';
import type { Page, PageRequest } from '../page.ts';
import type {
  Citation,
  LogEntry,
  OpenObligation,
  StoredCertificate,
  StoredTrustRoot,
  StoredValue,
  StoreReader,
  Verification,
} from '../store.ts';
import { pageOf } from './access.ts';
import { LogTables } from './log.ts';
import type { certificates, trustRoots } from './schema.ts';
import { pageParameters } from './service-statements.ts';
import { Snapshot } from './snapshot.ts';
import type { Statements } from './statements.ts';

/** Whose records and which log a connection is for. */
export interface Instance {
  readonly tenant: string;
  readonly origin: string;
}

/** Reads the store in one SQLite database, which it owns from then on. */
export class SqliteReader implements StoreReader {
  readonly tenant: string;
  readonly origin: string;
  protected readonly database: Database;
  /** For what is kept in the same transaction by the tables of other nouns. */
  readonly statements: Statements;
  protected readonly log: LogTables;
  protected readonly snapshot: Snapshot;
  #newest: { readonly trust: StoredTrustRoot; readonly trustDigest: Digest } | undefined;

  /** `shared` is what the reader has that this one shares the connection with. */
  constructor(
    database: Database,
    statements: Statements,
    { tenant, origin }: Instance,
    shared?: { readonly log: LogTables; readonly snapshot: Snapshot },
  ) {
    this.tenant = tenant;
    this.origin = origin;
    this.database = database;
    this.statements = statements;
    this.log = shared?.log ?? new LogTables(statements, origin, database.name);
    this.snapshot = shared?.snapshot ?? new Snapshot(database);
  }

  trustRoot(): Promise<StoredTrustRoot> {
    return this.attempt(() => this.newestTrustRoot());
  }

  trustRoots(): Promise<StoredTrustRoot[]> {
    return this.attempt(() => this.statements.trustRoots.all().map((row) => this.#trustRoot(row)));
  }

  certificate(serial: string): Promise<StoredCertificate | null> {
    return this.attempt(() => {
      const row = this.statements.certificate.get({ tenant: this.tenant, serial });
      return row === undefined ? null : this.#certificate(row);
    });
  }

  certificateOf(verification: string): Promise<StoredCertificate | null> {
    return this.attempt(() => {
      const row = this.statements.certificateOf.get({ tenant: this.tenant, verification });
      return row === undefined ? null : this.#certificate(row);
    });
  }

  certificatesFor(proposition: Digest, most = Number.MAX_SAFE_INTEGER): Promise<StoredCertificate[]> {
    return this.attempt(() => {
      const rows = this.statements.certificatesFor.all({ tenant: this.tenant, proposition, most });
      return rows.map((row) => this.#certificate(row));
    });
  }

  certificates(page: PageRequest): Promise<Page<StoredCertificate>> {
    return this.#page(page, (part) => this.statements.certificates.all(part));
  }

  certificatesWith(digest: Digest, page: PageRequest): Promise<Page<StoredCertificate>> {
    return this.#page(page, (part) => this.statements.certificatesWith.all({ ...part, digest }));
  }

  conditionalCertificates(page: PageRequest): Promise<Page<StoredCertificate>> {
    return this.#page(page, (part) => this.statements.conditionalCertificates.all(part));
  }

  citations(serial: string): Promise<readonly Citation[]> {
    return this.attempt(() => {
      const rows = this.statements.service.discharges.all({ tenant: this.tenant, certificate: serial });
      return rows.map(({ tenant: _, ...citation }) => citation);
    });
  }

  verification(id: string): Promise<Verification | null> {
    return this.attempt(() => {
      const row = this.statements.verification.get({ tenant: this.tenant, id });
      if (row === undefined) return null;
      const { seq: _, tenant, ...verification } = row;
      return { ...verification, roles: this.statements.roles.all({ tenant, verification: id }) };
    });
  }

  value(digest: Digest): Promise<StoredValue | null> {
    return this.attempt(() => {
      const row = this.statements.value.get({ tenant: this.tenant, digest });
      if (row === undefined) return null;
      return { digest, type: row.type, bytes: this.#intact(row.bytes, digest, 'a stored value') };
    });
  }

  obligations(serial: string): Promise<OpenObligation[]> {
    return this.attempt(() => this.#obligations(serial));
  }

  checkpoint(): Promise<string> {
    return this.attempt(() => {
      const newest = this.log.newest();
      if (newest === undefined) throw corrupt('the log has no checkpoint', this.database.name);
      return newest.note;
    });
  }

  proof(logIndex: number): Promise<string> {
    return this.attempt(() => this.log.proof(logIndex));
  }

  logEntries(from: number, to: number): Promise<LogEntry[]> {
    return this.attempt(() => this.log.entries(from, to));
  }

  async close(): Promise<void> {
    this.snapshot.end();
    try {
      this.database.close();
    } catch (error) {
      throw asStoreFailure(error, this.database.name);
    }
  }

  /**
   * The envelope is read and hashed when it is new to this reader: tens of kilobytes, twice for each certificate. By its
   * digest and not its version: a version that was seen in a transaction which then failed is followed by another one.
   */
  protected newestTrustRoot(): StoredTrustRoot {
    return this.newestTrust().trust;
  }

  /** The same with the digest of its envelope. */
  protected newestTrust(): { readonly trust: StoredTrustRoot; readonly trustDigest: Digest } {
    const newest = this.snapshot.remember('trust root', () => this.statements.newestTrustDigest.get());
    if (newest === undefined) throw corrupt('the trust root is missing', this.database.name);
    if (this.#newest?.trustDigest !== newest.envelopeDigest) {
      const row = this.statements.newestTrustRoot.get();
      if (row === undefined) throw corrupt('the trust root is missing', this.database.name);
      this.#newest = { trust: this.#trustRoot(row), trustDigest: row.envelopeDigest };
    }
    return this.#newest;
  }

  /** Runs synchronous work that reads as a promise; what SQLite throws in it is thrown in our words. */
  protected async attempt<T>(work: () => T): Promise<T> {
    try {
      return this.snapshot.read(work);
    } catch (error) {
      throw asStoreFailure(error, this.database.name);
    }
  }

  #page(
    page: PageRequest,
    select: (parameters: Record<string, unknown>) => (typeof certificates.$inferSelect)[],
  ): Promise<Page<StoredCertificate>> {
    return this.attempt(() => {
      const rows = select({ tenant: this.tenant, ...pageParameters(page) });
      const numbered = rows.map((row) => ({ seq: row.logIndex, row }));
      return pageOf(numbered, page, ({ row }) => this.#certificate(row));
    });
  }

  #trustRoot(row: typeof trustRoots.$inferSelect): StoredTrustRoot {
    const { version, logIndex } = row;
    return { version, logIndex, envelope: this.#intact(row.envelope, row.envelopeDigest, 'a trust root') };
  }

  #certificate(row: typeof certificates.$inferSelect): StoredCertificate {
    const { tenant: _, envelopeDigest, ...certificate } = row;
    return {
      ...certificate,
      envelope: this.#intact(row.envelope, envelopeDigest, 'a certificate'),
      obligations: this.#obligations(row.serial),
    };
  }

  #obligations(serial: string): OpenObligation[] {
    const rows = this.statements.obligations.all({ tenant: this.tenant, certificate: serial });
    return rows.map(({ proposition, cause }) => ({ proposition, cause: this.#json(cause) }));
  }

  #json(text: string): JsonValue {
    try {
      return parse(Buffer.from(text)).value;
    } catch {
      throw corrupt('an obligation is no longer JSON', this.database.name);
    }
  }

  #intact(bytes: Uint8Array, digest: Digest, what: string): Uint8Array {
    if (digestOf(bytes) === digest) return bytes;
    throw corrupt(`${what} no longer has its digest`, this.database.name);
  }
}
