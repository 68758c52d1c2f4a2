import type { JsonObject } from '../canonical/json.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Job } from '../store/jobs.ts';
import type { CommitResult } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { commitExamined, told } from './certify.ts';
import { examine, type Issued, type Refused, type Terms } from './examine.ts';
import type { Handoff } from './handoff.ts';
import type { Instance } from './instance.ts';
import { requireLineage } from './lineage.ts';
import { requireLiveSession } from './open-session.ts';
import { reachOf, readNamedIn } from './reach.ts';
import { noFiles, type ResolvedStatement, resolveStatement } from './resolve.ts';
import type { Service } from './service.ts';

/** A verification that is asked for: a handoff, the session whose handles it uses, and what is required of it. */
export interface VerificationRequest extends Handoff {
  readonly session?: string | undefined;
  readonly requireLineage?: boolean | undefined;
}

/** What a verification came to. */
export type Verified = Issued | Refused;

/** How what it came to is told, at once or by the job's status. */
export type Render = (verified: Verified) => JsonObject;

/**
 * Resolves what is to be verified, before anything runs.
 *
 * @throws AssayError what a handoff is refused with; VALUE_REFERENCE_…, SESSION_…, LINEAGE_MISMATCH
 */
export async function prepareVerification(
  request: VerificationRequest,
  caller: Caller,
  service: Service,
): Promise<ResolvedStatement> {
  const instance = service.forTenant(caller.tenant);
  const { session = null } = request;
  if (session !== null) await requireLiveSession(session, instance);
  const readNamed = readNamedIn(reachOf(caller, session, service));
  const statement = await resolveStatement(request, instance.rules, noFiles, readNamed);
  const candidate = statement.roles.get(statement.claim.contract.candidate);
  if (candidate?.invocation !== undefined && request.producer !== undefined) {
    throw new AssayError(
      'LINEAGE_MISMATCH',
      'a candidate that came by reference has its lineage from there',
      {
        at: '/producer',
        next: 'leave producer out',
      },
    );
  }
  if (request.requireLineage) requireLineage(statement);
  return statement;
}

/**
 * Verifies now, what was asked for or what a certificate leaves open. The answer to the request is kept in the very transaction that keeps the record and the certificate. A run
 * that is told to end before its verdict answers nothing: the same request can be sent again.
 */
export async function verifyNow(
  statement: ResolvedStatement,
  terms: Terms,
  caller: Caller,
  service: Service,
  { render, once, signal }: { render: Render; once: OnceFor<CommitResult>; signal?: AbortSignal },
): Promise<Verified> {
  const instance = service.forTenant(caller.tenant);
  const id = service.serial();
  return service.verifications.run({ id, bytes: sizeOf(statement), stop: signal }, async (running) => {
    const examined = await examine(statement, terms, instance, { signal: running, verification: id });
    const verified = (result: CommitResult) => told(examined, result, 0);
    const answer = once((committed) => ({ status: 201, body: render(verified(committed)) }));
    const result = await commitExamined([examined], instance, { once: answer }, running);
    return verified(result);
  });
}

/** For a store: the claim of the request key, with the answer that an effect gets. */
export type OnceFor<Result> = (answer: Once<Result>['answer']) => Once<Result>;

/**
 * Starts a verification and answers at once with its job. What it comes to is kept with the end of the job.
 *
 * @param stop ends it when the service must stop.
 */
export async function verifyLater(
  statement: ResolvedStatement,
  terms: Terms,
  caller: Caller,
  service: Service,
  { render, once, stop }: { render: Render; once: OnceFor<Job>; stop?: AbortSignal },
): Promise<{ readonly job: Job; readonly ended: Promise<void> }> {
  const instance = service.forTenant(caller.tenant);
  const id = service.serial();
  const bytes = sizeOf(statement);
  service.verifications.requireRoom(bytes);
  const job = await instance.store.jobs.startJob(
    { id, createdAt: service.now() },
    once((started) => ({ status: 202, body: jobJson(started) })),
  );
  const ended = service.verifications
    .run({ id, bytes, stop }, (signal) =>
      finish(statement, terms, instance, { id, signal, render, now: service.now }),
    )
    .catch((error: unknown) => fail(error, instance, id));
  return { job, ended };
}

/** Of the values of a statement, in bytes. */
export function sizeOf({ roles }: ResolvedStatement): number {
  return [...roles.values()].reduce((sum, { value }) => sum + value.bytes.size, 0);
}

interface Finish {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly render: Render;
  readonly now: () => string;
}

async function finish(
  statement: ResolvedStatement,
  terms: Terms,
  instance: Instance,
  { id, signal, render, now }: Finish,
): Promise<void> {
  const examined = await examine(statement, terms, instance, { signal, verification: id });
  await commitExamined([examined], instance, {
    job: (result) => {
      const verified = told(examined, result, 0);
      const cancelled = verified.verdict === 'INCONCLUSIVE' && verified.reason === 'CANCELLED';
      return { id, state: cancelled ? 'cancelled' : 'done', answer: render(verified), finishedAt: now() };
    },
  });
}

/** Never rejects: what went wrong is what the job came to, if the store still takes it. */
async function fail(error: unknown, { store, now }: Instance, id: string): Promise<void> {
  const failure = error instanceof AssayError ? error : new AssayError('INTERNAL', 'the verification failed');
  const { code, message, at, next } = failure;
  const answer = {
    code,
    detail: message,
    ...(at === undefined ? {} : { at }),
    ...(next === undefined ? {} : { next }),
  };
  await store.jobs.endJob({ id, state: 'failed', answer, finishedAt: now() }).catch(() => undefined);
}

/** A job as its status tells it. */
export function jobJson({ id, state, answer, createdAt, finishedAt }: Job): JsonObject {
  return { id, state, answer, created_at: createdAt, finished_at: finishedAt };
}
