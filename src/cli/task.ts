import type { DocumentRules } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import type { Handoff } from '../services/handoff.ts';
import { type ResolvedStatement, resolveStatement } from '../services/resolve.ts';
import { readHandoffFile, resolveHandoff } from './handoff.ts';
import { readNamed, readRoles } from './named-roles.ts';

/** What is to be certified, read but not resolved. */
export interface Task {
  readonly handoff: Handoff;
  readonly resolve: (rules: DocumentRules) => Promise<ResolvedStatement>;
}

/** A claim and `ROLE=FILE` or `ROLE=FORMAT:FILE` for each of its roles, as the command line gives them. */
export interface NamedRoles {
  readonly claim?: string;
  readonly role: readonly string[];
}

/**
 * What the command line says is to be certified: a handoff file, or a claim and a file for each role.
 *
 * @throws AssayError USAGE unless it is exactly one of the two.
 */
export async function readTask(file: string | undefined, { claim, role }: NamedRoles): Promise<Task> {
  if (file !== undefined) {
    if (claim !== undefined || role.length > 0) {
      throw new AssayError('USAGE', 'a handoff and --claim or --role exclude each other', {
        next: BOTH_WAYS,
      });
    }
    const handoff = await readHandoffFile(file);
    return { handoff, resolve: (rules) => resolveHandoff(file, handoff, rules) };
  }
  if (claim === undefined) {
    const message = role.length > 0 ? '--role stands without --claim' : 'there is nothing to certify';
    throw new AssayError('USAGE', message, { next: BOTH_WAYS });
  }
  const handoff = { claim, roles: readRoles(role) };
  return { handoff, resolve: (rules) => resolveStatement(handoff, rules, readNamed(rules.contracts)) };
}

const BOTH_WAYS = 'name a handoff file, or a claim and a file for each of its roles';
