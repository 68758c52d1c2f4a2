import type { Database } from 'better-sqlite3';
import type { Standpoint } from '../batch.ts';
import {
  type Elsewhere,
  type Prepared,
  type PreparedGroup,
  prepareGroup,
  type Waiting,
} from './prepared-group.ts';

/** Bounds how long the first of a group waits for the rest, and what one rollback can undo. */
const USUAL_GROUP = 256;
/** So many take this process as long to make as another one to commit: of more, one would wait for the other. */
const MOST_ELSEWHERE = 16;
/** A transaction costs as much as three of the certificates in it. */
const LONGEST_GATHER_MS = 25;
/** Two checkers on two processors give a small verdict each millisecond. */
const NEXT_WITHIN_MS = 2;

/** What is to be committed. */
export interface Work<T> {
  /** Synchronous, in a savepoint; what it throws leaves nothing and does not sink the others. */
  readonly run: () => T;
  /** Runs between the COMMIT and the result; what it throws is thrown although the work is kept. */
  readonly committed?: () => void;
  /** The same as data, where that can be said before: throws what `run` would. */
  readonly prepare?: ((from: Standpoint) => Prepared<T>) | undefined;
}

/** What else happens in the transaction of a group. */
export interface Group {
  /** Before it begins. */
  before(): void;
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
 * A group that can be said as data is committed elsewhere, if that can be; where it comes to nothing there, it is done here.
 * Each piece of work has its own savepoint, so one that throws leaves nothing and does not sink the others.
 * No promise is resolved before the COMMIT that makes it durable.
 */
export class CommitQueue {
  readonly #database: Database;
  readonly #group: Group;
  readonly #most: number;
  readonly #elsewhere: Elsewhere | undefined;
  #waiting: Waiting[] = [];
  #scheduled = false;
  /** Whether more than one shared the last transaction, so that others may be on their way. */
  #shared = false;
  /** What is being committed elsewhere; settled once that is over and told. Undefined while nothing is. */
  #sent: Promise<void> | undefined;

  /** At most `most` commits share one sync. */
  constructor(database: Database, group: Group, most = USUAL_GROUP, elsewhere?: Elsewhere) {
    this.#database = database;
    this.#group = group;
    this.#most = most;
    this.#elsewhere = elsewhere;
  }

  /** Does the work in the next group and gives its result when that is durable. */
  add<T>({ run, committed, prepare }: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (result: T) => {
        try {
          committed?.();
          resolve(result);
        } catch (error) {
          reject(error);
        }
      };
      this.#waiting.push({
        run: () => {
          const result = run();
          return () => settle(result);
        },
        prepare:
          prepare &&
          ((from) => {
            const { piece, size, result } = prepare(from);
            return { piece, size, settle: () => settle(result) };
          }),
        reject,
      });
      this.#schedule();
    });
  }

  /** Commits now what is waiting. */
  async drain(): Promise<void> {
    while (this.#sent !== undefined) await this.#sent;
    while (this.#waiting.length > 0) this.#commit(this.#waiting.splice(0, this.#most));
  }

  #schedule(): void {
    if (this.#scheduled || this.#sent !== undefined) return;
    this.#scheduled = true;
    // What another process commits gathers while that is busy.
    if (this.#shared && this.#elsewhere === undefined) this.#gather(performance.now() + LONGEST_GATHER_MS);
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
    // Drained meanwhile, and perhaps closed: what is asked whether it is ready would start. Or the group has gone out already.
    if (this.#waiting.length === 0 || this.#sent !== undefined) return;
    const elsewhere = this.#mayGo() && this.#elsewhere?.ready() ? this.#elsewhere : undefined;
    const group = this.#waiting.splice(
      0,
      elsewhere === undefined ? this.#most : Math.min(this.#most, MOST_ELSEWHERE),
    );
    const prepared = elsewhere && prepareGroup(group, elsewhere);
    if (elsewhere !== undefined && prepared !== undefined) {
      this.#sent = this.#send(group, prepared, elsewhere);
      return;
    }
    this.#commit(group);
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Not for one alone: nobody waits while it is committed here, and to tell of it would take longer. */
  #mayGo(): boolean {
    const alone = this.#waiting.length === 1 && !this.#shared;
    return !alone && this.#waiting.every(({ prepare }) => prepare !== undefined);
  }

  async #send(
    group: readonly Waiting[],
    { batch, settles, refused }: PreparedGroup,
    to: Elsewhere,
  ): Promise<void> {
    const kept = await (batch.pieces.length === 0 || to.commit(batch).catch(() => false));
    this.#sent = undefined;
    if (kept) this.#shared = group.length > 1;
    else this.#commit(group);
    // Before those who asked for a kept group are told: the other process has something to do meanwhile. What is done here can wait.
    if (this.#mayGo()) this.#next();
    else this.#schedule();
    if (!kept) return;
    for (const settle of settles) settle();
    for (const [{ reject }, error] of refused) reject(error);
  }

  #commit(group: readonly Waiting[]): void {
    if (group.length === 0) return;
    const kept: (() => void)[] = [];
    const refused = new Map<Waiting, unknown>();
    let sealed: () => void;
    try {
      this.#group.before();
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

  #run(group: readonly Waiting[], kept: (() => void)[], refused: Map<Waiting, unknown>): () => void {
    this.#group.begin();
    for (const commit of group) {
      try {
        kept.push(this.#database.transaction(commit.run)());
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
