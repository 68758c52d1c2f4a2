import type { Collected } from '../store/sessions.ts';
import type { Service } from './service.ts';

/** How long it can be told which run and port gave a value that has expired, and answers are kept for repetitions. */
const RETENTION_MS = 7 * 24 * 3_600_000;
/** Sessions in one transaction: it holds the write lock for some milliseconds. */
const AT_ONCE = 100;

/** Takes away what sessions no longer hold, in small transactions, until nothing is left to take. */
export async function collect({ forTenant, operator, now }: Service): Promise<Collected> {
  const { sessions } = forTenant(operator).store;
  const at = now();
  const retention = new Date(Date.parse(at) - RETENTION_MS).toISOString();
  let total: Collected = { sessions: 0, values: 0, forgotten: 0, metadata: 0, answers: 0 };
  for (;;) {
    const part = await sessions.collect(at, retention, AT_ONCE);
    total = {
      sessions: total.sessions + part.sessions,
      values: total.values + part.values,
      forgotten: total.forgotten + part.forgotten,
      metadata: total.metadata + part.metadata,
      answers: total.answers + part.answers,
    };
    if (part.sessions < AT_ONCE && part.forgotten < AT_ONCE) return total;
  }
}
