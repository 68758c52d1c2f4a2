import { AssayError } from '../errors.ts';

/**
 * How much may run or wait at once, in all; of the runs half for one tenant. A value takes up to 21 times its bytes (a matrix
 * of one column, 15 MB: 320 MB of heap), and Node.js ends at 4 GB.
 */
const MOST = { runs: 256, runsOfTenant: 128, bytes: 128 * 1024 * 1024 } as const;

interface Running {
  readonly tenant: string;
  readonly controller: AbortController;
  readonly bytes: number;
  readonly ended: Promise<unknown>;
}

/** A run, and what it takes room for. */
export interface RunRequest {
  readonly id: string;
  readonly tenant: string;
  /** Of the values it holds. */
  readonly bytes: number;
  readonly stop?: AbortSignal | undefined;
}

/** The runs of checkers and producers that run or wait now: bounded, and each can be cancelled. */
export class Runs {
  readonly #running = new Map<string, Running>();
  #bytes = 0;
  #closed = false;

  /** How many. */
  get size(): number {
    return this.#running.size;
  }

  /**
   * Runs one under its id; `stop` ends it early too.
   *
   * @throws AssayError SERVICE_BUSY or SERVICE_STOPPING; then it is not begun.
   */
  async run<T>(
    { id, tenant, bytes, stop }: RunRequest,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.requireRoom(tenant, bytes);
    const controller = new AbortController();
    // In place of AbortSignal.any, which leaves a weak reference and a finaliser for each.
    const cancel = (): void => controller.abort(stop?.reason);
    if (stop?.aborted) cancel();
    stop?.addEventListener('abort', cancel, { once: true });
    const ended = work(controller.signal);
    this.#running.set(id, { tenant, controller, bytes, ended });
    this.#bytes += bytes;
    try {
      return await ended;
    } finally {
      stop?.removeEventListener('abort', cancel);
      this.#running.delete(id);
      this.#bytes -= bytes;
    }
  }

  /** @throws AssayError SERVICE_BUSY or SERVICE_STOPPING */
  requireRoom(tenant: string, bytes: number): void {
    if (this.#closed) throw stopping();
    if (this.#countOf(tenant) >= MOST.runsOfTenant) {
      throw busy('as many checkers and producers of this tenant run or wait as may');
    }
    if (this.#running.size < MOST.runs && this.#bytes + bytes <= MOST.bytes) return;
    throw busy('as many checkers and producers run or wait as may');
  }

  #countOf(tenant: string): number {
    let count = 0;
    for (const running of this.#running.values()) if (running.tenant === tenant) count++;
    return count;
  }

  /** Ends one that runs; nothing happens where there is none. */
  cancel(id: string): void {
    this.#running.get(id)?.controller.abort();
  }

  /** Resolves when none runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.allSettled([...this.#running.values()].map(({ ended }) => ended));
    }
  }

  /** Takes no more, cancels those that run, and resolves when each has told what it came to. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(stopping());
    await Promise.allSettled(running.map(({ ended }) => ended));
  }
}

function busy(message: string): AssayError {
  return new AssayError('SERVICE_BUSY', message, { next: 'send the same request again in a while' });
}

function stopping(): AssayError {
  return new AssayError('SERVICE_STOPPING', 'the service is stopping');
}
