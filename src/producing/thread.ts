import { Worker } from 'node:worker_threads';
import { AssayError } from '../errors.ts';
import type { Job } from './job.ts';
import { fromRefusal, type Reply } from './messages.ts';

/** What a thread tells its pool. */
export interface ThreadEvents {
  /** It has answered its job and takes another one. */
  free(): void;
  /** It has ended, or is ending, and so has its job. */
  gone(thread: ProducerThread): void;
}

/** A start takes 0.5 s on an idle machine. */
const START_MS = 20_000;

/** One worker thread that runs one job at a time. It ends with the first job that does not end with an answer. */
export class ProducerThread {
  /** Resolves once the thread is gone. */
  readonly closed: Promise<void>;
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  #job: Job | undefined;
  #ready = false;
  #gone = false;
  #timer: NodeJS.Timeout;

  constructor(file: string, heapMib: number, events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(file, {
      name: 'producers',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
    });
    this.#timer = setTimeout(() => this.end(failed('the thread of the producers did not start')), START_MS);
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => this.end(crashed(error)));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#worker.on('exit', () => {
      this.end(failed('the thread of the producer ended without an answer'));
      resolve();
    });
  }

  /** The job it is at, or will be as soon as it is ready. */
  get job(): Job | undefined {
    return this.#job;
  }

  /** Gives a thread without a job one. Its deadline starts when the thread is ready for it. */
  assign(job: Job): void {
    this.#job = job;
    if (this.#ready) this.#begin(job);
  }

  /** Ends the thread at once, whatever it is at, and its job with this error. */
  end(error: AssayError): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#timer);
    // It may have ended by itself; `closed` says when it is gone.
    void this.#worker.terminate();
    this.#job?.reject(error);
    this.#events.gone(this);
  }

  #begin(job: Job): void {
    const { deadlineMs, request } = job;
    this.#timer = setTimeout(() => {
      this.end(
        new AssayError('CAPABILITY_TIMEOUT', `the producer had no result after ${deadlineMs} ms`, {
          next: 'give it more time or a smaller task, or compute it outside and hand in the result',
        }),
      );
    }, deadlineMs);
    this.#worker.postMessage(request);
  }

  #take(reply: Reply): void {
    if (this.#gone) return;
    clearTimeout(this.#timer);
    const job = this.#job;
    if (reply === 'ready') {
      this.#ready = true;
      if (job !== undefined) this.#begin(job);
      return;
    }
    this.#job = undefined;
    if ('outputs' in reply) job?.resolve(reply.outputs);
    else job?.reject(fromRefusal(reply.refused));
    this.#events.free();
  }
}

function crashed(error: NodeJS.ErrnoException): AssayError {
  const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return failed(memory ? 'the producer used up its memory' : 'the producer crashed', error);
}

function failed(message: string, cause?: unknown): AssayError {
  return new AssayError('CAPABILITY_FAILED', message, { cause });
}
