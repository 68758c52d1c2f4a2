import type { Digest } from '../canonical/digest.ts';
import type { CapabilityContract } from './capability.ts';
import type { Assumption, ClaimContract, RoleContract } from './claim.ts';
import type { Contracts, Loaded } from './contract-index.ts';
import { broken, inFile, type Path, type Report, reporting, thrown } from './fault.ts';
import type { TransformContract } from './transform.ts';
import { sameType, type TypeReference } from './value-type.ts';

/**
 * Every reference from one contract to another names something that is here, with these digests, and fits: what does not is
 * reported as CONTRACT_INVALID at `<file>: <pointer>`.
 */
export function checkReferences(contracts: Contracts, report: Report = thrown): void {
  for (const { file, contract } of contracts.claims.values()) {
    for (const check of claimChecks(contracts, contract)) reporting(report, () => inFile(file, check));
  }
  for (const { file, contract } of contracts.transforms.values()) {
    reporting(report, () => inFile(file, () => checkTransform(contracts, contract)));
  }
  for (const { file, contract } of contracts.capabilities.values()) {
    for (const check of capabilityChecks(contracts, contract)) reporting(report, () => inFile(file, check));
  }
}

/** One check for each thing a claim refers to. */
function* claimChecks(contracts: Contracts, claim: ClaimContract): Generator<() => void> {
  for (const [index, role] of claim.roles.entries()) {
    for (const [at, type] of role.types.entries()) {
      yield () => checkType(contracts, type, ['roles', index, 'types', at]);
    }
  }
  for (const [index, assumption] of claim.assumptions.entries()) {
    yield () => checkAssumption(contracts, assumption, ['assumptions', index]);
  }
}

/** One check for each type that a port takes or gives. */
function* capabilityChecks(
  contracts: Contracts,
  { inputs, outputs }: CapabilityContract,
): Generator<() => void> {
  for (const [side, ports] of Object.entries({ inputs, outputs })) {
    for (const [index, port] of ports.entries()) {
      for (const [at, type] of port.types.entries()) {
        yield () => checkType(contracts, type, [side, index, 'types', at]);
      }
    }
  }
}

function checkAssumption(contracts: Contracts, assumption: Assumption, path: Path): void {
  const { id, contract: digest } = assumption.claim;
  const { contract: assumed } = findClaim(contracts, id, digest, [...path, 'claim'], 'id');
  for (const [index, { name, type }] of assumption.roles.entries()) {
    const here = [...path, 'roles', index];
    checkType(contracts, type, [...here, 'type']);
    checkRole(assumed, name, type, [...here, 'name']);
  }
  if (assumption.roles.length !== givenRoles(assumed).length) {
    throw broken('an assumption binds every given role of its claim', [...path, 'roles']);
  }
}

function checkTransform(contracts: Contracts, { maps, proof }: TransformContract): void {
  const { contract: proving } = findClaim(contracts, proof.claim, proof.contract, ['proof'], 'claim');
  for (const [index, { source, target }] of maps.entries()) {
    checkType(contracts, source, ['maps', index, 'source']);
    checkType(contracts, target, ['maps', index, 'target']);
    checkRole(proving, proof.source_role, source, ['proof', 'source_role']);
    checkRole(proving, proof.target_role, target, ['proof', 'target_role']);
  }
  if (givenRoles(proving).length !== 2) {
    throw broken('the proving claim has given roles besides source and target', ['proof', 'claim']);
  }
}

function findClaim(
  contracts: Contracts,
  id: string,
  digest: Digest,
  path: Path,
  idMember: 'id' | 'claim',
): Loaded<ClaimContract> {
  const claim = contracts.claims.get(id);
  if (claim === undefined) throw broken('no claim has this id', [...path, idMember]);
  if (claim.digest !== digest) throw broken('the claim of this id has another digest', [...path, 'contract']);
  return claim;
}

function checkType(contracts: Contracts, reference: TypeReference, path: Path): void {
  const known = contracts.valueTypes.get(reference.type)?.reference;
  if (known === undefined) throw broken('no value type has this id', [...path, 'type']);
  if (known.schema !== reference.schema) {
    throw broken('the schema of this type has another digest', [...path, 'schema']);
  }
  if (known.semantics !== reference.semantics) {
    throw broken('the semantics of this type have another digest', [...path, 'semantics']);
  }
}

/** `name` is a given role of the claim and takes values of this type. */
function checkRole(claim: ClaimContract, name: string, type: TypeReference, path: Path): void {
  const role = givenRoles(claim).find((given) => given.name === name);
  if (role === undefined) throw broken('the claim has no such given role', path);
  if (!role.types.some((accepted) => sameType(accepted, type))) {
    throw broken('the role does not take values of this type', path);
  }
}

function givenRoles(claim: ClaimContract): RoleContract[] {
  return claim.roles.filter((role) => role.mode === 'given');
}
