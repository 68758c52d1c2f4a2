import type { Collected } from '../store/sessions.ts';
import type { Service } from './service.ts';

/**
 * How long is known what ended, in milliseconds, unless said otherwise: which run and port gave a value that has expired,
 * runs outside of sessions, jobs, and answers for repetitions.
 */
export const USUAL_RETENTION_MS = 7 * 24 * 3_600_000;
/** Of each kind in one transaction: it holds the write lock for some milliseconds. */
const AT_ONCE = 100;

/** Takes away what sessions no longer hold and what ended long ago, in small transactions, until nothing is left to take. */
export async function collect(
  { forTenant, operator, now }: Service,
  retentionMs = USUAL_RETENTION_MS,
): Promise<Collected> {
  const { sessions } = forTenant(operator).store;
  const at = now();
  const retention = new Date(Date.parse(at) - retentionMs).toISOString();
  let total: Collected = NOTHING;
  for (;;) {
    const part = await sessions.collect(at, retention, AT_ONCE);
    total = sum(total, part);
    const { sessions: expired, forgotten, runs, jobs, answers } = part;
    if (Math.max(expired, forgotten, runs, jobs, answers) < AT_ONCE) return total;
  }
}

const NOTHING: Collected = {
  sessions: 0,
  values: 0,
  forgotten: 0,
  metadata: 0,
  runs: 0,
  jobs: 0,
  answers: 0,
};

function sum(one: Collected, other: Collected): Collected {
  return {
    sessions: one.sessions + other.sessions,
    values: one.values + other.values,
    forgotten: one.forgotten + other.forgotten,
    metadata: one.metadata + other.metadata,
    runs: one.runs + other.runs,
    jobs: one.jobs + other.jobs,
    answers: one.answers + other.answers,
  };
}
