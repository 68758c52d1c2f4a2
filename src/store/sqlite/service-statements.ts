import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { PageRequest } from '../page.ts';
import { and, asc, desc, eq, isNull, lt, sql } from './drizzle.ts';
import { having, onFirstUse, prepareDelete, prepareInsert } from './prepare.ts';
import * as schema from './service-schema.ts';

/** What the service reads and writes, prepared once per connection, when it is first used. Parameters carry the names of the columns. */
export function prepareServiceStatements(database: Database, db: BetterSQLite3Database) {
  const { answers, contracts, discharges, invocationInputs, invocations, jobs, promotions } = schema;
  const { secrets, sessions, tenants, tokens, valueReferences, withdrawals } = schema;

  /** One part of a list, newest first: `limit` rows before `before`. */
  const page = <Table extends SQLiteTable>(table: Table, seq: SQLiteColumn, ...columns: SQLiteColumn[]) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(and(having(...columns), lt(seq, sql.placeholder('before'))))
      .orderBy(desc(seq))
      .limit(sql.placeholder('limit'))
      .prepare() as unknown as { all(parameters: Record<string, unknown>): Table['$inferSelect'][] };

  return onFirstUse({
    tenant: () => db.select().from(tenants).where(having(tenants.id)).prepare(),
    tenants: () => page(tenants, tenants.seq),
    addTenant: () => prepareInsert(database, db, tenants),
    revokeTenant: () =>
      db
        .update(tenants)
        .set({ revokedAt: sql`${sql.placeholder('at')}` })
        .where(and(having(tenants.id), isNull(tenants.revokedAt)))
        .prepare(),

    token: () => db.select().from(tokens).where(having(tokens.id)).prepare(),
    tokens: () => page(tokens, tokens.seq, tokens.tenant),
    addToken: () => prepareInsert(database, db, tokens),
    revokeToken: () =>
      db
        .update(tokens)
        .set({ revokedAt: sql`${sql.placeholder('at')}` })
        .where(and(having(tokens.tenant, tokens.id), isNull(tokens.revokedAt)))
        .prepare(),

    secret: () => db.select().from(secrets).where(having(secrets.name)).prepare(),
    addSecret: () => prepareInsert(database, db, secrets, { ifMissing: true }),

    session: () => db.select().from(sessions).where(having(sessions.tenant, sessions.id)).prepare(),
    sessions: () => page(sessions, sessions.seq, sessions.tenant),
    heldSessions: () =>
      db
        .select({ count: sql<number>`count(*)` })
        .from(sessions)
        .where(and(having(sessions.tenant), sql`${sessions.collected} = 0`))
        .prepare(),
    addSession: () => prepareInsert(database, db, sessions),
    endSession: () =>
      db
        .update(sessions)
        .set({ expiresAt: sql`min(${sessions.expiresAt}, ${sql.placeholder('at')})` })
        .where(having(sessions.tenant, sessions.id))
        .prepare(),
    holdValues: () =>
      db
        .update(sessions)
        .set({
          heldValues: sql`${sessions.heldValues} + ${sql.placeholder('values')}`,
          heldBytes: sql`${sessions.heldBytes} + ${sql.placeholder('bytes')}`,
          handles: sql`${sessions.handles} + ${sql.placeholder('values')}`,
        })
        .where(having(sessions.tenant, sessions.id))
        .prepare(),
    expiredSessions: () =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.collected, false), sql`${sessions.expiresAt} <= ${sql.placeholder('at')}`))
        .orderBy(asc(sessions.expiresAt))
        .limit(sql.placeholder('limit'))
        .prepare(),
    releaseSession: () =>
      db
        .update(sessions)
        .set({ collected: true, heldValues: 0, heldBytes: 0 })
        .where(having(sessions.id))
        .prepare(),
    forgottenSessions: () =>
      db
        .select()
        .from(sessions)
        .where(
          and(eq(sessions.collected, true), sql`${sessions.expiresAt} <= ${sql.placeholder('retention')}`),
        )
        .limit(sql.placeholder('limit'))
        .prepare(),
    forgetSession: () => db.delete(sessions).where(having(sessions.id)).prepare(),

    invocation: () =>
      db.select().from(invocations).where(having(invocations.tenant, invocations.id)).prepare(),
    invocations: () => page(invocations, invocations.seq, invocations.tenant, invocations.session),
    addInvocation: () => prepareInsert(database, db, invocations),
    inputs: () =>
      db
        .select()
        .from(invocationInputs)
        .where(having(invocationInputs.invocation))
        .orderBy(asc(invocationInputs.port))
        .prepare(),
    addInput: () => prepareInsert(database, db, invocationInputs),
    keepInvocation: () =>
      db
        .update(invocations)
        .set({ inCertificate: true })
        .where(having(invocations.tenant, invocations.id))
        .prepare(),
    // In words that the partial index has, and not as parameters, so that it is used.
    endedOutside: () =>
      db
        .select({ id: invocations.id })
        .from(invocations)
        .where(
          and(
            sql`${invocations.session} IS NULL AND ${invocations.inCertificate} = 0`,
            sql`${invocations.finishedAt} <= ${sql.placeholder('retention')}`,
          ),
        )
        .orderBy(asc(invocations.finishedAt))
        .limit(sql.placeholder('limit'))
        .prepare(),
    forgetInputsOf: () => db.delete(invocationInputs).where(having(invocationInputs.invocation)).prepare(),
    forgetInvocation: () => db.delete(invocations).where(having(invocations.id)).prepare(),

    reference: () =>
      db.select().from(valueReferences).where(having(valueReferences.tenant, valueReferences.id)).prepare(),
    referenceOf: () =>
      db
        .select()
        .from(valueReferences)
        .where(having(valueReferences.tenant, valueReferences.session, valueReferences.handle))
        .prepare(),
    references: () =>
      page(valueReferences, valueReferences.seq, valueReferences.tenant, valueReferences.session),
    outputs: () =>
      db
        .select()
        .from(valueReferences)
        .where(
          and(
            having(valueReferences.tenant, valueReferences.invocation),
            sql`${valueReferences.lifetime} <> 'DURABLE_ARTIFACT'`,
          ),
        )
        .orderBy(asc(valueReferences.seq))
        .prepare(),
    addReference: () => prepareInsert(database, db, valueReferences),
    addPromotion: () => prepareInsert(database, db, promotions),
    promotion: () =>
      db.select().from(promotions).where(having(promotions.tenant, promotions.reference)).prepare(),
    contract: () => db.select().from(contracts).where(having(contracts.digest)).prepare(),
    addContract: () => prepareInsert(database, db, contracts, { ifMissing: true }),

    withdrawal: () => db.select().from(withdrawals).where(having(withdrawals.capability)).prepare(),
    addWithdrawal: () => prepareInsert(database, db, withdrawals, { ifMissing: true }),

    addDischarge: () => prepareInsert(database, db, discharges, { ifMissing: true }),
    discharges: () =>
      db.select().from(discharges).where(having(discharges.tenant, discharges.certificate)).prepare(),

    job: () => db.select().from(jobs).where(having(jobs.tenant, jobs.id)).prepare(),
    addJob: () => prepareInsert(database, db, jobs),
    endJob: () =>
      db
        .update(jobs)
        .set({
          state: sql`${sql.placeholder('state')}`,
          answer: sql`${sql.placeholder('answer')}`,
          finishedAt: sql`${sql.placeholder('finishedAt')}`,
        })
        .where(and(having(jobs.tenant, jobs.id), eq(jobs.state, 'running')))
        .prepare(),
    interruptJobs: () =>
      db
        .update(jobs)
        .set({
          state: 'failed',
          answer: sql`${sql.placeholder('answer')}`,
          finishedAt: sql`${sql.placeholder('at')}`,
        })
        .where(eq(jobs.state, 'running'))
        .prepare(),
    forgetJobs: () =>
      prepareDelete(
        database,
        `
      DELETE FROM jobs WHERE seq IN
        (SELECT seq FROM jobs WHERE finished_at <= @retention ORDER BY finished_at LIMIT @limit)`,
      ),

    answer: () =>
      db
        .select()
        .from(answers)
        .where(having(answers.tenant, answers.token, answers.key))
        .prepare(),
    addAnswer: () => prepareInsert(database, db, answers),
    forgetAnswers: () =>
      prepareDelete(
        database,
        `
      DELETE FROM answers WHERE id IN
        (SELECT id FROM answers WHERE answered_at <= @retention ORDER BY answered_at LIMIT @limit)`,
      ),

    evictReferences: () =>
      db
        .update(valueReferences)
        .set({ evicted: true })
        .where(
          and(having(valueReferences.tenant, valueReferences.session), eq(valueReferences.evicted, false)),
        )
        .prepare(),
    // What certificates and artifacts need is durable; the rest goes once no session holds it any more.
    dropValues: () =>
      prepareDelete(
        database,
        `
      DELETE FROM stored_values WHERE durable = 0
        AND (tenant, digest) IN (SELECT tenant, digest FROM value_references WHERE (tenant, session) = (@tenant, @session))
        AND NOT EXISTS (SELECT 1 FROM value_references AS held
          WHERE held.tenant = stored_values.tenant AND held.digest = stored_values.digest AND held.evicted = 0)`,
      ),
    // Where a reference stays, its run does, with its inputs.
    forgetReferences: () =>
      prepareDelete(
        database,
        `
      DELETE FROM value_references WHERE (tenant, session) = (@tenant, @session)
        AND id NOT IN (SELECT source FROM promotions)
        AND NOT EXISTS (SELECT 1 FROM invocations AS run WHERE run.id = value_references.invocation AND run.in_certificate = 1)`,
      ),
    forgetInputs: () =>
      prepareDelete(
        database,
        `
      DELETE FROM invocation_inputs WHERE invocation IN (SELECT id FROM invocations WHERE (tenant, session) = (@tenant, @session))
        AND invocation NOT IN (SELECT invocation FROM value_references)`,
      ),
    forgetInvocations: () =>
      prepareDelete(
        database,
        `
      DELETE FROM invocations WHERE (tenant, session) = (@tenant, @session)
        AND id NOT IN (SELECT invocation FROM value_references)`,
      ),
  });
}

/** The parameters of a part of a list. */
export function pageParameters({ before, limit }: PageRequest): { before: number; limit: number } {
  return { before: before ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
}
