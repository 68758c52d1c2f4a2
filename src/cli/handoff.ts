import type { DocumentRules } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { HANDOFF_LIMITS, type Handoff, readHandoff } from '../services/handoff.ts';
import { type ResolvedStatement, resolveStatement } from '../services/resolve.ts';
import { readBeside, readDocumentFile } from './files.ts';

/** Reads a handoff file. */
export function readHandoffFile(file: string): Promise<Handoff> {
  return readDocumentFile(file, readHandoff, HANDOFF_LIMITS);
}

/** The statement of a handoff, with the files it names, which lie in its own folder. Errors name the handoff's file. */
export async function resolveHandoff(
  file: string,
  handoff: Handoff,
  rules: DocumentRules,
): Promise<ResolvedStatement> {
  try {
    return await resolveStatement(handoff, rules, readBeside(file));
  } catch (error) {
    throw error instanceof AssayError ? error.inFile(file) : error;
  }
}
