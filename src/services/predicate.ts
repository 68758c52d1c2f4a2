import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { givenRoles, type RoleDigests, statementDigest } from '../certificate/proposition.ts';
import type {
  LineageItem,
  Obligation,
  Predicate,
  RoleDescription,
  ValueDescription,
} from '../certificate/statement.ts';
import type { CheckerProgram } from '../checking/program.ts';
import type { Producer } from './handoff.ts';
import { invocationUri } from './references/reference.ts';
import type { ResolvedRole, ResolvedStatement, ResolvedValue } from './resolve.ts';

/** A verification that was accepted, with all that its certificate says. */
export interface Accepted {
  readonly serial: string;
  readonly tenant: string;
  readonly issuer: Digest;
  readonly statement: ResolvedStatement;
  readonly producer: Producer | undefined;
  readonly checker: CheckerProgram;
  readonly runtime: { readonly name: string; readonly version: string };
  readonly obligations: readonly Obligation[];
  readonly startedAt: string;
  readonly finishedAt: string;
}

export function roleDigests({ roles }: ResolvedStatement): RoleDigests {
  return Object.fromEntries([...roles].map(([name, role]) => [name, role.value.bytes.digest]));
}

interface StatementDigests {
  readonly statement: Digest;
  readonly proposition: Digest;
}

/** Asked for by the certificate, the record and the answer: a statement never changes. */
const known = new WeakMap<ResolvedStatement, StatementDigests>();

/** The digests of a statement and of its proposition. */
export function statementDigests(statement: ResolvedStatement): StatementDigests {
  const { claim } = statement;
  const before = known.get(statement);
  if (before !== undefined) return before;
  const roles = roleDigests(statement);
  const digests = {
    statement: statementDigest(claim.digest, roles),
    proposition: statementDigest(claim.digest, givenRoles(claim.contract.roles, roles)),
  };
  known.set(statement, digests);
  return digests;
}

/** The predicate of the certificate for an accepted verification. */
export function predicateOf(accepted: Accepted): Predicate {
  const { statement, checker, obligations, producer } = accepted;
  const { claim, roles } = statement;
  const { manifest } = checker;
  return {
    serial: accepted.serial,
    tenant: accepted.tenant,
    claim: {
      id: claim.contract.id,
      contract: claim.digest,
      statement: claim.contract.statement,
      scope: claim.contract.scope,
    },
    ...statementDigests(statement),
    roles: Object.fromEntries([...roles].map(([name, role]) => [name, describeRole(role)])),
    lineage: lineageOf(claim.contract.candidate, roles.get(claim.contract.candidate), producer),
    checker: {
      id: manifest.id,
      version: manifest.version,
      identity: checker.identity,
      limits: { ...manifest.limits },
      runtime: accepted.runtime,
    },
    method: manifest.method,
    arithmetic: manifest.arithmetic,
    ...(obligations.length === 0 ? {} : { obligations }),
    issuer: accepted.issuer,
    started_at: accepted.startedAt,
    finished_at: accepted.finishedAt,
    embedded: {
      claim: claim.bytes.value,
      transforms: embeddedTransforms([...roles.values()]),
      manifest: checker.manifestBytes.value,
      programs: Object.fromEntries([...checker.programs].map(([path, { digest }]) => [path, digest])),
    },
  };
}

/** Where the candidate comes from: as its reference says, else as the request declares. */
function lineageOf(
  role: string,
  candidate: ResolvedRole | undefined,
  producer: Producer | undefined,
): LineageItem[] {
  if (candidate?.invocation !== undefined) {
    const { basis, capability, id } = candidate.invocation;
    return [{ role, basis, capability, run: invocationUri(id) }];
  }
  return producer === undefined ? [] : [{ role, basis: 'declared', ...producer }];
}

function embeddedTransforms(roles: readonly ResolvedRole[]): Record<string, JsonValue> {
  const contracts = roles.flatMap(({ transform }) => (transform === undefined ? [] : [transform.contract]));
  return Object.fromEntries(contracts.map(({ contract, bytes }) => [contract.id, bytes.value]));
}

function describeRole(role: ResolvedRole): RoleDescription {
  const { transform } = role;
  if (transform === undefined) return describeValue(role);
  const { contract, source } = transform;
  return {
    ...describeValue(role),
    transform: { kind: contract.contract.id, contract: contract.digest, source: describeValue(source) },
  };
}

function describeValue({ value: { bytes, document }, arrived }: ResolvedValue): ValueDescription {
  const { type, schema, semantics } = document;
  return { digest: bytes.digest, size: bytes.size, type, schema, semantics, arrived };
}
