import type { JsonValue } from '../canonical/json.ts';
import { readExamples } from '../contracts/examples.ts';
import { ofFile, type Report } from '../contracts/fault.ts';
import { type ContractLint, lintContracts } from '../contracts/lint.ts';
import { loadRules } from '../domains/load-rules.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { readHandoff } from './handoff.ts';
import { noFiles, resolveStatement } from './resolve.ts';

/**
 * Everything that keeps contract folders from being used, and then examples that are no handoffs for their claims. What a
 * checker says of an example is left to `checkers test`.
 *
 * @param folders what is looked at.
 * @param beside folders that those may refer to, sound ones; the built-in contracts stand first.
 */
export async function lint(folders: readonly string[], beside: readonly string[]): Promise<ContractLint> {
  const found = await lintContracts(folders, beside);
  if (found.faults.length > 0) return found;
  const faults: AssayError[] = [];
  await lintExamples(folders, [...beside, ...folders], (fault) => void faults.push(fault));
  return { ...found, faults };
}

async function lintExamples(
  folders: readonly string[],
  all: readonly string[],
  report: Report,
): Promise<void> {
  const rules = await loadRules(all.slice(1));
  for (const claim of rules.contracts.claims()) {
    try {
      for (const { file, handoff } of await readExamples(claim, folders)) {
        await lintExample(file, handoff, rules, report);
      }
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      report(error);
    }
  }
}

async function lintExample(
  file: string,
  handoff: JsonValue,
  rules: DocumentRules,
  report: Report,
): Promise<void> {
  try {
    await resolveStatement(readHandoff(handoff), rules, noFiles);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    report(ofFile(file, error));
  }
}
