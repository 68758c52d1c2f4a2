import type { KeyRole } from '../../certificate/trust-root-content.ts';
import type { EntryKind } from '../../log/leaf.ts';
import type { RecordedVerdict } from '../store.ts';
import { blob, digest } from './columns.ts';
import { integer, primaryKey, sqliteTable, text } from './drizzle.ts';

export * from './service-schema.ts';

// What the queries see of the tables. The tables themselves, with their constraints and indexes, are made
// by ./migrations; a test compares both.

/** One row, written once at first use: the folder is initialised exactly when it is there. */
export const instance = sqliteTable('instance', {
  id: integer().primaryKey(),
  tenant: text().notNull(),
  origin: text().notNull(),
});

export const signingKeys = sqliteTable('signing_keys', {
  role: text().$type<KeyRole>().primaryKey(),
  publicKey: blob('public_key').notNull(),
});

export const logEntries = sqliteTable('log_entries', {
  position: integer().primaryKey(),
  kind: text().$type<EntryKind>().notNull(),
  payloadDigest: digest('payload_digest').notNull(),
});

/** Hashes of complete subtrees, addressed as in C2SP tlog-tiles: level 0 are the leaf hashes. */
export const logHashes = sqliteTable(
  'log_hashes',
  { level: integer().notNull(), position: integer().notNull(), hash: blob().notNull() },
  (table) => [primaryKey({ columns: [table.level, table.position] })],
);

export const logCheckpoints = sqliteTable('log_checkpoints', {
  size: integer().primaryKey(),
  root: blob().notNull(),
  note: text().notNull(),
});

export const trustRoots = sqliteTable('trust_roots', {
  version: integer().primaryKey(),
  logIndex: integer('log_index').notNull(),
  envelope: blob().notNull(),
  envelopeDigest: digest('envelope_digest').notNull(),
});

export const storedValues = sqliteTable('stored_values', {
  id: integer().primaryKey(),
  tenant: text().notNull(),
  digest: digest().notNull(),
  type: text().notNull(),
  bytes: blob().notNull(),
  /** Kept for good: by a certificate or a durable artifact, not by sessions alone. */
  durable: integer({ mode: 'boolean' }).notNull().default(true),
});

/** The bytes of a tenant's durable values: counted as they become so, because adding them up reads every row. */
export const tenantUsage = sqliteTable('tenant_usage', {
  tenant: text().primaryKey(),
  durableBytes: integer('durable_bytes').notNull(),
});

export const verifications = sqliteTable('verifications', {
  seq: integer().primaryKey(),
  tenant: text().notNull(),
  id: text().notNull(),
  claim: digest().notNull(),
  claimId: text('claim_id').notNull(),
  statement: digest().notNull(),
  proposition: digest().notNull(),
  checker: digest(),
  checkerId: text('checker_id'),
  verdict: text().$type<RecordedVerdict>().notNull(),
  reason: text(),
  at: text(),
  startedAt: text('started_at').notNull(),
  finishedAt: text('finished_at').notNull(),
});

export const verificationRoles = sqliteTable(
  'verification_roles',
  {
    tenant: text().notNull(),
    verification: text().notNull(),
    position: integer().notNull(),
    role: text().notNull(),
    digest: digest().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.verification, table.position] })],
);

export const certificates = sqliteTable('certificates', {
  logIndex: integer('log_index').primaryKey(),
  tenant: text().notNull(),
  serial: text().notNull(),
  verification: text().notNull(),
  conditional: integer({ mode: 'boolean' }).notNull(),
  statement: digest().notNull(),
  proposition: digest().notNull(),
  payloadDigest: digest('payload_digest').notNull(),
  envelope: blob().notNull(),
  envelopeDigest: digest('envelope_digest').notNull(),
});

/** Each value that stands in a role of a certificate, so that it finds the certificate. */
export const certifiedValues = sqliteTable(
  'certified_values',
  {
    /** Id of the stored value. */
    value: integer().notNull(),
    logIndex: integer('log_index').notNull(),
  },
  (table) => [primaryKey({ columns: [table.value, table.logIndex] })],
);

export const obligations = sqliteTable(
  'obligations',
  {
    tenant: text().notNull(),
    certificate: text().notNull(),
    position: integer().notNull(),
    proposition: digest().notNull(),
    /** JSON text. */
    cause: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.certificate, table.position] })],
);
