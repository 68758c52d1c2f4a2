/**
 * Keeps `lock.json` of a contract folder: the digests of what was released.
 *
 *   lock-contracts.ts --check [FOLDER]   fails where the contracts and the lock differ
 *   lock-contracts.ts --add [FOLDER]     adds new ids; refuses where a locked contract was edited or is gone
 *   lock-contracts.ts --fill [FOLDER]    before release: writes the digests into the references of claims, transforms and capabilities
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedContract } from '../src/contracts/contract-index.ts';
import { fillContracts } from '../src/contracts/fill.ts';
import { type ContractSource, indexContracts } from '../src/contracts/index-contracts.ts';
import { readContractFolder } from '../src/contracts/load.ts';
import { AssayError } from '../src/errors.ts';
import { BUILT_IN_CONTRACTS } from '../src/installation.ts';

/** By kind, then by id: the digest of the contract; of a value type also those of its two documents. */
type Lock = Record<LoadedContract['contract']['kind'], Record<string, Record<string, string>>>;

const [mode, folder = BUILT_IN_CONTRACTS] = process.argv.slice(2);
const lockFile = join(folder, 'lock.json');

try {
  const sources = await readContractFolder(folder);
  if (mode === '--fill') await fillContracts(folder, []);
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
  const lock: Lock = { capability: {}, claim: {}, transform: {}, 'value-type': {} };
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

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
