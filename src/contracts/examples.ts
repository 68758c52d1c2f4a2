import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '../canonical/canonical.ts';
import { isJsonObject, type JsonValue } from '../canonical/json.ts';
import { AssayError } from '../errors.ts';
import type { ClaimContract } from './claim.ts';
import type { Loaded } from './contract-index.ts';

/** Beside the contracts of a domain, and none of them: an edit there changes no digest. */
export const EXAMPLES_FOLDER = 'examples';

/** What an example shows: a handoff that the claim's checker accepts, or one that it rejects. */
export const EXAMPLE_KINDS = ['accepted', 'refused'] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

/** A handoff, not looked into, and the file it stands in. */
export interface ClaimExample {
  readonly kind: ExampleKind;
  readonly file: string;
  readonly handoff: JsonValue;
}

/** In bytes: an example is to be read by people. */
const LARGEST_EXAMPLE = 64 * 1024;

/**
 * The examples of a claim: `<domain>/examples/<claim>.{accepted,refused}.json`, the claim by the name of its file.
 *
 * @param folders those the claim was loaded from; one that has no examples is passed over.
 * @throws AssayError `CONTRACT_INVALID` for an example that cannot be read or is about another claim.
 */
export async function readExamples(
  { contract, file }: Loaded<ClaimContract>,
  folders: readonly string[],
): Promise<ClaimExample[]> {
  const examples: ClaimExample[] = [];
  for (const folder of folders) {
    if (!existsSync(join(folder, file))) continue;
    for (const kind of EXAMPLE_KINDS) {
      const path = join(folder, exampleFile(file, kind));
      if (existsSync(path))
        examples.push({ kind, file: path, handoff: await readExample(path, contract.id) });
    }
  }
  return examples;
}

/** `matrix/claims/product.json` has `matrix/examples/product.accepted.json`. */
function exampleFile(claimFile: string, kind: ExampleKind): string {
  const [domain = '', , name = ''] = claimFile.split('/');
  return `${domain}/${EXAMPLES_FOLDER}/${name.replace(/\.json$/, `.${kind}.json`)}`;
}

async function readExample(path: string, claim: string): Promise<JsonValue> {
  try {
    const { value } = parse(await readFile(path), { bytes: LARGEST_EXAMPLE });
    if (isJsonObject(value) && value.claim === claim) return value;
  } catch (cause) {
    const message = cause instanceof AssayError ? cause.message : 'the example cannot be read';
    throw new AssayError('CONTRACT_INVALID', message, { at: path, cause });
  }
  throw new AssayError('CONTRACT_INVALID', 'the example is about another claim', { at: path });
}
