import type { JsonObject } from '../../canonical/json.ts';
import type { Obligation } from '../../certificate/statement.ts';
import type { InconclusiveReason } from '../../checking/outcome.ts';
import { roleDigests, statementDigests } from '../../services/predicate.ts';
import { readPredicate, type Standing } from '../../services/standing.ts';
import type { Verified } from '../../services/verify.ts';
import type { StoredCertificate, Verification } from '../../store/store.ts';

/** What a verification came to, as it is told when it has just ended. */
export function verifiedJson(verified: Verified): JsonObject {
  const { verification: id, verdict, statement, checker } = verified;
  const about = {
    id,
    verdict,
    claim: statement.claim.contract.id,
    statement: statementDigests(statement).statement,
    roles: roleDigests(statement),
    checker: { id: checker.manifest.id, identity: checker.identity },
  };
  if (verified.verdict === 'ACCEPTED') {
    const { serial, logIndex, obligations } = verified;
    const conditional = obligations.length > 0;
    const certificate = {
      serial,
      log_index: logIndex,
      conditional,
      obligations: obligations.map(obligationJson),
    };
    return { ...about, certificate };
  }
  const { reason, at } = verified;
  const detail = OUR_WORDS.get(reason) ?? verified.detail;
  return {
    ...about,
    reason,
    ...(detail === undefined ? {} : { detail }),
    ...(at === undefined ? {} : { at }),
  };
}

/**
 * In place of what a checker left behind that gave no verdict: the message of its error, the members of its answer. It was
 * meant for nobody and may hold a value.
 */
const OUR_WORDS: ReadonlyMap<string, string> = new Map<InconclusiveReason, string>([
  ['CRASHED', 'the checker ended without a verdict; `assay checkers test` tells its author more'],
  ['PROTOCOL', 'what the checker answered is no verdict; `assay checkers test` tells its author more'],
]);

/** The record of a verification, as it is found again. */
export function recordJson(record: Verification, certificate: StoredCertificate | null): JsonObject {
  const { id, verdict, claimId, statement, roles, checker, checkerId, reason, at } = record;
  return {
    id,
    verdict,
    claim: claimId,
    statement,
    roles: Object.fromEntries(roles.map(({ role, digest }) => [role, digest])),
    checker: checker === null || checkerId === null ? null : { id: checkerId, identity: checker },
    ...(certificate === null ? {} : { certificate: certificateJson(certificate) }),
    ...(reason === null ? {} : { reason }),
    ...(at === null ? {} : { at }),
  };
}

function certificateJson(certificate: StoredCertificate): JsonObject {
  const { serial, logIndex, conditional } = certificate;
  const { obligations = [] } = readPredicate(certificate);
  return { serial, log_index: logIndex, conditional, obligations: obligations.map(obligationJson) };
}

/** An obligation as a certificate states it: what would have to be certified, and why. */
export function obligationJson({ proposition, claim, roles, cause }: Obligation): JsonObject {
  return { proposition, claim: claim.id, roles: { ...roles }, cause: { ...cause } };
}

/** A certificate with what it amounts to now. */
export function standingJson(standing: Standing): JsonObject {
  const { stored, predicate, status } = standing;
  const { id, version, identity } = predicate.checker;
  const roles = Object.entries(predicate.roles).map(([role, { digest, type, size, arrived, transform }]) => [
    role,
    {
      digest,
      type,
      size,
      arrived,
      ...(transform === undefined
        ? {}
        : { transform: { kind: transform.kind, source: transform.source.digest } }),
    },
  ]);
  return {
    serial: stored.serial,
    log_index: stored.logIndex,
    claim: predicate.claim.id,
    status,
    statement: predicate.statement,
    proposition: predicate.proposition,
    roles: Object.fromEntries(roles),
    checker: { id, version, identity },
    lineage: predicate.lineage.map((item) => ({ ...item })),
    finished_at: predicate.finished_at,
    ...(standing.status === 'void'
      ? { reason: standing.reason }
      : {
          open: standing.open.map(obligationJson),
          discharged_by: standing.discharges.map(({ serial }) => serial),
        }),
  };
}
