import type { Database } from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { corrupt } from '../failure.ts';
import {
  and,
  asc,
  desc,
  drizzle,
  eq,
  getTableColumns,
  getTableConfig,
  lt,
  SQLiteTable,
  sql,
} from './drizzle.ts';
import { having, onFirstUse, prepareInsert } from './prepare.ts';
import * as schema from './schema.ts';
import { prepareServiceStatements } from './service-statements.ts';

export type Statements = ReturnType<typeof prepareStatements>;

/**
 * Everything the store reads and appends, prepared once per connection, when it is first used (per statement Drizzle's builder costs
 * several times a point read). Parameters carry the names of the columns.
 */
export function prepareStatements(database: Database) {
  requireColumns(database);
  const db = drizzle(database);
  const { certificates, certifiedValues, instance, obligations, signingKeys, storedValues } = schema;
  const { logCheckpoints, logEntries, logHashes, tenantUsage, verificationRoles, verifications } = schema;
  const { trustRoots } = schema;
  /** One part of a tenant's certificates, newest first: `limit` of them before position `before`. */
  const certificatePage = (...conditions: SQL[]) =>
    db
      .select()
      .from(certificates)
      .where(
        and(having(certificates.tenant), lt(certificates.logIndex, sql.placeholder('before')), ...conditions),
      )
      .orderBy(desc(certificates.logIndex))
      .limit(sql.placeholder('limit'))
      .prepare();

  return onFirstUse({
    instance: () => db.select().from(instance).prepare(),
    addInstance: () => prepareInsert(database, db, instance),
    signingKeys: () => db.select().from(signingKeys).prepare(),
    addSigningKey: () => prepareInsert(database, db, signingKeys),

    lastEntry: () => db.select().from(logEntries).orderBy(desc(logEntries.position)).limit(1).prepare(),
    entries: () =>
      db
        .select()
        .from(logEntries)
        .where(
          sql`${logEntries.position} >= ${sql.placeholder('from')} AND ${logEntries.position} < ${sql.placeholder('to')}`,
        )
        .orderBy(asc(logEntries.position))
        .prepare(),
    addEntry: () => prepareInsert(database, db, logEntries),
    hash: () => db.select().from(logHashes).where(having(logHashes.level, logHashes.position)).prepare(),
    addHash: () => prepareInsert(database, db, logHashes, { ifMissing: true }),
    newestCheckpoint: () =>
      db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1).prepare(),
    addCheckpoint: () => prepareInsert(database, db, logCheckpoints),

    newestTrustRoot: () => db.select().from(trustRoots).orderBy(desc(trustRoots.version)).limit(1).prepare(),
    newestTrustDigest: () =>
      db
        .select({ envelopeDigest: trustRoots.envelopeDigest })
        .from(trustRoots)
        .orderBy(desc(trustRoots.version))
        .limit(1)
        .prepare(),
    trustRoots: () => db.select().from(trustRoots).orderBy(asc(trustRoots.version)).prepare(),
    addTrustRoot: () => prepareInsert(database, db, trustRoots),

    value: () =>
      db.select().from(storedValues).where(having(storedValues.tenant, storedValues.digest)).prepare(),
    addValue: () => prepareInsert(database, db, storedValues, { ifMissing: true }),
    keepValue: () =>
      db
        .update(storedValues)
        .set({ durable: true })
        .where(and(having(storedValues.tenant, storedValues.digest), eq(storedValues.durable, false)))
        .prepare(),
    usage: () => db.select().from(tenantUsage).where(having(tenantUsage.tenant)).prepare(),
    setUsage: () =>
      db
        .insert(tenantUsage)
        .values({ tenant: sql.placeholder('tenant'), durableBytes: sql.placeholder('durableBytes') })
        .onConflictDoUpdate({
          target: tenantUsage.tenant,
          set: { durableBytes: sql`${sql.placeholder('durableBytes')}` },
        })
        .prepare(),

    verification: () =>
      db.select().from(verifications).where(having(verifications.tenant, verifications.id)).prepare(),
    addVerification: () => prepareInsert(database, db, verifications),
    roles: () =>
      db
        .select({ role: verificationRoles.role, digest: verificationRoles.digest })
        .from(verificationRoles)
        .where(having(verificationRoles.tenant, verificationRoles.verification))
        .orderBy(asc(verificationRoles.position))
        .prepare(),
    addRole: () => prepareInsert(database, db, verificationRoles),

    certificate: () =>
      db.select().from(certificates).where(having(certificates.tenant, certificates.serial)).prepare(),
    certificateOf: () =>
      db.select().from(certificates).where(having(certificates.tenant, certificates.verification)).prepare(),
    certificatesFor: () =>
      db
        .select()
        .from(certificates)
        .where(having(certificates.tenant, certificates.proposition))
        .orderBy(desc(certificates.logIndex))
        .limit(sql.placeholder('most'))
        .prepare(),
    certificates: () => certificatePage(),
    // By the value alone: to walk a tenant's certificates for one that stands nowhere would take all of them.
    certificatesWith: () =>
      db
        .select(getTableColumns(certificates))
        .from(storedValues)
        .innerJoin(certifiedValues, eq(certifiedValues.value, storedValues.id))
        .innerJoin(
          certificates,
          and(
            eq(certificates.logIndex, certifiedValues.logIndex),
            eq(certificates.tenant, storedValues.tenant),
          ),
        )
        .where(
          and(
            having(storedValues.tenant, storedValues.digest),
            lt(certifiedValues.logIndex, sql.placeholder('before')),
          ),
        )
        .orderBy(desc(certifiedValues.logIndex))
        .limit(sql.placeholder('limit'))
        .prepare(),
    conditionalCertificates: () => certificatePage(eq(certificates.conditional, true)),
    addCertificate: () => prepareInsert(database, db, certificates),
    /** Of a value that is stored. */
    addCertifiedValue: () =>
      db
        .insert(certifiedValues)
        .select(
          db
            .select({
              value: storedValues.id,
              logIndex: sql<number>`${sql.placeholder('logIndex')}`.as('log_index'),
            })
            .from(storedValues)
            .where(having(storedValues.tenant, storedValues.digest)),
        )
        .prepare(),
    obligations: () =>
      db
        .select()
        .from(obligations)
        .where(having(obligations.tenant, obligations.certificate))
        .orderBy(asc(obligations.position))
        .prepare(),
    addObligation: () => prepareInsert(database, db, obligations),

    service: () => prepareServiceStatements(database, db),
  });
}

/** Throws unless every column is there that a statement may name: it is prepared too late to refuse a database that is not whole. */
function requireColumns(database: Database): void {
  const found = new Set(
    database
      .prepare(`SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c`)
      .pluck()
      .all(),
  );
  for (const table of Object.values(schema)) {
    if (!(table instanceof SQLiteTable)) continue;
    const { name, columns } = getTableConfig(table);
    if (columns.some((column) => !found.has(`${name}.${column.name}`))) {
      throw corrupt('a table of the database is gone, or has not its columns', database.name);
    }
  }
}
