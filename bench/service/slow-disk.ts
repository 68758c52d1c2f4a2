import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import Sqlite from 'better-sqlite3';

const ADDED_MS = 1;

/**
 * Loaded before anything else (`node --import`), in the processes that this one forks too: each sync takes 1 ms more, as on a
 * slower disk; the processor is free meanwhile.
 */
const { transaction } = Sqlite.prototype;
Sqlite.prototype.transaction = function slowed(this: Sqlite.Database, work) {
  const made = transaction.call(this, work);
  const immediate: typeof made.immediate = (...words) => {
    const result = made.immediate(...words);
    if (!this.inTransaction) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ADDED_MS);
    return result;
  };
  const nested: typeof made.default = (...words) => made(...words);
  return Object.assign(nested, made, { immediate });
};

const { fork } = childProcess;
const slowedFork = (file: string | URL, words: readonly string[], options: childProcess.ForkOptions) =>
  fork(file, words, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] });
Object.assign(childProcess, { fork: slowedFork });
syncBuiltinESMExports();
