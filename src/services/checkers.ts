import { isDigest } from '../canonical/digest.ts';
import type { CheckerProgram } from '../checking/program.ts';
import { CheckerRegistry, loadCheckers } from '../checking/registry.ts';
import { AssayError } from '../errors.ts';
import { BUILT_IN_CHECKERS } from '../installation.ts';

/** The checkers at hand. Having one here authorises nothing: the trust root does. */
export interface Checkers {
  /** Those that come with this installation. */
  readonly builtIn: CheckerRegistry;
  /** Those and the user's own. */
  readonly all: CheckerRegistry;
}

/**
 * @param own folders `<domain>/<checker>/{checker.json, programs…}`.
 * @throws AssayError `CHECKER_INVALID`, `FILE_UNREADABLE` or `FILE_OUTSIDE_FOLDER`.
 */
export async function loadAllCheckers(own: readonly string[] = []): Promise<Checkers> {
  const [builtIn, ...others] = await Promise.all(
    [BUILT_IN_CHECKERS, ...own].map((folder) => loadCheckers(folder)),
  );
  if (builtIn === undefined || others.length === 0) {
    const only = builtIn ?? new CheckerRegistry([]);
    return { builtIn: only, all: only };
  }
  const programs = [builtIn, ...others].flatMap((registry) => registry.list());
  return { builtIn, all: new CheckerRegistry(programs) };
}

/**
 * An installed checker.
 *
 * @param name its id or identity.
 * @param at where the name stands.
 * @throws AssayError `CHECKER_UNKNOWN`.
 */
export function requireChecker(name: string, checkers: CheckerRegistry, at?: string): CheckerProgram {
  const program = isDigest(name) ? checkers.byIdentity(name) : checkers.byId(name);
  if (program !== undefined) return program;
  throw new AssayError('CHECKER_UNKNOWN', 'no checker of this id or identity is installed', {
    at,
    next: 'list the checkers: it shows what is',
  });
}
