import { join } from 'node:path';
import { AssayError } from '../errors.ts';
import { ofFile, type Report, reporting } from './fault.ts';
import { type ContractSource, indexContracts } from './index-contracts.ts';
import { readContractFolder } from './load.ts';
import { checkBySchema } from './read-schema.ts';
import { CONTRACT_SCHEMAS } from './schema.ts';
import { DocumentValidator } from './validate.ts';

/** What is wrong in contract folders, each fault at `<file>: <pointer>`, and how many contracts were looked at. */
export interface ContractLint {
  readonly contracts: number;
  readonly faults: readonly AssayError[];
}

/**
 * Everything that keeps contract folders from being used, not just the first of it.
 *
 * @param folders what is looked at.
 * @param beside folders that those may refer to, sound ones.
 * @throws AssayError `FILE_UNREADABLE` where a folder itself cannot be read; what is wrong in `beside`.
 */
export async function lintContracts(
  folders: readonly string[],
  beside: readonly string[],
): Promise<ContractLint> {
  const faults: AssayError[] = [];
  const report: Report = (fault) => void faults.push(fault);
  const sound = (await Promise.all(beside.map((folder) => readContractFolder(folder)))).flat();
  const sources: ContractSource[] = [];
  for (const folder of folders) {
    const found = await readContractFolder(folder, (fault) => report(inFolder(fault, folder)));
    sources.push(...found.map((source) => ({ ...source, file: join(folder, source.file) })));
  }
  const shaped = sources.filter((source) => hasShape(source, report));
  const index = indexContracts([...sound, ...shaped], report);
  const validator = new DocumentValidator();
  const digests = new Set(shaped.map(({ bytes }) => bytes.digest));
  for (const type of index.valueTypes()) {
    if (digests.has(type.digest)) reporting(report, () => validator.compile(type));
  }
  return { contracts: sources.length, faults };
}

function hasShape({ file, folder, bytes }: ContractSource, report: Report): boolean {
  let sound = true;
  checkBySchema(CONTRACT_SCHEMAS[folder], bytes.value, (fault) => {
    sound = false;
    report(ofFile(file, fault));
  });
  return sound;
}

function inFolder({ code, message, at = '', next }: AssayError, folder: string): AssayError {
  return new AssayError(code, message, { at: at === folder ? folder : join(folder, at), next });
}
