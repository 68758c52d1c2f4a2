import type { JobState } from '../jobs.ts';
import type { Basis, Lifetime } from '../sessions.ts';
import { blob, digest } from './columns.ts';
import { integer, primaryKey, sqliteTable, text } from './drizzle.ts';

// What the service keeps (from migration 3 on), as the queries see it.

export const tenants = sqliteTable('tenants', {
  seq: integer().primaryKey(),
  id: text().notNull(),
  name: text().notNull(),
  createdAt: text('created_at').notNull(),
  revokedAt: text('revoked_at'),
});

export const tokens = sqliteTable('tokens', {
  seq: integer().primaryKey(),
  tenant: text().notNull(),
  id: text().notNull(),
  name: text().notNull(),
  hash: blob().notNull(),
  /** Separated by spaces. */
  scopes: text().notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at'),
  revokedAt: text('revoked_at'),
});

export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  bytes: blob().notNull(),
});

export const sessions = sqliteTable('sessions', {
  seq: integer().primaryKey(),
  tenant: text().notNull(),
  id: text().notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  mostValues: integer('most_values').notNull(),
  mostBytes: integer('most_bytes').notNull(),
  heldValues: integer('held_values').notNull().default(0),
  heldBytes: integer('held_bytes').notNull().default(0),
  /** How many handles were given. */
  handles: integer().notNull().default(0),
  collected: integer({ mode: 'boolean' }).notNull().default(false),
});

export const invocations = sqliteTable('invocations', {
  seq: integer().primaryKey(),
  tenant: text().notNull(),
  id: text().notNull(),
  session: text(),
  capability: text().notNull(),
  basis: text().$type<Basis>().notNull(),
  run: text(),
  evidence: blob(),
  token: text().notNull(),
  startedAt: text('started_at').notNull(),
  finishedAt: text('finished_at').notNull(),
  /** A certificate names it. */
  inCertificate: integer('in_certificate', { mode: 'boolean' }).notNull().default(false),
});

export const invocationInputs = sqliteTable(
  'invocation_inputs',
  {
    invocation: text().notNull(),
    port: text().notNull(),
    digest: digest().notNull(),
    arrived: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.invocation, table.port] })],
);

export const valueReferences = sqliteTable('value_references', {
  seq: integer().primaryKey(),
  tenant: text().notNull(),
  id: text().notNull(),
  session: text(),
  handle: integer(),
  digest: digest().notNull(),
  type: text().notNull(),
  schema: text().notNull(),
  semantics: text().notNull(),
  size: integer().notNull(),
  /** JSON text. */
  preview: text().notNull(),
  invocation: text().notNull(),
  capability: text().notNull(),
  port: text().notNull(),
  lifetime: text().$type<Lifetime>().notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at'),
  evicted: integer({ mode: 'boolean' }).notNull().default(false),
});

export const promotions = sqliteTable('promotions', {
  reference: text().primaryKey(),
  source: text().notNull(),
  tenant: text().notNull(),
  token: text().notNull(),
  promotedAt: text('promoted_at').notNull(),
  /** Those in force when the value was promoted; null where none was kept yet. */
  valueType: digest('value_type'),
  capability: digest(),
});

/** Contracts that artifacts have their meaning by, whatever is installed later. */
export const contracts = sqliteTable('contracts', {
  digest: digest().primaryKey(),
  bytes: blob().notNull(),
});

export const withdrawals = sqliteTable('withdrawals', {
  capability: text().primaryKey(),
  reason: text().notNull(),
  withdrawnAt: text('withdrawn_at').notNull(),
});

export const discharges = sqliteTable(
  'discharges',
  {
    tenant: text().notNull(),
    certificate: text().notNull(),
    proposition: digest().notNull(),
    cited: text().notNull(),
    token: text().notNull(),
    dischargedAt: text('discharged_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.certificate, table.proposition, table.cited] })],
);

export const jobs = sqliteTable('jobs', {
  seq: integer().primaryKey(),
  tenant: text().notNull(),
  id: text().notNull(),
  state: text().$type<JobState>().notNull(),
  /** JSON text. */
  answer: text(),
  createdAt: text('created_at').notNull(),
  finishedAt: text('finished_at'),
});

export const answers = sqliteTable('answers', {
  id: integer().primaryKey(),
  tenant: text().notNull(),
  token: text().notNull(),
  key: text().notNull(),
  request: digest().notNull(),
  status: integer().notNull(),
  /** JSON text. */
  body: text().notNull(),
  answeredAt: text('answered_at').notNull(),
});
