import type { CheckerPool } from '../checking/pool.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { StoredValue, VerificationRecord } from '../store/store.ts';
import { storedValue } from './assumptions.ts';
import type { Producer } from './handoff.ts';
import { roleDigests, statementDigests } from './predicate.ts';
import type { ResolvedStatement } from './resolve.ts';

/** One run of a checker, from the statement it was given to when it ended. */
export interface Run {
  /** Of its record: 32 hex digits. */
  readonly id: string;
  readonly producer: Producer | undefined;
  readonly statement: ResolvedStatement;
  readonly checker: CheckerProgram;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** A checker is handed the source of a transform only where its manifest says that it replays it. */
export function requestFor(
  { claim, roles }: ResolvedStatement,
  { manifest }: CheckerProgram,
): Parameters<CheckerPool['run']>[1] {
  const covered = [...roles].flatMap(([name, { transform }]) =>
    transform !== undefined && manifest.covers.includes(transform.contract.contract.id)
      ? [
          [
            name,
            { transform: transform.contract.contract.id, document: transform.source.value.bytes },
          ] as const,
        ]
      : [],
  );
  return {
    claim: claim.contract.id,
    roles: Object.fromEntries([...roles].map(([name, { value }]) => [name, value.bytes])),
    sources: Object.fromEntries(covered),
  };
}

/** The values a certificate for the statement speaks about, the sources of transforms among them. */
export function statementValues({ roles }: ResolvedStatement): StoredValue[] {
  return [...roles.values()]
    .flatMap((role) => [role, ...(role.transform === undefined ? [] : [role.transform.source])])
    .map(({ value }) => storedValue(value));
}

/** The bytes of its values. */
export function statementSize({ roles }: ResolvedStatement): number {
  return [...roles.values()].reduce((sum, { value }) => sum + value.bytes.size, 0);
}

/** What is kept of a run, with the values that are to be kept by it, and which run of a producer its certificate names. */
export function recordOf(
  { id, statement, checker, startedAt, finishedAt }: Run,
  verdict: Pick<VerificationRecord, 'verdict' | 'reason' | 'at'>,
  values: readonly StoredValue[],
): VerificationRecord {
  return {
    id,
    claim: statement.claim.digest,
    claimId: statement.claim.contract.id,
    ...statementDigests(statement),
    checker: checker.identity,
    checkerId: checker.manifest.id,
    ...verdict,
    startedAt,
    finishedAt,
    roles: Object.entries(roleDigests(statement)).map(([role, digest]) => ({ role, digest })),
    values,
    invocation: statement.roles.get(statement.claim.contract.candidate)?.invocation?.id,
  };
}
