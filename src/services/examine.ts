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
import type { Commit, StoredValue } from '../store/store.ts';
import { readAssumptions } from './assumptions.ts';
import { chooseChecker, type Permit, requireAuthorised } from './choose-checker.ts';
import type { Handoff } from './handoff.ts';
import { type Instance, openTrustRoot } from './instance.ts';
import { predicateOf, roleDigests } from './predicate.ts';
import type { ResolvedStatement } from './resolve.ts';
import { type Run, recordOf, requestFor, statementValues } from './run.ts';

/** A run that ended in a certificate. */
export interface Issued {
  readonly verdict: 'ACCEPTED';
  /** Id of the record of the run. */
  readonly verification: string;
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
  readonly verification: string;
  readonly reason: string;
  readonly detail: string | undefined;
  readonly at: string | undefined;
  readonly checker: CheckerProgram;
  readonly statement: ResolvedStatement;
}

/** What a handoff says beside its claim and its values. */
export type Terms = Pick<Handoff, 'producer' | 'checker'>;

export interface ExamineOptions {
  readonly signal?: AbortSignal;
  /** The id of the record; 32 hex digits. */
  readonly verification?: string;
}

/** What a checker made of a statement, ready to be committed and told. */
export type Examined = ExaminedAcceptance | ExaminedRefusal;

export interface ExaminedAcceptance {
  readonly run: Run;
  readonly commit: Extract<Commit, { certificate: object }>;
  /** What it is once its certificate has its place in the log. */
  readonly issued: (logIndex: number) => Issued;
}

export interface ExaminedRefusal {
  readonly run: Run;
  readonly commit: Extract<Commit, { certificate: null }>;
  readonly refused: Refused;
}

/**
 * Runs the authorised checker on the exact bytes of a statement and signs what it accepts. Nothing is kept yet, and a
 * certificate that is not committed is told to nobody.
 *
 * @throws AssayError `CHECKER_…`, `CLAIM_REVOKED` or `TRUST_ROOT_EXPIRED` where nothing may be certified. What a checker
 *   does never throws.
 */
export async function examine(
  statement: ResolvedStatement,
  terms: Terms,
  instance: Instance,
  { signal, verification = instance.runId() }: ExamineOptions = {},
): Promise<Examined> {
  const { pool, store } = instance;
  const startedAt = instance.now();
  const checker = await chooseChecker(statement.claim, terms.checker, instance);
  const outcome = await pool.run(checker, requestFor(statement, checker), {
    owner: store.tenant,
    ...(signal === undefined ? {} : { signal }),
  });
  const run: Run = {
    id: verification,
    producer: terms.producer,
    statement,
    checker,
    startedAt,
    finishedAt: later(startedAt, instance.now()),
  };
  return outcome.verdict === 'ACCEPTED' ? accept(run, outcome, instance) : refuse(run, outcome);
}

/** A clock may be set back while a checker runs; a certificate never ends before it began. */
function later(startedAt: string, now: string): string {
  return [startedAt, now].toSorted().at(-1) ?? startedAt;
}

function accept(
  run: Run,
  outcome: Extract<Outcome, { verdict: 'ACCEPTED' }>,
  { store, issuer, serial, rules, now }: Instance,
): Examined {
  const { statement, checker, producer } = run;
  const assumptions = readAssumptions(outcome.open, statement.claim.contract, rules);
  if (assumptions === undefined) {
    const detail = 'the checker left open what the claim does not declare';
    return refuse(run, { verdict: 'INCONCLUSIVE', reason: 'PROTOCOL', detail });
  }
  const obligations = [...openTransforms(statement, checker), ...assumptions.obligations];
  const predicate = predicateOf({
    serial: serial(),
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
  return {
    run,
    commit: {
      record: recordOf(run, { verdict: 'ACCEPTED', reason: null, at: null }, values),
      certificate: {
        serial: predicate.serial,
        conditional: obligations.length > 0,
        statement: predicate.statement,
        proposition: predicate.proposition,
        payloadDigest: payload.digest,
        envelope: canonicalise(envelope).bytes,
        obligations: obligations.map(({ proposition, cause }) => ({ proposition, cause: { ...cause } })),
      },
      admit: (stored, index) => admit(openTrustRoot(stored), now(), issuer.keyid, { ...permit, index }),
    },
    issued: (logIndex) => ({
      verdict: 'ACCEPTED',
      verification: run.id,
      serial: predicate.serial,
      obligations,
      logIndex,
      checker,
      statement,
      envelope,
      payloadDigest: payload.digest,
      values,
    }),
  };
}

/** What must hold when a certificate is committed: the world may have changed while the checker ran. */
function admit(trust: TrustRoot, now: string, issuer: Digest, permit: Permit): void {
  trust.assertCurrent(now);
  requireAuthorised(trust, permit);
  const key = trust.key(issuer, 'certificate');
  if (key === undefined || !isInForce(key, permit.index)) {
    throw new AssayError('ISSUER_UNTRUSTED', 'the certificate key of this data folder is not in force');
  }
}

/** Every run is recorded, also one that gives no certificate; the values themselves are not kept then. */
export function refuse(run: Run, outcome: RefusedOutcome): ExaminedRefusal {
  const { statement, checker, id: verification } = run;
  const { verdict, reason } = outcome;
  const at = verdict === 'REJECTED' ? outcome.at : undefined;
  const detail = verdict === 'REJECTED' ? undefined : outcome.detail;
  return {
    run,
    commit: { record: recordOf(run, { verdict, reason, at: at ?? null }, []), certificate: null },
    refused: { verdict, verification, reason, detail, at, checker, statement },
  };
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
