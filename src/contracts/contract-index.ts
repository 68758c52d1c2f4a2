import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';
import type { CapabilityContract } from './capability.ts';
import type { ClaimContract } from './claim.ts';
import type { TransformContract } from './transform.ts';
import type { TypeReference, ValueTypeContract } from './value-type.ts';

/** A contract with its canonical bytes. `digest` is theirs: of the whole file, whatever its spacing. */
export interface Loaded<T> {
  readonly contract: T;
  readonly bytes: CanonicalBytes;
  readonly digest: Digest;
  /** Relative to the folder it came from, with `/`. */
  readonly file: string;
}

export interface LoadedValueType extends Loaded<ValueTypeContract> {
  readonly reference: TypeReference;
}

export type LoadedContract =
  | LoadedValueType
  | Loaded<ClaimContract>
  | Loaded<TransformContract>
  | Loaded<CapabilityContract>;

/**
 * Contracts by id, each kind in the order of ids. A value type, a claim and a capability may share an id
 * (`graph.coloring@1`).
 */
export interface Contracts {
  readonly valueTypes: ReadonlyMap<string, LoadedValueType>;
  readonly claims: ReadonlyMap<string, Loaded<ClaimContract>>;
  readonly transforms: ReadonlyMap<string, Loaded<TransformContract>>;
  readonly capabilities: ReadonlyMap<string, Loaded<CapabilityContract>>;
}

/** All contracts in force, found by id, digest or target type. Made by `indexContracts`, which checks them against each other. */
export class ContractIndex {
  readonly #contracts: Contracts;
  readonly #byDigest: ReadonlyMap<Digest, LoadedContract>;

  constructor(contracts: Contracts) {
    this.#contracts = contracts;
    this.#byDigest = new Map(this.list().map((loaded) => [loaded.digest, loaded]));
  }

  /** @throws AssayError CLAIM_UNKNOWN */
  claim(id: string): Loaded<ClaimContract> {
    return (
      this.#contracts.claims.get(id) ?? fail('CLAIM_UNKNOWN', 'no claim has this id', 'assay contracts list')
    );
  }

  /** @throws AssayError TYPE_UNKNOWN */
  valueType(id: string): LoadedValueType {
    return (
      this.#contracts.valueTypes.get(id) ??
      fail('TYPE_UNKNOWN', 'no value type has this id', 'assay contracts list')
    );
  }

  /** @throws AssayError TRANSFORM_NOT_DECLARED */
  transform(id: string): Loaded<TransformContract> {
    return (
      this.#contracts.transforms.get(id) ??
      fail('TRANSFORM_NOT_DECLARED', 'no transform has this name', 'assay contracts list')
    );
  }

  /** @throws AssayError CAPABILITY_UNKNOWN */
  capability(id: string): Loaded<CapabilityContract> {
    return (
      this.#contracts.capabilities.get(id) ??
      fail('CAPABILITY_UNKNOWN', 'no capability has this id', 'assay contracts list')
    );
  }

  /** The transforms that give a value of this type. */
  transformsTo(type: string): readonly Loaded<TransformContract>[] {
    return this.#transforms().filter(({ contract }) =>
      contract.maps.some(({ target }) => target.type === type),
    );
  }

  /** The transforms that take a value of this type. */
  transformsFrom(type: string): readonly Loaded<TransformContract>[] {
    return this.#transforms().filter(({ contract }) =>
      contract.maps.some(({ source }) => source.type === type),
    );
  }

  /** In the order of ids. */
  valueTypes(): readonly LoadedValueType[] {
    return [...this.#contracts.valueTypes.values()];
  }

  /** In the order of ids. */
  claims(): readonly Loaded<ClaimContract>[] {
    return [...this.#contracts.claims.values()];
  }

  /** In the order of ids. */
  capabilities(): readonly Loaded<CapabilityContract>[] {
    return [...this.#contracts.capabilities.values()];
  }

  /** Value types, then claims, transforms and capabilities, each in the order of ids. */
  list(): readonly LoadedContract[] {
    const { valueTypes, claims, transforms, capabilities } = this.#contracts;
    return [...valueTypes.values(), ...claims.values(), ...transforms.values(), ...capabilities.values()];
  }

  /** The contract with these canonical bytes, if it is in force here. */
  byDigest(digest: Digest): LoadedContract | undefined {
    return this.#byDigest.get(digest);
  }

  #transforms(): Loaded<TransformContract>[] {
    return [...this.#contracts.transforms.values()];
  }
}

function fail(
  code: 'CLAIM_UNKNOWN' | 'TYPE_UNKNOWN' | 'TRANSFORM_NOT_DECLARED' | 'CAPABILITY_UNKNOWN',
  message: string,
  command: string,
): never {
  throw new AssayError(code, message, { next: `\`${command}\` shows what there is` });
}
