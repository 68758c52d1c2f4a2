import type { Database, Statement } from 'better-sqlite3';

/**
 * The reads of one turn of the event loop, in one transaction: to begin and to end one costs several times as much as to
 * read a row. What others commit meanwhile is seen in the next turn, or after `end`.
 */
export class Snapshot {
  readonly #database: Database;
  readonly #begin: Statement;
  readonly #rollback: Statement;
  readonly #remembered = new Map<string, unknown>();
  #open = false;

  constructor(database: Database) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN');
    this.#rollback = database.prepare('ROLLBACK');
  }

  /** Runs synchronous work that only reads. In a transaction that writes it sees what that has written. */
  read<T>(work: () => T): T {
    if (!this.#open && !this.#database.inTransaction) {
      this.#begin.run();
      this.#open = true;
      setImmediate(() => this.end());
    }
    return work();
  }

  /** What `read` gives, which is asked once in the snapshot, and every time where there is none. A name stands for one type. */
  remember<T>(name: string, read: () => T): T {
    if (!this.#open) return read();
    if (!this.#remembered.has(name)) this.#remembered.set(name, read());
    return this.#remembered.get(name) as T;
  }

  /** From here on everything is seen that was committed until now. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#remembered.clear();
    // What failed in it may have ended it. It has written nothing, so that there is nothing to keep.
    if (this.#database.inTransaction) this.#rollback.run();
  }
}
