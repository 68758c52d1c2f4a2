import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CanonicalBytes, parse } from '../canonical/canonical.ts';
import { AssayError } from '../errors.ts';
import { BUILT_IN_CONTRACTS } from '../installation.ts';
import type { ContractIndex } from './contract-index.ts';
import { EXAMPLES_FOLDER } from './examples.ts';
import { inFile, type Report, reporting, thrown } from './fault.ts';
import { type ContractSource, indexContracts, KIND_FOLDERS } from './index-contracts.ts';

/** In bytes. A contract is embedded in every certificate that speaks of it. */
const LARGEST_FILE = 256 * 1024;

/**
 * Loads contract folders (`<domain>/{values,claims,transforms,capabilities}/*.json`, beside them `lock.json`, `examples/`, `*.md`
 * and dot files, which are no contracts) into one index. Contracts may refer to those of other folders, never replace them. Schemas from other
 * folders than Assay's own are compiled here; ours are compiled by the tests and on first use (150 ms for the first one).
 *
 * @throws AssayError CONTRACT_INVALID at `<file>: <pointer>`, the file relative to its folder; FILE_UNREADABLE.
 */
export async function loadContracts(
  folders: readonly string[] = [BUILT_IN_CONTRACTS],
): Promise<ContractIndex> {
  const sources = await Promise.all(folders.map((folder) => readContractFolder(folder)));
  const index = indexContracts(sources.flat());
  await compileSchemas(index, sources.filter((_, at) => folders[at] !== BUILT_IN_CONTRACTS).flat());
  return index;
}

async function compileSchemas(index: ContractIndex, sources: readonly ContractSource[]): Promise<void> {
  if (sources.length === 0) return;
  const { DocumentValidator } = await import('./validate.ts');
  const validator = new DocumentValidator();
  const digests = new Set(sources.map(({ bytes }) => bytes.digest));
  for (const type of index.valueTypes()) {
    if (digests.has(type.digest)) validator.compile(type);
  }
}

/**
 * The contract files of one folder in the order of their names, parsed but not yet read as contracts.
 *
 * @param report is given what cannot be read, which is left out then; thrown by default.
 */
export async function readContractFolder(folder: string, report: Report = thrown): Promise<ContractSource[]> {
  const sources: ContractSource[] = [];
  for (const domain of list(folder)) {
    if (domain === 'lock.json') continue;
    for (const name of list(folder, domain, report)) {
      if (name === EXAMPLES_FOLDER) continue;
      const kind = KIND_FOLDERS.find((known) => known === name);
      if (kind === undefined) {
        report(fault(`${domain}/${name}`, `a domain holds only the folders ${KIND_FOLDERS.join(', ')}`));
        continue;
      }
      for (const file of list(folder, `${domain}/${kind}`, report)) {
        const path = `${domain}/${kind}/${file}`;
        const bytes = reporting(report, () => read(folder, path));
        if (bytes !== undefined) sources.push({ file: path, domain, folder: kind, bytes });
      }
    }
  }
  if (sources.length === 0) report(fault(folder, 'this folder holds no contracts'));
  return sources;
}

function list(folder: string, below = '', report = thrown): string[] {
  const names = reporting(report, () =>
    unlessUnreadable(below || folder, () => readdirSync(join(folder, below))),
  );
  return (names ?? []).filter((name) => !name.startsWith('.') && !name.endsWith('.md')).sort();
}

/** Without waiting: a start reads 130 files one after the other, and each that is waited for costs 0.5 ms. */
function read(folder: string, file: string): CanonicalBytes {
  const path = join(folder, file);
  if (!file.endsWith('.json')) throw fault(file, 'a contract is a .json file');
  const found = unlessUnreadable(file, () => statSync(path));
  if (!found.isFile()) throw fault(file, 'a contract is a .json file');
  if (found.size > LARGEST_FILE) throw fault(file, `a contract has at most ${LARGEST_FILE} bytes`);
  const bytes = unlessUnreadable(file, () => readFileSync(path));
  return inFile(file, () => parse(bytes, { bytes: LARGEST_FILE }));
}

function unlessUnreadable<T>(at: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw fault(at, 'must be a folder');
    throw new AssayError('FILE_UNREADABLE', 'this file or folder cannot be read', { at, cause: error });
  }
}

function fault(at: string, message: string): AssayError {
  return new AssayError('CONTRACT_INVALID', message, { at });
}
