import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalise } from '../canonical/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts';
import type { ContractSource } from './index-contracts.ts';
import { readContractFolder } from './load.ts';
import { readValueTypeContract, typeReference } from './value-type.ts';

/** Digests by what they are of: `type <id>` or `claim <id>`. */
type Known = Map<string, JsonObject>;

/**
 * Before release: writes the digests of value types and claims into the claims, transforms and capabilities of a folder
 * that refer to them.
 * Members keep their order; files that hold the right digests already are left alone.
 *
 * @param beside folders that the contracts may refer to.
 * @returns the files that were written.
 * @throws AssayError `CONTRACT_INVALID` or `FILE_UNREADABLE`; an error of the file system where a file cannot be written.
 */
export async function fillContracts(folder: string, beside: readonly string[]): Promise<string[]> {
  const known: Known = new Map();
  for (const other of beside) learn(await readContractFolder(other), known);
  const sources = await readContractFolder(folder);
  learn(
    sources.filter(({ folder: kind }) => kind === 'values'),
    known,
  );
  const files = new Map<string, JsonValue>();
  for (const { file, folder: kind } of sources) {
    if (kind !== 'values') files.set(file, JSON.parse(await readFile(join(folder, file), 'utf8')));
  }
  // As often as there are claims: they may assume one another.
  const claims = [...files.keys()].filter((file) => file.includes('/claims/'));
  for (const file of claims.flatMap(() => claims)) {
    const claim = filled(files.get(file) ?? null, known);
    files.set(file, claim);
    learnClaim(claim, known);
  }
  const written: string[] = [];
  for (const { file, bytes } of sources) {
    const content = files.get(file);
    if (content === undefined) continue;
    const complete = filled(content, known);
    if (canonicalise(complete).digest === bytes.digest) continue;
    await writeFile(join(folder, file), `${JSON.stringify(complete, null, 2)}\n`);
    written.push(file);
  }
  return written;
}

function learn(sources: readonly ContractSource[], known: Known): void {
  for (const { folder: kind, bytes } of sources) {
    if (kind === 'claims') learnClaim(bytes.value, known);
    if (kind !== 'values') continue;
    const reference = typeReference(readValueTypeContract(bytes.value));
    known.set(`type ${reference.type}`, { ...reference });
  }
}

function learnClaim(claim: JsonValue, known: Known): void {
  if (isJsonObject(claim)) known.set(`claim ${claim.id}`, { contract: canonicalise(claim).digest });
}

function filled(value: JsonValue, known: Known): JsonValue {
  if (Array.isArray(value)) return value.map((item) => filled(item, known));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, filled(member, known)]);
  const digests =
    'contract' in value ? known.get(`claim ${value.id ?? value.claim}`) : known.get(`type ${value.type}`);
  return { ...Object.fromEntries(members), ...digests };
}
