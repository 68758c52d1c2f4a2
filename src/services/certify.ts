import { canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { sealEnvelope } from '../certificate/envelope.ts';
import { isInForce } from '../certificate/interval.ts';
import { subjectRole, transformObligation } from '../certificate/obligation.ts';
import { type Obligation, PAYLOAD_TYPE, statementOf } from '../certificate/statement.ts';
import type { TrustRoot } from '../certificate/trust-root.ts';
import type { Outcome } from '../checking/outcome.ts';
import type { CheckerProgram } from '../checking/program.ts';
import { AssayError } from '../errors.ts';
import type { StoredValue } from '../store/store.ts';
import { readAssumptions } from './assumptions.ts';
import { chooseChecker, isForbidden, requireAuthorised } from './choose-checker.ts';
import type { Handoff } from './handoff.ts';
import { currentTrustRoot, type Instance, openTrustRoot } from './instance.ts';
import { predicateOf, roleDigests } from './predicate.ts';
import type { ResolvedStatement } from './resolve.ts';
import { type Run, recordOf, requestFor, statementValues } from './run.ts';

/** A run that ended in a certificate. */
export interface Issued {
  readonly verdict: 'ACCEPTED';
  readonly serial: string;
  readonly obligations: readonly Obligation[];
  readonly logIndex: number;
  readonly checker: CheckerProgram;
  readonly statement: ResolvedStatement;
  readonly envelope: JsonEnvelope;
  readonly payloadDigest: Digest;
  /** The values the certificate speaks about, those of open assumptions among them. */
  readonly values: readonly StoredValue[];
}

type JsonEnvelope = ReturnType<typeof sealEnvelope>;

/** A run that ended in none. It is recorded, and asserts nothing. */
export interface Refused {
  readonly verdict: 'REJECTED' | 'INCONCLUSIVE';
  readonly reason: string;
  readonly detail: string | undefined;
  readonly at: string | undefined;
  readonly checker: CheckerProgram;
  readonly statement: ResolvedStatement;
}

/** What a handoff says beside its claim and its values. */
export type Terms = Pick<Handoff, 'producer' | 'checker'>;

export interface CertifyOptions {
  readonly signal?: AbortSignal;
}

/**
 * The main job: runs the authorised checker on the exact bytes of a statement and, if it accepts, signs,
 * logs and keeps a certificate, all in one durable transaction or not at all.
 *
 * @throws AssayError `CHECKER_…`, `CLAIM_REVOKED` or `ISSUER_UNTRUSTED` where nothing may be certified: before the
 *   checker runs, or after it, when the trust root changed meanwhile (that run is recorded); `STORE_…`. What a
 *   checker does never throws.
 */
export async function certify(
  statement: ResolvedStatement,
  terms: Terms,
  instance: Instance,
  { signal }: CertifyOptions = {},
): Promise<Issued | Refused> {
  const { checkers, pool, store } = instance;
  const startedAt = instance.now();
  const trust = await currentTrustRoot(store);
  const checker = chooseChecker(statement.claim, terms.checker, checkers, trust, store.tenant);
  const outcome = await pool.run(
    checker,
    requestFor(statement, checker),
    signal === undefined ? {} : { signal },
  );
  const run: Run = {
    producer: terms.producer,
    statement,
    checker,
    startedAt,
    finishedAt: later(startedAt, instance.now()),
  };
  return outcome.verdict === 'ACCEPTED' ? accept(run, outcome, instance) : refuse(run, outcome, instance);
}

/** A clock may be set back while a checker runs; a certificate never ends before it began. */
function later(startedAt: string, now: string): string {
  return [startedAt, now].toSorted().at(-1) ?? startedAt;
}

async function accept(
  run: Run,
  outcome: Extract<Outcome, { verdict: 'ACCEPTED' }>,
  instance: Instance,
): Promise<Issued | Refused> {
  const { statement, checker, producer } = run;
  const assumptions = readAssumptions(outcome.open, statement.claim.contract, instance.rules);
  if (assumptions === undefined) {
    const detail = 'the checker left open what the claim does not declare';
    return refuse(run, { verdict: 'INCONCLUSIVE', reason: 'PROTOCOL', detail }, instance);
  }
  const obligations = [...openTransforms(statement, checker), ...assumptions.obligations];
  const { store, issuer } = instance;
  const predicate = predicateOf({
    serial: instance.serial(),
    tenant: store.tenant,
    issuer: issuer.keyid,
    statement,
    producer,
    checker,
    runtime: outcome.runtime,
    obligations,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
  });
  const subject = subjectRole(statement.claim.contract);
  const subjectDigest = roleDigests(statement)[subject];
  if (subjectDigest === undefined) throw new TypeError('a resolved statement has every role');
  const payload = canonicalise(statementOf(subject, subjectDigest, predicate));
  const envelope = sealEnvelope(payload, PAYLOAD_TYPE, [issuer]);
  const values = [...statementValues(statement), ...assumptions.values];
  const permit = { claim: statement.claim.digest, checker: checker.identity, tenant: store.tenant };
  const record = recordOf(run, { verdict: 'ACCEPTED', reason: null, at: null }, values, instance.serial());
  const certificate = {
    serial: predicate.serial,
    conditional: obligations.length > 0,
    statement: predicate.statement,
    proposition: predicate.proposition,
    payloadDigest: payload.digest,
    envelope: canonicalise(envelope).bytes,
    obligations: obligations.map(({ proposition, cause }) => ({ proposition, cause: { ...cause } })),
  };
  try {
    const { logIndex } = await store.commitVerification(record, certificate, (stored, index) =>
      admit(openTrustRoot(stored), issuer.keyid, { ...permit, index }),
    );
    return {
      verdict: 'ACCEPTED',
      serial: predicate.serial,
      obligations,
      logIndex,
      checker,
      statement,
      envelope,
      payloadDigest: payload.digest,
      values,
    };
  } catch (error) {
    if (isForbidden(error)) await keepRefusal(run, { verdict: 'INCONCLUSIVE', reason: error.code }, instance);
    throw error;
  }
}

/** What must hold under the write lock: the world may have changed while the checker ran. */
function admit(trust: TrustRoot, issuer: Digest, permit: Parameters<typeof requireAuthorised>[1]): void {
  requireAuthorised(trust, permit);
  const key = trust.key(issuer, 'certificate');
  if (key === undefined || !isInForce(key, permit.index)) {
    throw new AssayError('ISSUER_UNTRUSTED', 'the certificate key of this data folder is not in force');
  }
}

async function refuse(run: Run, outcome: RefusedOutcome, instance: Instance): Promise<Refused> {
  const { statement, checker } = run;
  await keepRefusal(run, outcome, instance);
  const { verdict, reason } = outcome;
  return verdict === 'REJECTED'
    ? { verdict, reason, detail: undefined, at: outcome.at, checker, statement }
    : { verdict, reason, detail: outcome.detail, at: undefined, checker, statement };
}

/** Every run is recorded, also one that gives no certificate; the values themselves are not kept then. */
async function keepRefusal(run: Run, outcome: RefusedOutcome, { store, serial }: Instance): Promise<void> {
  const { verdict, reason } = outcome;
  const at = (verdict === 'REJECTED' ? outcome.at : undefined) ?? null;
  await store.commitVerification(recordOf(run, { verdict, reason, at }, [], serial()), null);
}

type RefusedOutcome =
  | { readonly verdict: 'REJECTED'; readonly reason: string; readonly at?: string }
  | { readonly verdict: 'INCONCLUSIVE'; readonly reason: string; readonly detail?: string };

function openTransforms({ roles }: ResolvedStatement, { manifest }: CheckerProgram): Obligation[] {
  return [...roles].flatMap(([name, { value, transform }]) =>
    transform === undefined || manifest.covers.includes(transform.contract.contract.id)
      ? []
      : [
          transformObligation(
            name,
            transform.contract.contract.proof,
            transform.source.value.bytes.digest,
            value.bytes.digest,
          ),
        ],
  );
}
