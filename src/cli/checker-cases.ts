import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDigest } from '../canonical/digest.ts';
import type { CheckerProgram } from '../checking/program.ts';
import { checkerFolders, loadChecker } from '../checking/registry.ts';
import { type ExampleKind, readExamples } from '../contracts/examples.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { readHandoff } from '../services/handoff.ts';
import { noFiles, resolveStatement } from '../services/resolve.ts';
import type { CheckerCase } from '../services/test-checker.ts';
import { readHandoffFile, resolveHandoff } from './handoff.ts';

/** A checker and the folder it lies in. */
export interface PlacedChecker {
  readonly folder: string;
  readonly program: CheckerProgram;
}

/**
 * The checkers that a word names: of a folder, one checker's or one of checkers; else by id or identity in `folders`.
 *
 * @throws AssayError `CHECKER_UNKNOWN`, or what loading them throws.
 */
export async function placedCheckers(
  name: string,
  folders: readonly string[],
): Promise<readonly PlacedChecker[]> {
  if (existsSync(join(name, 'checker.json'))) return place([name]);
  if (existsSync(name)) return place(await checkerFolders(name));
  const all = await place((await Promise.all(folders.map(checkerFolders))).flat());
  const found = all.filter(({ program }) =>
    isDigest(name) ? program.identity === name : program.manifest.id === name,
  );
  if (found.length > 0) return found;
  throw new AssayError('CHECKER_UNKNOWN', 'there is no checker of this id or identity, and no such folder', {
    next: '`assay checkers list` shows what is installed',
  });
}

function place(folders: readonly string[]): Promise<PlacedChecker[]> {
  return Promise.all(folders.map(async (folder) => ({ folder, program: await loadChecker(folder) })));
}

const CASE_FOLDERS = { accept: 'ACCEPTED', reject: 'REJECTED' } as const;
const EXPECTED: Readonly<Record<ExampleKind, CheckerCase['expected']>> = {
  accepted: 'ACCEPTED',
  refused: 'REJECTED',
};

/**
 * The handoffs of `cases/{accept,reject}/*.json` beside the manifest, and the examples of its claim.
 *
 * @param contracts the folders the claim may come from.
 * @throws AssayError for a case that is unusable, and so cannot reach a checker.
 */
export async function readCases(
  { folder, program }: PlacedChecker,
  rules: DocumentRules,
  contracts: readonly string[],
): Promise<CheckerCase[]> {
  const claim = rules.contracts.claim(program.manifest.claim);
  const cases: CheckerCase[] = [];
  for (const { kind, file, handoff } of await readExamples(claim, contracts)) {
    const statement = await resolveStatement(readHandoff(handoff), rules, noFiles);
    cases.push({ name: file, expected: EXPECTED[kind], statement });
  }
  for (const [name, expected] of Object.entries(CASE_FOLDERS)) {
    for (const file of await jsonFiles(join(folder, 'cases', name))) {
      const statement = await resolveHandoff(file, await readHandoffFile(file), rules);
      if (statement.claim !== claim) {
        throw new AssayError('HANDOFF_INVALID', 'the case is about another claim', { at: file });
      }
      cases.push({ name: file, expected, statement });
    }
  }
  return cases;
}

async function jsonFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}
