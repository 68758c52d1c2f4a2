import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { KeyRole } from '../certificate/trust-root-content.ts';
import { AssayError } from '../errors.ts';
import { type KeySigner, verifyNode } from '../keys/ed25519.ts';
import { randomHex } from '../random.ts';
import type { Committer, CommitterOptions } from './batch.ts';
import { checkpointFile, noteCheckpoint, notedCheckpoint } from './checkpoint-file.ts';
import { corrupt, inFolder } from './failure.ts';
import { databaseFile, syncFolder } from './files.ts';
import { loadKey, makeKey } from './keys.ts';
import { openForReading, openForWriting, requireDurable } from './sqlite/connection.ts';
import {
  initialise,
  type KnownInstance,
  type NewInstance,
  type PublicKeys,
  readInstance,
} from './sqlite/initialise.ts';
import { LogTables } from './sqlite/log.ts';
import { hasTables, migrate } from './sqlite/migrate.ts';
import { SqliteReader } from './sqlite/reader.ts';
import { prepareStatements, type Statements } from './sqlite/statements.ts';
import { SqliteStore } from './sqlite/store.ts';
import type { NewTrustRoot, Store, StoreReader } from './store.ts';
import { refreshTrustFile, trustFile } from './trust-file.ts';

export type { PublicKeys } from './sqlite/initialise.ts';

/** What the first trust root is made from. */
export interface Genesis {
  /** 32 hex digits. */
  readonly tenant: string;
  readonly origin: string;
  /** 32 hex digits, for the trust root's payload. */
  readonly serial: string;
  readonly signers: Readonly<Record<KeyRole, KeySigner>>;
}

/** Makes version 1 of the trust root, for position 0 of the log. Synchronous. */
export type MakeGenesis = (genesis: Genesis) => NewTrustRoot;

export interface FolderOptions {
  readonly genesis: MakeGenesis;
  /** How long to wait for another process's transaction, in milliseconds; 10,000 unless given. */
  readonly busyTimeout?: number;
  /** How many commits may share one sync to the disk: 256 unless given; 1 for each its own. */
  readonly commitsPerSync?: number | undefined;
  /** How many bytes of values each tenant may keep for good: without a limit unless given. */
  readonly durableBytes?: number | undefined;
  /** Makes who commits certificates elsewhere: for a service, whose own process has enough to do. */
  readonly committer?: ((options: CommitterOptions) => Committer) | undefined;
}

/** A data folder open for writing. Closing the store closes the folder. */
export interface DataFolder {
  readonly path: string;
  readonly store: Store;
  readonly publicKeys: PublicKeys;
  /**
   * The signer of one of the instance's keys, whose file is read here and not before.
   *
   * @throws AssayError KEY_UNUSABLE when the file is missing, readable by others, or holds another key
   */
  signer(role: KeyRole): KeySigner;
}

/** A data folder open for reading: no private key is read, nothing is made. */
export interface ReadOnlyDataFolder {
  readonly path: string;
  readonly store: StoreReader;
  readonly publicKeys: PublicKeys;
}

/**
 * Opens a data folder, and on first use makes it: folder (mode 0700), database, keys (0600), tenant, log origin, trust
 * root as entry 0. First use cut off at any point is completed by the next, and of several first users one makes the
 * instance. Then writes `assay-trust.json` where it is missing or older.
 *
 * @throws AssayError STORE_CORRUPT when database, log and the files beside it do not fit together; KEY_UNUSABLE for the
 *   log's key; the other STORE_ codes where the disk or another process is in the way
 */
export async function openFolder(
  path: string,
  { genesis, busyTimeout, commitsPerSync, durableBytes, committer }: FolderOptions,
): Promise<DataFolder> {
  const folder = resolve(path);
  return inFolder(folder, () => {
    makeFolder(folder);
    const file = databaseFile(folder);
    // Looked for before the database is: another first user writes it after the database.
    if (hasTrace(folder) && !existsSync(file)) throw gone(folder);
    const noted = notedCheckpoint(folder);
    return closedOnFailure(openForWriting(file, busyTimeout), (database) => {
      migrate(database);
      const statements = prepareStatements(database);
      const instance = initialise(database, statements, () => newInstance(folder, genesis));
      verifyLog(database, statements, instance, noted);
      const signer = loadKey(folder, 'log', instance.publicKeys.log);
      // Now rather than after a checker has run: can this process take the write lock, and would its commits be synced?
      database.transaction(() => requireDurable(database)).immediate();
      refreshTrustFile(folder, database, statements);
      const store = new SqliteStore(database, statements, instance, {
        signer,
        signed: (note) => noteCheckpoint(folder, note),
        published: () => announce(folder, () => refreshTrustFile(folder, database, statements)),
        commitsPerSync,
        durableBytes,
        committer: committer?.({ folder, origin: instance.origin, publicKey: instance.publicKeys.log }),
      });
      const { publicKeys } = instance;
      return { path: folder, store, publicKeys, signer: (role) => loadKey(folder, role, publicKeys[role]) };
    });
  });
}

/**
 * Opens a data folder for list and show commands. Makes nothing.
 *
 * @throws AssayError STORE_UNAVAILABLE when there is no store yet, otherwise as {@link openFolder}
 */
export async function openFolderReadOnly(
  path: string,
  { busyTimeout }: Partial<FolderOptions> = {},
): Promise<ReadOnlyDataFolder> {
  const folder = resolve(path);
  return inFolder(folder, () => {
    const file = databaseFile(folder);
    const absent = hasTrace(folder) ? gone : notYet;
    if (!existsSync(file)) throw absent(folder);
    const noted = notedCheckpoint(folder);
    return closedOnFailure(openForReading(file, busyTimeout), (database) => {
      if (!hasTables(database)) throw absent(folder);
      const statements = prepareStatements(database);
      const instance = readInstance(statements, file);
      if (instance === undefined) throw absent(folder);
      verifyLog(database, statements, instance, noted);
      return {
        path: folder,
        store: new SqliteReader(database, statements, instance),
        publicKeys: instance.publicKeys,
      };
    });
  });
}

/** Makes a data folder, still empty, where it is missing. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    // On its own, because a recursive mkdir calls a read-only disk a missing folder.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another first user may have been faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Called under the write lock of a database that holds no instance yet. */
function newInstance(folder: string, genesis: MakeGenesis): NewInstance {
  if (hasTrace(folder)) throw gone(folder);
  const tenant = randomHex();
  const origin = `assay.local/${randomHex()}`;
  const signers = {
    root: makeKey(folder, 'root'),
    certificate: makeKey(folder, 'certificate'),
    log: makeKey(folder, 'log'),
  };
  const trustRoot = genesis({ tenant, origin, serial: randomHex(), signers });
  // The database file and the folder itself are durable before what they hold can be acknowledged.
  syncFolder(folder);
  syncFolder(dirname(folder));
  return { tenant, origin, signers, trustRoot };
}

/** Writes the trust file of a version that is published already: what fails now must not read as if nothing had been. */
function announce(folder: string, refresh: () => void): void {
  try {
    inFolder(folder, refresh);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new AssayError(error.code, 'the new trust root is published, but its file could not be written', {
      at: trustFile(folder),
      next: 'make room for it or repair the folder, then run any command that writes: the file is written again',
      cause: error,
    });
  }
}

/** `noted` is read before the database is: a checkpoint signed in between makes that one longer, never shorter. */
function verifyLog(
  database: Database,
  statements: Statements,
  { origin, publicKeys }: KnownInstance,
  noted: string | undefined,
): void {
  const log = new LogTables(statements, origin, database.name);
  database.transaction(() => log.verifyNewest(publicKeys.log, verifyNode))();
  if (noted === undefined || log.holds(noted, publicKeys.log, verifyNode)) return;
  throw new AssayError(
    'STORE_CORRUPT',
    'the database is older than the log that was signed, or of another log',
    {
      at: database.name,
      next: 'restore the newest copy of the whole data folder, with its -wal file; going on from here would fork the log',
    },
  );
}

/** Whether a log was begun here: what is written beside the database once that holds an instance. */
function hasTrace(folder: string): boolean {
  return existsSync(trustFile(folder)) || existsSync(checkpointFile(folder));
}

/** A log that gave certificates away is never begun a second time in its folder without being told. */
function gone(folder: string): AssayError {
  return corrupt('the database of the data folder is gone or empty, but its trust root is there', folder);
}

function notYet(folder: string): AssayError {
  return new AssayError('STORE_UNAVAILABLE', 'there is no store in this folder yet', {
    at: folder,
    next: 'run a command that writes (assay certify) to make it, or name another folder with --data',
  });
}

function closedOnFailure<T>(database: Database, work: (database: Database) => T): T {
  try {
    return work(database);
  } catch (error) {
    database.close();
    throw error;
  }
}
