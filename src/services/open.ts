import { availableParallelism } from 'node:os';
import { CheckerPool } from '../checking/pool.ts';
import { CommittingProcess } from '../committing/committing-process.ts';
import { loadRules } from '../domains/load-rules.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import { orderedHex, randomHex } from '../random.ts';
import type { CommitterOptions } from '../store/batch.ts';
import { openFolder } from '../store/folder.ts';
import type { Store } from '../store/store.ts';
import { builtInPermissions } from './authorise.ts';
import { loadAllCheckers } from './checkers.ts';
import type { Instance } from './instance.ts';
import { genesisTrustRoot } from './trust-root.ts';

export interface OpenOptions {
  /** The data folder; made on first use. */
  readonly data: string;
  /** Checker processes at once; by default one for each processor. */
  readonly workers?: number;
  /** Folders of your own contracts, beside those of this installation. */
  readonly contracts?: readonly string[];
  /** Folders of your own checkers. Each decides only what an administrator authorises it for. */
  readonly checkers?: readonly string[];
  /** Contracts and domains, where they are loaded already: the folders of `contracts` among them. */
  readonly rules?: DocumentRules;
  readonly now?: () => string;
  readonly serial?: () => string;
  /** How many certificates may share one sync to the disk; see the store. */
  readonly commitsPerSync?: number;
  /** How many bytes of values each tenant may keep for good: without a limit unless given. */
  readonly durableBytes?: number;
  /** Whether certificates asked for at the same time are committed by a process of their own (docs/adr/0018-committing-process.md). */
  readonly committingProcess?: boolean;
}

/** An instance that is open: close it to end its checker processes and free its store. */
export interface OpenInstance extends Instance {
  readonly close: () => Promise<void>;
}

/**
 * Opens an instance on a data folder, with the contracts and checkers of this installation and the user's own. A new
 * folder starts with its own keys and log and with the built-in checkers authorised; an old one stays as it is.
 *
 * @throws AssayError `STORE_…`, `KEY_UNUSABLE`, `CONTRACT_INVALID` or `CHECKER_INVALID`.
 */
export async function openInstance(options: OpenOptions): Promise<OpenInstance> {
  const { data, workers, now, serial } = options;
  const [rules, checkers] = await Promise.all([
    options.rules ?? loadRules(options.contracts),
    loadAllCheckers(options.checkers),
  ]);
  let committing: CommittingProcess | undefined;
  const startCommitting = (known: CommitterOptions) => {
    committing = new CommittingProcess(known);
    return committing;
  };
  const clock = now ?? (() => new Date().toISOString());
  const folder = await openFolder(data, {
    genesis: ({ origin, serial: first, signers }) =>
      genesisTrustRoot(
        { log: origin, serial: first, keys: signers },
        builtInPermissions(checkers.builtIn, rules.contracts, true),
      ),
    commitsPerSync: options.commitsPerSync,
    durableBytes: options.durableBytes,
    committer: options.committingProcess ? startCommitting : undefined,
  });
  const issuer = await closedOnFailure(folder.store, () => folder.signer('certificate'));
  const pool = new CheckerPool({
    size: workers ?? availableParallelism(),
    spares: 1,
    keepsNothing: ({ identity }) => checkers.builtIn.byIdentity(identity) !== undefined,
  });
  return {
    rules,
    checkers: checkers.all,
    pool,
    store: folder.store,
    issuer,
    root: () => folder.signer('root'),
    now: clock,
    serial: serial ?? randomHex,
    runId: () => orderedHex(clock()),
    committingProcesses: () => (committing?.running ? 1 : 0),
    close: async () => {
      await pool.close();
      await folder.store.close();
    },
  };
}

async function closedOnFailure<T>(store: Store, make: () => T): Promise<T> {
  try {
    return make();
  } catch (error) {
    await store.close();
    throw error;
  }
}
