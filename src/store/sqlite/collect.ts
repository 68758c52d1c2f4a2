import type { Collected } from '../sessions.ts';
import type { Statements } from './statements.ts';

type Service = Statements['service'];

interface Collection {
  /** What has expired by then goes. */
  readonly at: string;
  /** What ended by then is forgotten. */
  readonly retention: string;
  /** So many of each kind, at most. */
  readonly limit: number;
}

/** Within a transaction, of all tenants: see `SessionStore.collect`. */
export function collect({ service }: Statements, { at, retention, limit }: Collection): Collected {
  return {
    ...collectSessions(service, at, limit),
    ...forgetSessions(service, retention, limit),
    runs: forgetRuns(service, retention, limit),
    jobs: service.forgetJobs({ retention, limit }),
    answers: service.forgetAnswers({ retention, limit }),
  };
}

function collectSessions(
  service: Service,
  at: string,
  limit: number,
): Pick<Collected, 'sessions' | 'values'> {
  const expired = service.expiredSessions.all({ at, limit });
  let values = 0;
  for (const { tenant, id } of expired) {
    service.evictReferences.run({ tenant, session: id });
    values += service.dropValues({ tenant, session: id });
    service.releaseSession.run({ id });
  }
  return { sessions: expired.length, values };
}

function forgetSessions(
  service: Service,
  retention: string,
  limit: number,
): Pick<Collected, 'forgotten' | 'metadata'> {
  const forgotten = service.forgottenSessions.all({ retention, limit });
  let metadata = 0;
  for (const { tenant, id } of forgotten) {
    metadata += service.forgetReferences({ tenant, session: id });
    service.forgetInputs({ tenant, session: id });
    service.forgetInvocations({ tenant, session: id });
    service.forgetSession.run({ id });
  }
  return { forgotten: forgotten.length, metadata };
}

/** Of those that belong to no session. They have no references: nothing promoted can come from them. */
function forgetRuns(service: Service, retention: string, limit: number): number {
  const ended = service.endedOutside.all({ retention, limit });
  for (const { id } of ended) {
    service.forgetInputsOf.run({ invocation: id });
    service.forgetInvocation.run({ id });
  }
  return ended.length;
}
