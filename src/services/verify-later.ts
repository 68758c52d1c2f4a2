import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Job } from '../store/jobs.ts';
import type { Caller } from './caller.ts';
import { commitExamined, told } from './certify.ts';
import { chooseChecker } from './choose-checker.ts';
import { examine, type Terms } from './examine.ts';
import type { Instance } from './instance.ts';
import type { ResolvedStatement } from './resolve.ts';
import { statementSize } from './run.ts';
import type { Service } from './service.ts';
import type { Render } from './verify.ts';

/**
 * Starts a verification and gives its job at once. What it comes to is kept with the end of the job, told as `render` says.
 *
 * @throws AssayError where it could only fail: what `chooseChecker` throws, which is asked again when the checker is run and
 *   when its verdict is kept; SERVICE_BUSY or SERVICE_STOPPING
 */
export async function verifyLater(
  statement: ResolvedStatement,
  terms: Terms,
  caller: Caller,
  service: Service,
  { render, once }: { render: Render; once: Once<Job> },
): Promise<Job> {
  const instance = service.forTenant(caller.tenant);
  const id = instance.runId();
  const bytes = statementSize(statement);
  service.runs.requireRoom(caller.tenant, bytes);
  await chooseChecker(statement.claim, terms.checker, instance);
  const job = await instance.store.jobs.startJob({ id, createdAt: service.now() }, once);
  void service.runs
    .run({ id, tenant: caller.tenant, bytes }, (signal) =>
      finish(statement, terms, instance, { id, signal, render, now: service.now }),
    )
    .catch((error: unknown) => fail(error, instance, id));
  return job;
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
