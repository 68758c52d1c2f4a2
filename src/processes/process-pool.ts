import { ForkedProcess, type ForkOptions } from './forked-process.ts';
import { Job } from './job.ts';
import { Turns } from './turns.ts';

export interface ProcessPoolOptions extends ForkOptions {
  /** How many processes run at once. */
  readonly size: number;
  /** How many requests of one owner may wait. */
  readonly waiting: number;
  /** A process that has had nothing to do for so many milliseconds ends, and gives its memory back; a minute by default. */
  readonly idleMs?: number | undefined;
}

const IDLE_MS = 60_000;

export interface AskOptions {
  /** Whose request it is: owners take turns. */
  readonly owner: string;
  /** Ends the request, also while it waits for its turn. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds. Waiting for a turn does not count. */
  readonly deadlineMs: number;
}

/**
 * Has requests answered by processes of their own, so that none of them holds up this one, or ends it. Owners take turns, and
 * the requests of one start in the order they came. A process is started when it is first needed, and answers one request after
 * the other.
 */
export class ProcessPool<Request extends object, Answer> {
  readonly #options: ProcessPoolOptions;
  readonly #processes = new Set<ForkedProcess<Request, Answer>>();
  readonly #ending = new Set<Promise<void>>();
  readonly #idle = new WeakMap<ForkedProcess<Request, Answer>, NodeJS.Timeout>();
  readonly #waiting = new Turns<Job<Request, Answer>>();
  #closed = false;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /** @throws AssayError what the process refuses; what the pool's `told` makes of every other ending. */
  async ask(request: Request, { owner, signal, deadlineMs }: AskOptions): Promise<Answer> {
    const { told, waiting } = this.#options;
    if (this.#closed || signal?.aborted) throw told({ kind: 'CANCELLED' });
    if (this.#waiting.count(owner) >= waiting) throw told({ kind: 'BUSY' });
    const job = new Job<Request, Answer>(request, deadlineMs);
    const cancel = () => this.#cancel(job);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.add(owner, job);
    this.#place();
    try {
      return await job.answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends all processes, and running and waiting requests as cancelled; resolves when the last one is gone. */
  async close(): Promise<void> {
    const cancelled = this.#options.told({ kind: 'CANCELLED' });
    this.#closed = true;
    for (const job of this.#waiting.clear()) job.reject(cancelled);
    for (const running of this.#processes) running.end(cancelled);
    await Promise.all(this.#ending);
  }

  #cancel(job: Job<Request, Answer>): void {
    const cancelled = this.#options.told({ kind: 'CANCELLED' });
    this.#waiting.remove(job);
    const running = [...this.#processes].find((each) => each.job === job);
    if (running === undefined) job.reject(cancelled);
    else running.end(cancelled);
  }

  /** Hands waiting requests to processes without one, in turns. */
  #place(): void {
    for (;;) {
      const free = [...this.#processes].find(({ job }) => job === undefined);
      if (free === undefined && this.#processes.size >= this.#options.size) return;
      const next = this.#waiting.take();
      if (next === undefined) return;
      const process = free ?? this.#start();
      clearTimeout(this.#idle.get(process));
      process.assign(next);
    }
  }

  #free(process: ForkedProcess<Request, Answer>): void {
    this.#place();
    if (process.job !== undefined) return;
    const { idleMs = IDLE_MS, told } = this.#options;
    this.#idle.set(process, setTimeout(() => process.end(told({ kind: 'CANCELLED' })), idleMs).unref());
  }

  #start(): ForkedProcess<Request, Answer> {
    const started = new ForkedProcess<Request, Answer>(this.#options, {
      free: (process) => this.#free(process),
      gone: (gone) => {
        clearTimeout(this.#idle.get(gone));
        this.#processes.delete(gone);
        this.#place();
      },
    });
    this.#processes.add(started);
    const { closed } = started;
    this.#ending.add(closed);
    void closed.then(() => this.#ending.delete(closed));
    return started;
  }
}
