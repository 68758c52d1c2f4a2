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
   * Lets nothing begin any more, and waits for what runs and for what it began besides: `drain` milliseconds for both to end
   * by themselves, then `abandon` for what runs to end when told to.
   *
   * @param besides resolves when nothing runs of what goes on after its request; asked once no request runs that could
   *   begin more of it.
   */
  async stop(drain: number, abandon: number, besides: () => Promise<unknown>): Promise<void> {
    this.#stopping = true;
    if (await endsWithin(drain, this.#idle().then(besides))) return;
    for (const controller of this.#work) controller.abort(stopping());
    await endsWithin(abandon, this.#idle());
  }

  async #idle(): Promise<void> {
    if (this.#work.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenIdle = resolve;
    await promise;
  }
}

async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  const ended = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return ended;
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
