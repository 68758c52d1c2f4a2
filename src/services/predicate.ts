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
    arithmetic: manifest.arithmetic,
    checker: {
      id: manifest.id,
      identity: checker.identity,
      limits: sorted(Object.entries(manifest.limits)),
      runtime: { name: accepted.runtime.name, version: accepted.runtime.version },
      version: manifest.version,
    },
    claim: {
      contract: claim.digest,
      id: claim.contract.id,
      scope: claim.contract.scope,
      statement: claim.contract.statement,
    },
    embedded: {
      claim: claim.bytes.value,
      manifest: checker.manifestBytes.value,
      programs: sorted([...checker.programs].map(([path, { digest }]) => [path, digest])),
      transforms: embeddedTransforms([...roles.values()]),
    },
    finished_at: accepted.finishedAt,
    issuer: accepted.issuer,
    lineage: lineageOf(claim.contract.candidate, roles.get(claim.contract.candidate), producer),
    method: manifest.method,
    ...(obligations.length === 0 ? {} : { obligations }),
    proposition: statementDigests(statement).proposition,
    roles: sorted([...roles].map(([name, role]) => [name, describeRole(role)])),
    serial: accepted.serial,
    started_at: accepted.startedAt,
    statement: statementDigests(statement).statement,
    tenant: accepted.tenant,
  };
}

/** An object with its members in canonical order. */
function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Where the candidate comes from: as its reference says, else as the request declares. */
function lineageOf(
  role: string,
  candidate: ResolvedRole | undefined,
  producer: Producer | undefined,
): LineageItem[] {
  if (candidate?.invocation !== undefined) {
    const { basis, capability, id } = candidate.invocation;
    return [{ basis, capability, role, run: invocationUri(id) }];
  }
  if (producer === undefined) return [];
  const { capability, run } = producer;
  return [{ basis: 'declared', capability, role, ...(run === undefined ? {} : { run }) }];
}

function embeddedTransforms(roles: readonly ResolvedRole[]): Record<string, JsonValue> {
  const contracts = roles.flatMap(({ transform }) => (transform === undefined ? [] : [transform.contract]));
  return sorted(contracts.map(({ contract, bytes }) => [contract.id, bytes.value]));
}

function describeRole(role: ResolvedRole): RoleDescription {
  const { transform } = role;
  if (transform === undefined) return describeValue(role);
  const { type, ...before } = describeValue(role);
  const { contract, source } = transform;
  const made = { contract: contract.digest, kind: contract.contract.id, source: describeValue(source) };
  return { ...before, transform: made, type };
}

function describeValue({ value: { bytes, document }, arrived }: ResolvedValue): ValueDescription {
  const { type, schema, semantics } = document;
  return { arrived, digest: bytes.digest, schema, semantics, size: bytes.size, type };
}
