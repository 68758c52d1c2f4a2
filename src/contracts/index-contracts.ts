import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { JsonValue } from '../canonical/json.ts';
import { readCapabilityContract } from './capability.ts';
import { readClaimContract } from './claim.ts';
import { ContractIndex, type Contracts, type Loaded } from './contract-index.ts';
import { broken, inFile, type Report, reporting, thrown } from './fault.ts';
import { checkReferences } from './references.ts';
import { readTransformContract } from './transform.ts';
import { readValueTypeContract, typeReference } from './value-type.ts';

export const KIND_FOLDERS = ['values', 'claims', 'transforms', 'capabilities'] as const;

/** One file of a contract folder: `<domain>/<folder>/<name>.json`. */
export interface ContractSource {
  readonly file: string;
  readonly domain: string;
  readonly folder: (typeof KIND_FOLDERS)[number];
  readonly bytes: CanonicalBytes;
}

/**
 * Reads contracts and checks them against each other: ids are unique within a kind and belong to the domain of their folder,
 * every reference names something that is here, with these digests.
 *
 * @param report is given what breaks a rule, as CONTRACT_INVALID at `<file>: <pointer>`; a contract that cannot be read is
 *   left out then. Thrown by default.
 */
export function indexContracts(sources: readonly ContractSource[], report: Report = thrown): ContractIndex {
  const types = readAll('values', sources, readValueTypeContract, report);
  const contracts: Contracts = {
    valueTypes: byId(types.map((loaded) => ({ ...loaded, reference: typeReference(loaded.contract) }))),
    claims: byId(readAll('claims', sources, readClaimContract, report)),
    transforms: byId(readAll('transforms', sources, readTransformContract, report)),
    capabilities: byId(readAll('capabilities', sources, readCapabilityContract, report)),
  };
  checkReferences(contracts, report);
  return new ContractIndex(contracts);
}

function readAll<T extends { readonly id: string }>(
  folder: ContractSource['folder'],
  sources: readonly ContractSource[],
  read: (value: JsonValue) => T,
  report: Report,
): Loaded<T>[] {
  const files = new Map<string, string>();
  const all = sources
    .filter((source) => source.folder === folder)
    .flatMap((source) => reporting(report, () => load(source, read)) ?? []);
  for (const { contract, file } of all) {
    const other = files.get(contract.id);
    reporting(report, () =>
      inFile(file, () => {
        if (other !== undefined) throw broken(`this id stands in ${other} too`, ['id']);
      }),
    );
    files.set(contract.id, file);
  }
  return all.sort((a, b) => (a.contract.id < b.contract.id ? -1 : 1));
}

function load<T extends { readonly id: string }>(
  { file, domain, folder, bytes }: ContractSource,
  read: (value: JsonValue) => T,
): Loaded<T> {
  return inFile(file, () => {
    const contract = read(bytes.value);
    if (!belongsTo(domain, folder, contract.id)) {
      throw broken(`an id in this folder belongs to the domain ${domain}`, ['id']);
    }
    return { contract, bytes, digest: bytes.digest, file };
  });
}

function belongsTo(domain: string, folder: ContractSource['folder'], id: string): boolean {
  if (folder === 'transforms') return id.startsWith(`${domain.toUpperCase()}_`);
  return id.startsWith(`${domain}.`) || id.startsWith(`${domain}@`);
}

function byId<L extends Loaded<{ readonly id: string }>>(all: readonly L[]): Map<string, L> {
  return new Map(all.map((loaded) => [loaded.contract.id, loaded]));
}
