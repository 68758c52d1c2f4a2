import { AssayError } from '../errors.ts';
import { codeFile } from '../installation.ts';
import { ForkedProcess } from '../processes/forked-process.ts';
import { Job } from '../processes/job.ts';
import type { Batch, Committer, CommitterOptions } from '../store/batch.ts';

const WORKER = codeFile('committing', 'worker');
/** Far more than 16 requests take. */
const HEAP_MIB = 256;
/** A disk that takes longer holds this process up too, which is what happens then. */
const DEADLINE_MS = 30_000;
/** One that failed may fail again at once: it is missed less than a process that is started again and again. */
const REST_MS = 10_000;

/**
 * A process with a connection of its own that commits while this one serves. It starts with the first question whether it is
 * ready, and some time after one has failed. No thread: what ends a thread can end this process too, and V8 13.6 aborted one
 * in which threads came and went.
 */
export class CommittingProcess implements Committer {
  readonly #words: readonly string[];
  readonly #closed = new Set<Promise<void>>();
  #process: ForkedProcess<Batch, boolean> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor({ folder, origin, publicKey }: CommitterOptions) {
    this.#words = [folder, origin, Buffer.from(publicKey).toString('hex')];
  }

  /** Whether there is a process, ready or not. */
  get running(): boolean {
    return this.#process !== undefined;
  }

  ready(): boolean {
    const rested = performance.now() - this.#failedAt > REST_MS;
    if (this.#process === undefined && rested && !this.#stopped) this.#start();
    return this.#process?.free ?? false;
  }

  async commit(batch: Batch): Promise<boolean> {
    const committing = this.#process;
    if (committing?.free !== true) return false;
    const job = new Job<Batch, boolean>(batch, DEADLINE_MS);
    committing.assign(job);
    // Until it is gone it may still commit.
    return job.answer.catch(() => committing.closed.then(() => false));
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#process?.end(failed());
    await Promise.all(this.#closed);
  }

  #start(): void {
    const started = new ForkedProcess<Batch, boolean>(
      { file: WORKER, words: this.#words, heapMib: HEAP_MIB, told: failed },
      {
        free: () => undefined,
        gone: () => {
          this.#process = undefined;
          this.#failedAt = performance.now();
        },
      },
    );
    this.#process = started;
    this.#closed.add(started.closed);
    void started.closed.then(() => this.#closed.delete(started.closed));
  }
}

/** Heard by nobody: what it cannot do, this process does, and tells what is wrong. */
function failed(): AssayError {
  return new AssayError('INTERNAL', 'the process that commits failed');
}
