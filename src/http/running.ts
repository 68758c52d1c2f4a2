import { AssayError } from '../errors.ts';

/** A piece of work that can be told to end. */
export interface Work {
  readonly signal: AbortSignal;
  /** Its client has gone: it need not go on. */
  abandon(): void;
  /** It has ended. */
  end(): void;
}

/** The work of a service: what runs, until when, and whether more may begin. */
export class Running {
  readonly #deadline: number;
  readonly #work = new Set<AbortController>();
  #stopping = false;
  #whenIdle: (() => void) | undefined;

  /** @param deadline of each piece of work, in milliseconds */
  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  get size(): number {
    return this.#work.size;
  }

  /** @throws AssayError SERVICE_STOPPING */
  refuseWhenStopping(): void {
    if (this.#stopping) throw stopping();
  }

  /** @throws AssayError SERVICE_STOPPING */
  begin(): Work {
    this.refuseWhenStopping();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(tooLate()), this.#deadline);
    this.#work.add(controller);
    return {
      signal: controller.signal,
      abandon: () => controller.abort(new AssayError('REQUEST_TIMEOUT', 'the client has gone')),
      end: () => {
        clearTimeout(timer);
        this.#work.delete(controller);
        if (this.#work.size === 0) this.#whenIdle?.();
      },
    };
  }

  /**
   * Lets nothing begin any more, and waits for what runs: `drain` milliseconds for it to end by itself, then `abandon` for it to
   * end when told to.
   */
  async stop(drain: number, abandon: number): Promise<void> {
    this.#stopping = true;
    if (await this.#idleWithin(drain)) return;
    for (const controller of this.#work) controller.abort(stopping());
    await this.#idleWithin(abandon);
  }

  async #idleWithin(milliseconds: number): Promise<boolean> {
    if (this.#work.size === 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), milliseconds);
    this.#whenIdle = () => resolve(true);
    const idle = await promise;
    clearTimeout(timer);
    this.#whenIdle = undefined;
    return idle;
  }
}

/** What `work` gives, unless the signal aborts first: then its reason is thrown, and the work is left to notice. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function stopping(): AssayError {
  return new AssayError('SERVICE_STOPPING', 'the service is stopping', {
    next: 'send the request again, with the same Idempotency-Key, once it is back',
  });
}

function tooLate(): AssayError {
  return new AssayError('REQUEST_TIMEOUT', 'the request took longer than its deadline', {
    next: 'ask with `Prefer: respond-async`, or send it again with the same Idempotency-Key',
  });
}
