import { canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { pointer } from '../canonical/pointer.ts';
import { type ClaimContract, type RoleContract, readClaimContract } from '../contracts/claim.ts';
import { readTransformContract, type TransformContract } from '../contracts/transform.ts';
import { sameType } from '../contracts/value-type.ts';
import { AssayError } from '../errors.ts';
import { identityOf } from './identity.ts';
import { type CheckerManifest, readManifest } from './manifest.ts';
import { subjectRole, transformObligation } from './obligation.ts';
import { givenRoles, statementDigest } from './proposition.ts';
import {
  describedValues,
  type Obligation,
  type Predicate,
  type RoleDescription,
  type Statement,
  sameDescription,
  type ValueDescription,
} from './statement.ts';

/** The contracts and the manifest a certificate was made under, as embedded in it and read. */
export interface Embedded {
  readonly claim: ClaimContract;
  readonly transforms: ReadonlyMap<string, TransformContract>;
  readonly manifest: CheckerManifest;
}

/**
 * Recomputes everything in a statement that follows from something else in it: digests of contracts,
 * the checker's identity, statement and proposition, the subject, and what must be open.
 *
 * @throws AssayError `STATEMENT_INVALID` with the pointer of the first member that does not follow.
 */
export function readAgreement(statement: Statement): Embedded {
  const { predicate } = statement;
  const embedded = readEmbedded(predicate);
  checkClaim(predicate, embedded.claim);
  checkRoles(predicate, embedded);
  checkDescriptions(predicate);
  checkDigests(predicate, embedded.claim);
  checkSubject(statement, embedded.claim);
  checkChecker(predicate, embedded.manifest);
  checkObligations(predicate, embedded);
  checkLineage(predicate, embedded.claim);
  checkTimes(predicate);
  return embedded;
}

function differs(at: string, what: string): AssayError {
  return new AssayError('STATEMENT_INVALID', what, { at: `/predicate${at}` });
}

function readEmbedded({ embedded }: Predicate): Embedded {
  try {
    return {
      claim: readClaimContract(embedded.claim),
      transforms: new Map(
        Object.entries(embedded.transforms).map(([kind, contract]) => [
          kind,
          readTransformContract(contract),
        ]),
      ),
      manifest: readManifest(embedded.manifest),
    };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw differs('/embedded', `an embedded contract cannot be read: ${error.message}`);
  }
}

function checkClaim({ claim, embedded }: Predicate, contract: ClaimContract): void {
  if (digest(embedded.claim) !== claim.contract)
    throw differs('/claim/contract', 'is not the embedded claim contract');
  if (claim.id !== contract.id) throw differs('/claim/id', 'is not the id of the embedded claim contract');
  if (claim.statement !== contract.statement)
    throw differs('/claim/statement', 'is not what the claim contract says');
  if (claim.scope !== contract.scope) throw differs('/claim/scope', 'is not what the claim contract says');
}

function checkRoles(predicate: Predicate, { claim, transforms }: Embedded): void {
  const names = new Set(claim.roles.map((role) => role.name));
  for (const name of Object.keys(predicate.roles)) {
    if (!names.has(name)) throw differs(pointer('roles', name), 'is not a role of the claim');
  }
  const used = new Set<string>();
  for (const contract of claim.roles) {
    const role = roleOf(predicate, contract);
    const at = `/roles/${contract.name}`;
    if (!contract.types.some((type) => sameType(role, type)))
      throw differs(at, 'is of a type the role does not take');
    if (role.transform === undefined) continue;
    if (contract.name === claim.candidate) throw differs(at, 'is the candidate, which no transform may make');
    const transform = transformOf(role.transform.kind, transforms);
    if (digest(predicate.embedded.transforms[role.transform.kind] ?? null) !== role.transform.contract) {
      throw differs(`${at}/transform/contract`, 'is not the embedded transform contract');
    }
    const { source } = role.transform;
    if (!transform.maps.some((map) => sameType(source, map.source) && sameType(role, map.target))) {
      throw differs(`${at}/transform`, 'does not map the type of its source to the type of the role');
    }
    used.add(role.transform.kind);
  }
  for (const kind of transforms.keys()) {
    if (!used.has(kind))
      throw differs(pointer('embedded', 'transforms', kind), 'is a transform no role uses');
  }
}

function transformOf(kind: string, transforms: Embedded['transforms']): TransformContract {
  const transform = transforms.get(kind);
  if (transform?.id !== kind) {
    throw differs(
      pointer('embedded', 'transforms', kind),
      'is not the contract of a transform that a role uses',
    );
  }
  return transform;
}

function roleOf(predicate: Predicate, contract: RoleContract): RoleDescription {
  const role = Object.hasOwn(predicate.roles, contract.name) ? predicate.roles[contract.name] : undefined;
  if (role === undefined) throw differs(`/roles/${contract.name}`, 'is missing');
  return role;
}

/** One digest stands for one value, so whatever is said of it must be the same wherever it stands. */
function checkDescriptions({ roles }: Predicate): void {
  const described = new Map<Digest, ValueDescription>();
  for (const value of describedValues(roles)) {
    const before = described.get(value.digest);
    if (before !== undefined && !sameDescription(before, value)) {
      throw differs('/roles', 'describe one value in two ways');
    }
    described.set(value.digest, value);
  }
}

function checkDigests(predicate: Predicate, claim: ClaimContract): void {
  const digests = Object.fromEntries(
    Object.entries(predicate.roles).map(([name, role]) => [name, role.digest]),
  );
  if (statementDigest(predicate.claim.contract, digests) !== predicate.statement) {
    throw differs('/statement', 'is not the digest of the claim and the roles');
  }
  if (statementDigest(predicate.claim.contract, givenRoles(claim.roles, digests)) !== predicate.proposition) {
    throw differs('/proposition', 'is not the digest of the claim and the given roles');
  }
}

function checkSubject({ subject: [subject], predicate }: Statement, claim: ClaimContract): void {
  const name = subjectRole(claim);
  if (subject.name !== name || `sha256:${subject.digest.sha256}` !== predicate.roles[name]?.digest) {
    throw new AssayError('STATEMENT_INVALID', `the subject must be the role ${name} with its digest`, {
      at: '/subject/0',
    });
  }
}

function checkChecker(
  { checker, method, arithmetic, claim, embedded }: Predicate,
  manifest: CheckerManifest,
): void {
  if (identityOf(digest(embedded.manifest), embedded.programs) !== checker.identity) {
    throw differs('/checker/identity', 'is not the identity of the embedded manifest and programs');
  }
  if (!sameNames(Object.keys(embedded.programs), manifest.programs)) {
    throw differs('/embedded/programs', 'are not the programs the manifest lists');
  }
  if (manifest.claim !== claim.id) throw differs('/checker', 'decides another claim');
  if (checker.id !== manifest.id) throw differs('/checker/id', 'is not what the manifest says');
  if (checker.version !== manifest.version)
    throw differs('/checker/version', 'is not what the manifest says');
  if (digest(checker.limits) !== digest({ ...manifest.limits })) {
    throw differs('/checker/limits', 'are not what the manifest says');
  }
  if (method !== manifest.method) throw differs('/method', 'is not what the manifest says');
  if (arithmetic !== manifest.arithmetic) throw differs('/arithmetic', 'is not what the manifest says');
}

/** What must be open: each transform the checker does not cover, in the order of the roles. */
function checkObligations(predicate: Predicate, { claim, transforms, manifest }: Embedded): void {
  const obligations = predicate.obligations ?? [];
  const expected = claim.roles.flatMap((contract): Obligation[] => {
    const { digest: target, transform } = roleOf(predicate, contract);
    if (transform === undefined || manifest.covers.includes(transform.kind)) return [];
    const { proof } = transformOf(transform.kind, transforms);
    return [transformObligation(contract.name, proof, transform.source.digest, target)];
  });
  const byTransform = obligations.filter((obligation) => 'transform' in obligation.cause);
  if (digest(expected.map(asJson)) !== digest(byTransform.map(asJson))) {
    throw differs('/obligations', 'are not exactly the transforms the checker does not cover');
  }
  if (digest(obligations.slice(0, byTransform.length).map(asJson)) !== digest(byTransform.map(asJson))) {
    throw differs('/obligations', 'must name the transforms first');
  }
  const seen = new Set<string>();
  for (const [index, obligation] of obligations.slice(byTransform.length).entries()) {
    checkAssumption(obligation, claim, `/obligations/${byTransform.length + index}`);
    if (seen.has(obligation.proposition)) throw differs('/obligations', 'name an assumption twice');
    seen.add(obligation.proposition);
  }
}

function checkAssumption(
  { cause, claim, roles, proposition }: Obligation,
  contract: ClaimContract,
  at: string,
): void {
  const assumption = contract.assumptions.find(({ id }) => 'assumption' in cause && id === cause.assumption);
  if (assumption === undefined) throw differs(`${at}/cause`, 'is no assumption the claim declares');
  if (claim.id !== assumption.claim.id || claim.contract !== assumption.claim.contract) {
    throw differs(`${at}/claim`, 'is not the claim of the assumption');
  }
  if (
    !sameNames(
      Object.keys(roles),
      assumption.roles.map(({ name }) => name),
    )
  ) {
    throw differs(`${at}/roles`, 'are not the roles of the assumption');
  }
  if (statementDigest(claim.contract, roles) !== proposition) {
    throw differs(`${at}/proposition`, 'is not the digest of its claim and roles');
  }
}

function checkLineage({ lineage }: Predicate, claim: ClaimContract): void {
  for (const [index, { role }] of lineage.entries()) {
    if (role !== claim.candidate) throw differs(`/lineage/${index}/role`, 'is not the candidate');
  }
}

/** No claimed time decides anything, but no run ends before it began. */
function checkTimes({ started_at: started, finished_at: finished }: Predicate): void {
  if (finished < started) throw differs('/finished_at', 'lies before started_at');
}

/** Whether two lists of distinct names hold the same ones; joining them would let a name hold the separator. */
function sameNames(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(right);
  return left.length === names.size && left.every((name) => names.has(name));
}

function asJson({ proposition, claim, roles, cause }: Obligation): JsonValue {
  return { proposition, claim: { ...claim }, roles, cause: { ...cause } };
}

function digest(value: JsonValue): Digest {
  return canonicalise(value).digest;
}
