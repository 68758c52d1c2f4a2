import type { Along, CommitResult, Store } from '../store/store.ts';
import { isForbidden } from './choose-checker.ts';
import {
  type Examined,
  type ExamineOptions,
  examine,
  type Issued,
  type Refused,
  refuse,
  type Terms,
} from './examine.ts';
import type { Instance } from './instance.ts';
import type { ResolvedStatement } from './resolve.ts';

export type { Issued, Refused, Terms } from './examine.ts';

export interface CertifyOptions extends Pick<ExamineOptions, 'signal'> {}

/**
 * The main job: runs the authorised checker on the exact bytes of a statement and, if it accepts, signs,
 * logs and keeps a certificate, all in one durable transaction or not at all.
 *
 * @throws AssayError `CHECKER_…`, `CLAIM_REVOKED`, `ISSUER_UNTRUSTED` or `TRUST_ROOT_EXPIRED` where nothing may be
 *   certified: before the checker runs, or after it, when the trust root changed or expired meanwhile (that run is
 *   recorded); `STORE_…`. What a checker does never throws.
 */
export async function certify(
  statement: ResolvedStatement,
  terms: Terms,
  instance: Instance,
  options: CertifyOptions = {},
): Promise<Issued | Refused> {
  const examined = await examine(statement, terms, instance, options);
  return told(examined, await commitExamined([examined], instance), 0);
}

/**
 * Commits what checkers made of statements, all or nothing. Where the trust root forbids one of them by now, or one was
 * told to end by `stop` before its verdict, all are recorded as runs that gave no certificate, and nothing is kept along.
 *
 * @throws AssayError as {@link certify}; the reason of `stop`.
 */
export async function commitExamined(
  all: readonly Examined[],
  { store }: Pick<Instance, 'store'>,
  along?: Along,
  stop?: AbortSignal,
): Promise<CommitResult> {
  if (stop?.aborted && all.some(isCancelled)) {
    await recordRefused(all, 'CANCELLED', store);
    throw stop.reason;
  }
  try {
    return await store.commitVerifications(
      all.map(({ commit }) => commit),
      along,
    );
  } catch (error) {
    if (isForbidden(error)) await recordRefused(all, error.code, store);
    throw error;
  }
}

function isCancelled(examined: Examined): boolean {
  if (!('refused' in examined)) return false;
  const { verdict, reason } = examined.refused;
  return verdict === 'INCONCLUSIVE' && reason === 'CANCELLED';
}

async function recordRefused(all: readonly Examined[], reason: string, store: Store): Promise<void> {
  const refusals = all.map((examined) =>
    'refused' in examined ? examined : refuse(examined.run, { verdict: 'INCONCLUSIVE', reason }),
  );
  await store.commitVerifications(refusals.map(({ commit }) => commit));
}

/** What became of one of several that were committed together. */
export function told(examined: Examined, result: CommitResult, index: number): Issued | Refused {
  if ('refused' in examined) return examined.refused;
  const logIndex = result[index];
  if (typeof logIndex !== 'number')
    throw new Error('a certificate that was committed has a place in the log');
  return examined.issued(logIndex);
}
