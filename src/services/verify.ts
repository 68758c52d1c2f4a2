import type { JsonObject } from '../canonical/json.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { CommitResult } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { commitExamined, told } from './certify.ts';
import { examine, type Issued, type Refused, type Terms } from './examine.ts';
import type { Handoff } from './handoff.ts';
import { requireLineage } from './lineage.ts';
import { requireLiveSession } from './open-session.ts';
import { reachOf, readNamedIn } from './reach.ts';
import { noFiles, type ResolvedStatement, resolveStatement } from './resolve.ts';
import { statementSize } from './run.ts';
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

/** For a store: the claim of the request key, with the answer that an effect gets. */
export type OnceFor<Result> = (answer: Once<Result>['answer']) => Once<Result>;

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
 * Verifies now, what was asked for or what a certificate leaves open. The answer to the request is kept in the very
 * transaction that keeps the record and the certificate. A run that is told to end before its verdict answers nothing: the
 * same request can be sent again.
 *
 * @throws AssayError as `certify`; SERVICE_BUSY or SERVICE_STOPPING
 */
export async function verify(
  statement: ResolvedStatement,
  terms: Terms,
  caller: Caller,
  service: Service,
  { render, once, signal }: { render: Render; once: OnceFor<CommitResult>; signal?: AbortSignal },
): Promise<Verified> {
  const instance = service.forTenant(caller.tenant);
  const id = instance.runId();
  const run = { id, tenant: caller.tenant, bytes: statementSize(statement), stop: signal };
  return service.runs.run(run, async (running) => {
    const examined = await examine(statement, terms, instance, { signal: running, verification: id });
    const verified = (result: CommitResult) => told(examined, result, 0);
    const answer = once((committed) => ({ status: 201, body: render(verified(committed)) }));
    const result = await commitExamined([examined], instance, { once: answer }, running);
    return verified(result);
  });
}
