import type { Database } from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { and, asc, desc, drizzle, eq, getTableColumns, sql } from './drizzle.ts';
import * as schema from './schema.ts';

export type Statements = ReturnType<typeof prepareStatements>;

/**
 * Everything the store reads and appends, prepared once per connection (per statement Drizzle's builder costs
 * several times a point read). Parameters carry the names of the columns.
 */
export function prepareStatements(database: Database) {
  const db = drizzle(database);
  const { certificates, instance, obligations, signingKeys, storedValues, trustRoots } = schema;
  const { logCheckpoints, logEntries, logHashes, verificationRoles, verifications } = schema;
  return {
    instance: db.select().from(instance).prepare(),
    addInstance: prepareInsert(database, db, instance),
    signingKeys: db.select().from(signingKeys).prepare(),
    addSigningKey: prepareInsert(database, db, signingKeys),

    lastEntry: db.select().from(logEntries).orderBy(desc(logEntries.position)).limit(1).prepare(),
    entries: db
      .select()
      .from(logEntries)
      .where(
        sql`${logEntries.position} >= ${sql.placeholder('from')} AND ${logEntries.position} < ${sql.placeholder('to')}`,
      )
      .orderBy(asc(logEntries.position))
      .prepare(),
    addEntry: prepareInsert(database, db, logEntries),
    hash: db.select().from(logHashes).where(having(logHashes.level, logHashes.position)).prepare(),
    addHash: prepareInsert(database, db, logHashes),
    newestCheckpoint: db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1).prepare(),
    addCheckpoint: prepareInsert(database, db, logCheckpoints),

    newestTrustRoot: db.select().from(trustRoots).orderBy(desc(trustRoots.version)).limit(1).prepare(),
    trustRoots: db.select().from(trustRoots).orderBy(asc(trustRoots.version)).prepare(),
    addTrustRoot: prepareInsert(database, db, trustRoots),

    value: db.select().from(storedValues).where(having(storedValues.tenant, storedValues.digest)).prepare(),
    addValue: prepareInsert(database, db, storedValues, { ifMissing: true }),

    verification: db
      .select()
      .from(verifications)
      .where(having(verifications.tenant, verifications.id))
      .prepare(),
    addVerification: prepareInsert(database, db, verifications),
    roles: db
      .select({ role: verificationRoles.role, digest: verificationRoles.digest })
      .from(verificationRoles)
      .where(having(verificationRoles.tenant, verificationRoles.verification))
      .orderBy(asc(verificationRoles.position))
      .prepare(),
    addRole: prepareInsert(database, db, verificationRoles),

    certificate: db
      .select()
      .from(certificates)
      .where(having(certificates.tenant, certificates.serial))
      .prepare(),
    certificatesFor: db
      .select()
      .from(certificates)
      .where(having(certificates.tenant, certificates.proposition))
      .orderBy(desc(certificates.logIndex))
      .prepare(),
    addCertificate: prepareInsert(database, db, certificates),
    obligations: db
      .select()
      .from(obligations)
      .where(having(obligations.tenant, obligations.certificate))
      .orderBy(asc(obligations.position))
      .prepare(),
    addObligation: prepareInsert(database, db, obligations),
  };
}

/** Rows in which each of the columns equals the parameter of its name. */
function having(...columns: SQLiteColumn[]): SQL | undefined {
  return and(...columns.map((column) => eq(column, sql.param(sql.placeholder(column.name), column))));
}

/**
 * An insert of one whole row, typed by its table. Drizzle builds the statement; the values are encoded here,
 * because its prepared inserts hand null to a column's encoder.
 */
function prepareInsert<Table extends SQLiteTable>(
  database: Database,
  db: BetterSQLite3Database,
  table: Table,
  { ifMissing = false } = {},
): (row: Table['$inferInsert']) => void {
  const columns = Object.entries(getTableColumns(table));
  const parameters = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
  const insert = db.insert(table).values(parameters as SQLiteInsertValue<Table>);
  const statement = database.prepare((ifMissing ? insert.onConflictDoNothing() : insert).toSQL().sql);
  return (row) => {
    const values: Record<string, unknown> = row;
    statement.run(
      ...columns.map(([name, column]) => {
        const value = values[name];
        return value === undefined || value === null ? null : column.mapToDriverValue(value);
      }),
    );
  };
}
