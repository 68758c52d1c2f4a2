import { type ChildProcess, fork } from 'node:child_process';
import { AssayError } from '../errors.ts';
import type { Job } from './job.ts';
import { fromRefusal, type Reply } from './messages.ts';

/** What a process tells its pool. */
export interface ProcessEvents {
  /** It has answered its job and takes another one. */
  free(): void;
  /** It has ended, or is ending, and so has its job. */
  gone(process: ProducerProcess): void;
}

/** A start takes 0.5 s on an idle machine. */
const START_MS = 20_000;
/** How V8 ends a process whose heap is full. */
const OUT_OF_MEMORY = 'SIGABRT';

/**
 * One process that runs one job at a time. It ends with the first job that does not end with an answer. No thread: one that
 * runs out of memory can take the whole process with it, whatever its limits.
 */
export class ProducerProcess {
  /** Resolves once the process is gone. */
  readonly closed: Promise<void>;
  readonly #child: ChildProcess;
  readonly #events: ProcessEvents;
  #job: Job | undefined;
  #ready = false;
  #gone = false;
  #timer: NodeJS.Timeout;

  constructor(file: string, heapMib: number, events: ProcessEvents) {
    this.#events = events;
    this.#child = fork(file, {
      env: {},
      execArgv: [`--max-old-space-size=${heapMib}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#timer = setTimeout(() => this.end(failed('the process of the producers did not start')), START_MS);
    this.#child.on('message', (reply: Reply) => this.#take(reply));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#child.on('error', (error) => {
      this.end(failed('the producer could not be reached', error));
      if (this.#child.pid === undefined) resolve();
    });
    this.#child.on('exit', (_code, signal) => {
      this.end(failed(signal === OUT_OF_MEMORY ? 'the producer used up its memory' : 'the producer crashed'));
      resolve();
    });
  }

  /** The job it is at, or will be as soon as it is ready. */
  get job(): Job | undefined {
    return this.#job;
  }

  /** Gives a process without a job one. Its deadline starts when the process is ready for it. */
  assign(job: Job): void {
    this.#job = job;
    if (this.#ready) this.#begin(job);
  }

  /** Ends the process at once, whatever it is at, and its job with this error. */
  end(error: AssayError): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#timer);
    // It may have ended by itself; `closed` says when it is gone.
    this.#child.kill('SIGKILL');
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
    this.#child.send(request);
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

function failed(message: string, cause?: unknown): AssayError {
  return new AssayError('CAPABILITY_FAILED', message, { cause });
}
