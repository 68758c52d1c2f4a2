import type { Database } from 'better-sqlite3';

/** Bounds how long the first of a group waits for the rest, and what one rollback can undo. */
const USUAL_GROUP = 256;
/** A transaction costs as much as three of the certificates in it, and while it waits for the disk this thread does nothing. */
const LONGEST_GATHER_MS = 25;
/** Two checkers on two processors give a small verdict each millisecond. */
const NEXT_WITHIN_MS = 2;

interface Commit {
  /** Runs in a savepoint. Gives what settles the promise once the group is durable. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** What else happens in the transaction of a group. */
export interface Group {
  /** Before anything else in it. */
  begin(): void;
  /** After a piece of work in it was undone. */
  undone(): void;
  /** Last in it; throwing, it undoes the whole group. What it gives runs after the COMMIT and must not throw. */
  seal(): () => void;
  /** When it is over, whichever way. */
  end(): void;
}

/**
 * Group commit: what is asked for in one turn of the event loop goes to disk in one transaction, one sync for all. After
 * one that several shared, the next gathers for some milliseconds, as long as more arrive: a lone writer never waits.
 * Each piece of work has its own savepoint, so one that throws leaves nothing and does not sink the others.
 * No promise is resolved before the COMMIT that makes it durable.
 */
export class CommitQueue {
  readonly #database: Database;
  readonly #group: Group;
  readonly #most: number;
  #waiting: Commit[] = [];
  #scheduled = false;
  /** Whether more than one shared the last transaction, so that others may be on their way. */
  #shared = false;

  /** At most `most` commits share one sync. */
  constructor(database: Database, group: Group, most = USUAL_GROUP) {
    this.#database = database;
    this.#group = group;
    this.#most = most;
  }

  /**
   * Runs synchronous `work` in the next group and gives its result when that is durable. `committed` runs in between;
   * what it throws is thrown although the work is kept.
   */
  add<T>(work: () => T, committed: () => void = () => undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settled = (result: T) => {
        try {
          committed();
          resolve(result);
        } catch (error) {
          reject(error);
        }
      };
      const run = () => {
        const result = work();
        return () => settled(result);
      };
      this.#waiting.push({ work: run, reject });
      this.#schedule();
    });
  }

  /** Commits now what is waiting. */
  drain(): void {
    while (this.#waiting.length > 0) this.#commit(this.#waiting.splice(0, this.#most));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (this.#shared) this.#gather(performance.now() + LONGEST_GATHER_MS);
    else setImmediate(() => this.#next());
  }

  #gather(until: number): void {
    const { length } = this.#waiting;
    setTimeout(() => {
      const grows = length < this.#waiting.length && this.#waiting.length < this.#most;
      if (grows && performance.now() < until) this.#gather(until);
      else this.#next();
    }, NEXT_WITHIN_MS);
  }

  #next(): void {
    this.#scheduled = false;
    this.#commit(this.#waiting.splice(0, this.#most));
    if (this.#waiting.length > 0) this.#schedule();
  }

  #commit(group: readonly Commit[]): void {
    if (group.length === 0) return;
    const kept: (() => void)[] = [];
    const refused = new Map<Commit, unknown>();
    let sealed: () => void;
    try {
      sealed = this.#database.transaction(() => this.#run(group, kept, refused)).immediate();
    } catch (error) {
      for (const commit of group) commit.reject(refused.has(commit) ? refused.get(commit) : error);
      return;
    } finally {
      this.#group.end();
    }
    this.#shared = group.length > 1;
    for (const settle of kept) settle();
    for (const [commit, error] of refused) commit.reject(error);
    sealed();
  }

  #run(group: readonly Commit[], kept: (() => void)[], refused: Map<Commit, unknown>): () => void {
    this.#group.begin();
    for (const commit of group) {
      try {
        kept.push(this.#database.transaction(commit.work)());
      } catch (error) {
        // A full disk can undo the whole transaction, not only the savepoint.
        if (!this.#database.inTransaction) throw error;
        refused.set(commit, error);
        this.#group.undone();
      }
    }
    return this.#group.seal();
  }
}
