import { type ChildProcess, fork } from 'node:child_process';
import type { AssayError } from '../errors.ts';
import type { Ending, Told } from './ending.ts';
import type { Job } from './job.ts';
import { fromRefusal, type Reply } from './messages.ts';

/** What a process tells its pool. */
export interface ProcessEvents<Request extends object, Answer> {
  /** It has answered its job and takes another one. */
  free(process: ForkedProcess<Request, Answer>): void;
  /** It has ended, or is ending, and so has its job. */
  gone(process: ForkedProcess<Request, Answer>): void;
}

export interface ForkOptions {
  /** The file it runs, and the words it is given. */
  readonly file: string;
  readonly words?: readonly string[] | undefined;
  /** What its heap may hold, in MiB. */
  readonly heapMib: number;
  readonly told: Told;
}

/** A start takes 0.5 s on an idle machine. */
const START_MS = 20_000;
/** How V8 ends a process whose heap is full. */
const OUT_OF_MEMORY = 'SIGABRT';

/**
 * One process that runs one job at a time. It ends with the first job that does not end with an answer. No thread: one that
 * runs out of memory can take the whole process with it, whatever its limits.
 */
export class ForkedProcess<Request extends object, Answer> {
  /** Resolves once the process is gone. */
  readonly closed: Promise<void>;
  /** Undefined where the host could not even try to start it. */
  readonly #child: ChildProcess | undefined;
  readonly #told: Told;
  readonly #events: ProcessEvents<Request, Answer>;
  #job: Job<Request, Answer> | undefined;
  #ready = false;
  #gone = false;
  #timer: NodeJS.Timeout;

  constructor({ file, words = [], heapMib, told }: ForkOptions, events: ProcessEvents<Request, Answer>) {
    this.#told = told;
    this.#events = events;
    this.#timer = setTimeout(() => this.#fail({ kind: 'NOT_STARTED' }), START_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    let child: ChildProcess;
    try {
      child = fork(file, words, {
        env: {},
        execArgv: [`--max-old-space-size=${heapMib}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch (error) {
      // Some failures to start are events, others (ENOMEM, E2BIG) are thrown. Told as late as an event: by then it has its job.
      setImmediate(() => {
        this.#fail({ kind: 'CRASHED' }, error);
        resolve();
      });
      return;
    }
    this.#child = child;
    child.on('message', (reply: Reply<Answer>) => this.#take(reply));
    child.on('error', (error) => {
      this.#fail({ kind: 'CRASHED' }, error);
      if (child.pid === undefined) resolve();
    });
    child.on('exit', (_code, signal) => {
      this.#fail({ kind: signal === OUT_OF_MEMORY ? 'MEMORY' : 'CRASHED' });
      resolve();
    });
  }

  /** The job it is at, or will be as soon as it is ready. */
  get job(): Job<Request, Answer> | undefined {
    return this.#job;
  }

  /** Has started and has no job. */
  get free(): boolean {
    return this.#ready && !this.#gone && this.#job === undefined;
  }

  /** Gives a process without a job one. Its deadline starts when the process is ready for it. */
  assign(job: Job<Request, Answer>): void {
    this.#job = job;
    if (this.#ready) this.#begin(job);
  }

  /** Ends the process at once, whatever it is at, and its job with this error. */
  end(error: AssayError): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#timer);
    // It may have ended by itself; `closed` says when it is gone.
    this.#child?.kill('SIGKILL');
    this.#job?.reject(error);
    this.#events.gone(this);
  }

  #fail(ending: Ending, cause?: unknown): void {
    this.end(this.#told(ending, cause));
  }

  #begin({ deadlineMs, request }: Job<Request, Answer>): void {
    this.#timer = setTimeout(() => this.#fail({ kind: 'TIMEOUT', deadlineMs }), deadlineMs);
    this.#child?.send(request);
  }

  #take(reply: Reply<Answer>): void {
    if (this.#gone) return;
    clearTimeout(this.#timer);
    const job = this.#job;
    if (reply === 'ready') {
      this.#ready = true;
      if (job !== undefined) this.#begin(job);
      return;
    }
    this.#job = undefined;
    if ('answer' in reply) job?.resolve(reply.answer);
    else job?.reject(fromRefusal(reply.refused));
    this.#events.free(this);
  }
}
