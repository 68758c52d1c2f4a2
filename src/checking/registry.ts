import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '../canonical/canonical.ts';
import { type Digest, digestOf } from '../canonical/digest.ts';
import { ShapeReader } from '../canonical/shape.ts';
import { identityOf } from '../certificate/identity.ts';
import { readManifest } from '../certificate/manifest.ts';
import { AssayError } from '../errors.ts';
import type { CheckerProgram, ProgramFile } from './program.ts';

/** The checkers of an installation. They are held in memory: what was hashed when they were loaded is what runs. */
export class CheckerRegistry {
  readonly #programs: readonly CheckerProgram[];
  readonly #byIdentity: ReadonlyMap<Digest, CheckerProgram>;

  /** @throws AssayError `CHECKER_INVALID` when two programs share id and version. */
  constructor(programs: readonly CheckerProgram[]) {
    this.#programs = [...programs].sort(byIdAndVersion);
    this.#byIdentity = new Map(this.#programs.map((program) => [program.identity, program]));
    const names = new Set(this.#programs.map(({ manifest: { id, version } }) => `${id}@${version}`));
    if (names.size < programs.length) throw invalid('two checkers have the same id and version');
  }

  byIdentity(identity: Digest): CheckerProgram | undefined {
    return this.#byIdentity.get(identity);
  }

  /** The newest version of a checker. */
  byId(id: string): CheckerProgram | undefined {
    return this.#programs.find(({ manifest }) => manifest.id === id);
  }

  /** All that decide a claim such as `matrix.product@1`. */
  forClaim(claim: string): readonly CheckerProgram[] {
    return this.#programs.filter(({ manifest }) => manifest.claim === claim);
  }

  /** All of them, by id, newer versions first. */
  list(): readonly CheckerProgram[] {
    return this.#programs;
  }
}

export interface LoadOptions {
  /** The path of `identities.json`, an object from checker id to identity, which the folder must agree with exactly. */
  readonly lock?: string;
}

/**
 * Loads every checker of a folder `<domain>/<checker>/{checker.json, programs…}`.
 *
 * @throws AssayError `FILE_UNREADABLE`, `FILE_OUTSIDE_FOLDER` for a link in a checker's folder, or `CHECKER_INVALID` at
 *   `<file>: <pointer>` for a manifest that breaks a rule and for an identity that the lock does not have.
 */
export async function loadCheckers(folder: string, { lock }: LoadOptions = {}): Promise<CheckerRegistry> {
  const checkers = await checkerFolders(folder);
  const registry = new CheckerRegistry(await Promise.all(checkers.map(loadChecker)));
  if (lock !== undefined) checkLock(registry, lock);
  return registry;
}

/**
 * The folders of the single checkers in a folder of checkers.
 *
 * @throws AssayError `FILE_UNREADABLE`.
 */
export async function checkerFolders(folder: string): Promise<string[]> {
  const domains = foldersIn(folder);
  return domains.flatMap(foldersIn);
}

/**
 * Loads one checker from its own folder; what else lies in it, such as its cases, is no part of it.
 *
 * @throws AssayError as `loadCheckers`.
 */
export async function loadChecker(folder: string): Promise<CheckerProgram> {
  const file = join(folder, 'checker.json');
  const source = readInside(folder, 'checker.json');
  const { manifest, manifestBytes } = within(file, () => {
    const bytes = parse(source);
    return { manifestBytes: bytes, manifest: readManifest(bytes.value) };
  });
  const programs = new Map<string, ProgramFile>();
  for (const path of manifest.programs) {
    const bytes = readInside(folder, path);
    programs.set(path, { digest: digestOf(bytes), bytes });
  }
  const digests = Object.fromEntries([...programs].map(([path, { digest }]) => [path, digest]));
  const identity = identityOf(manifestBytes.digest, digests);
  return { manifest, manifestBytes, manifestDigest: manifestBytes.digest, programs, identity };
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch (cause) {
    throw new AssayError('FILE_UNREADABLE', 'the folder of checkers cannot be read', {
      at: folder,
      next: 'build the checkers, or name another folder',
      cause,
    });
  }
}

/**
 * A file that lies in the checker's own folder itself, reached through no link: a link changes where no file does. Read without
 * waiting: a start reads 66 of them, and each that is waited for costs 0.5 ms.
 */
function readInside(folder: string, path: string): Uint8Array {
  const file = join(folder, path);
  try {
    // One call of the system; realpathSync itself looks at each part of the path.
    const real = realpathSync.native(file);
    if (real === join(realpathSync.native(folder), path)) return readFileSync(real);
  } catch (cause) {
    throw new AssayError('FILE_UNREADABLE', 'a file of the checker cannot be read', { at: file, cause });
  }
  throw new AssayError('FILE_OUTSIDE_FOLDER', 'a file of the checker is reached through a link', {
    at: file,
    next: "put the file itself into the checker's folder",
  });
}

function checkLock(registry: CheckerRegistry, lock: string): void {
  const rebuild = 'rebuild the checkers, and commit the lock if the change is meant';
  const source = readLock(lock);
  const locked = within(lock, () => new ShapeReader('CHECKER_INVALID', parse(source).value).digests());
  for (const { identity, manifest } of registry.list()) {
    if (locked[manifest.id] === identity) continue;
    throw invalid('a built checker is not the one that the lock names', `${lock}: /${manifest.id}`, rebuild);
  }
  const missing = Object.keys(locked).find((id) => registry.byId(id) === undefined);
  if (missing !== undefined) {
    throw invalid('a checker that the lock names has not been built', `${lock}: /${missing}`, rebuild);
  }
}

function readLock(lock: string): Uint8Array {
  try {
    return readFileSync(lock);
  } catch (cause) {
    throw new AssayError('FILE_UNREADABLE', 'the lock of checker identities cannot be read', {
      at: lock,
      cause,
    });
  }
}

function within<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new AssayError('CHECKER_INVALID', error.message, {
      at: error.at === undefined ? file : `${file}: ${error.at}`,
      next: error.next,
      cause: error,
    });
  }
}

function invalid(message: string, at?: string, next?: string): AssayError {
  return new AssayError('CHECKER_INVALID', message, { at, next });
}

function byIdAndVersion({ manifest: a }: CheckerProgram, { manifest: b }: CheckerProgram): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  const [left, right] = [a, b].map(({ version }) => version.split('.').map(Number));
  return (
    [0, 1, 2].map((place) => (right?.[place] ?? 0) - (left?.[place] ?? 0)).find((sign) => sign !== 0) ?? 0
  );
}
