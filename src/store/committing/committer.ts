import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CODE } from '../../installation.ts';
import { type Batch, type FromThread, packed, type ToThread } from './batch.ts';

/** What the thread needs to open the folder that this process has open. */
export interface CommitterOptions {
  readonly folder: string;
  readonly origin: string;
  /** Of the log. */
  readonly publicKey: Uint8Array;
}

/** Commits batches, one at a time. */
export interface Committer {
  /** Whether it takes a batch now. */
  ready(): boolean;
  /** Whether the batch is durable; where not, nothing of it is kept. Only when it is ready. */
  commit(batch: Batch): Promise<boolean>;
  /** Ends it, after what it commits. */
  close(): Promise<void>;
}

const THREAD = join(CODE, 'store', 'committing', CODE.endsWith('src') ? 'thread.ts' : 'thread.js');

/**
 * A thread with a connection of its own that commits while this one serves. It starts with the first question whether it is
 * ready; one that has failed is not started again.
 */
export class CommittingThread implements Committer {
  /** Resolves when it is ready, or gone. */
  readonly started: Promise<void>;
  readonly #ended: Promise<void>;
  readonly #options: CommitterOptions;
  #thread: Worker | undefined;
  #state: 'absent' | 'starting' | 'ready' | 'gone' = 'absent';
  #begun: () => void = () => {};
  #end: () => void = () => {};
  #settle: ((kept: boolean) => void) | undefined;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.started = new Promise((resolve) => {
      this.#begun = resolve;
    });
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  ready(): boolean {
    if (this.#state === 'absent') this.#start();
    return this.#state === 'ready' && this.#settle === undefined;
  }

  async commit(batch: Batch): Promise<boolean> {
    const thread = this.#thread;
    if (thread === undefined || !this.ready()) return false;
    const { batch: message, transfer } = packed(batch);
    thread.postMessage(message satisfies ToThread, transfer);
    // It keeps the process alive only while somebody waits for it.
    thread.ref();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#settle = resolve;
    return promise;
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined || this.#state === 'gone') return;
    thread.ref();
    thread.postMessage('close' satisfies ToThread);
    await this.#ended;
  }

  #start(): void {
    this.#state = 'starting';
    const thread = new Worker(THREAD, { workerData: this.#options });
    thread.unref();
    thread.on('message', (told: FromThread) => this.#told(told));
    // What it cannot do, this thread does, and tells what is wrong.
    for (const event of ['error', 'messageerror', 'exit']) thread.on(event, () => this.#gone());
    this.#thread = thread;
  }

  #told(told: FromThread): void {
    if (told === 'ready') {
      this.#state = 'ready';
      this.#begun();
      return;
    }
    this.#thread?.unref();
    this.#finish(told === 'kept');
  }

  #gone(): void {
    this.#state = 'gone';
    void this.#thread?.terminate();
    this.#begun();
    this.#end();
    this.#finish(false);
  }

  #finish(kept: boolean): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(kept);
  }
}
