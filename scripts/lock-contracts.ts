/**
 * Keeps `lock.json` of a contract folder: the digests of what was released.
 *
 *   lock-contracts.ts --check [FOLDER]   fails where the contracts and the lock differ
 *   lock-contracts.ts --add [FOLDER]     adds new ids; refuses where a locked contract was edited or is gone
 *   lock-contracts.ts --fill [FOLDER]    before release: writes the digests into the references of claims and transforms
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalise } from '../src/canonical/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../src/canonical/json.ts';
import type { LoadedContract } from '../src/contracts/contract-index.ts';
import { type ContractSource, indexContracts } from '../src/contracts/index-contracts.ts';
import { readContractFolder } from '../src/contracts/load.ts';
import { readValueTypeContract, typeReference } from '../src/contracts/value-type.ts';
import { AssayError } from '../src/errors.ts';
import { BUILT_IN_CONTRACTS } from '../src/installation.ts';

/** By kind, then by id: the digest of the contract; of a value type also those of its two documents. */
type Lock = Record<LoadedContract['contract']['kind'], Record<string, Record<string, string>>>;

const [mode, folder = BUILT_IN_CONTRACTS] = process.argv.slice(2);
const lockFile = join(folder, 'lock.json');

try {
  const sources = await readContractFolder(folder);
  if (mode === '--fill') fill(sources);
  else if (mode === '--check' || mode === '--add') compare(sources, mode === '--add');
  else fail(['usage: lock-contracts.ts --check | --add | --fill [FOLDER]']);
} catch (error) {
  if (!(error instanceof AssayError)) throw error;
  fail([`${error.at}: ${error.message}`]);
}

function compare(sources: readonly ContractSource[], add: boolean): void {
  const now = contractLock(sources);
  const here = flat(now);
  const locked = flat(existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')) : {});
  const edited = [...locked].filter(([key, digests]) => here.get(key) !== digests);
  const unlocked = [...here.keys()].filter((key) => !locked.has(key));
  const faults = edited.map(
    ([key]) =>
      `${key} ${here.has(key) ? 'differs from the lock: an edit means a new @version' : 'is locked but gone'}`,
  );
  if (!add) faults.push(...unlocked.map((key) => `${key} is not locked yet: --add`));
  if (faults.length > 0) fail(faults);
  else if (add) write(lockFile, now);
}

function contractLock(sources: readonly ContractSource[]): Lock {
  const lock: Lock = { claim: {}, transform: {}, 'value-type': {} };
  for (const loaded of indexContracts(sources).list()) {
    const { kind, id } = loaded.contract;
    lock[kind][id] =
      'reference' in loaded
        ? { contract: loaded.digest, schema: loaded.reference.schema, semantics: loaded.reference.semantics }
        : { contract: loaded.digest };
  }
  return lock;
}

function flat(lock: Partial<Lock>): Map<string, string> {
  return new Map(
    Object.entries(lock).flatMap(([kind, ids]) =>
      Object.entries(ids).map(([id, digests]) => [`${kind} ${id}`, JSON.stringify(digests)] as const),
    ),
  );
}

/** Value types, then claims (as often as they may assume one another), then transforms; members keep their order. */
function fill(sources: readonly ContractSource[]): void {
  const known = new Map<string, JsonObject>();
  for (const { folder: kind, bytes } of sources) {
    if (kind !== 'values') continue;
    const reference = typeReference(readValueTypeContract(bytes.value));
    known.set(`type ${reference.type}`, { ...reference });
  }
  const claims = sources.filter(({ folder: kind }) => kind === 'claims').map(({ file }) => file);
  for (const file of claims.flatMap(() => claims)) {
    const claim = canonicalise(filled(readJson(file), known));
    if (isJsonObject(claim.value)) known.set(`claim ${claim.value.id}`, { contract: claim.digest });
  }
  for (const { folder: kind, file } of sources) {
    if (kind !== 'values') write(join(folder, file), filled(readJson(file), known));
  }
}

function filled(value: JsonValue, known: ReadonlyMap<string, JsonObject>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => filled(item, known));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, filled(member, known)]);
  const digests =
    'contract' in value ? known.get(`claim ${value.id ?? value.claim}`) : known.get(`type ${value.type}`);
  return { ...Object.fromEntries(members), ...digests };
}

function readJson(file: string): JsonValue {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
