import { AssayError } from '../errors.ts';

/** How much may run or wait at once, in all. */
const MOST = { verifications: 256, bytes: 1024 * 1024 * 1024 } as const;

interface Running {
  readonly controller: AbortController;
  readonly bytes: number;
  readonly ended: Promise<unknown>;
}

/** The verifications that run or wait now: bounded, and each can be cancelled. */
export class Verifications {
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
   * @param bytes of the values it holds.
   * @throws AssayError SERVICE_BUSY or SERVICE_STOPPING; then it is not begun.
   */
  async run<T>(
    {
      id,
      bytes,
      stop,
    }: { readonly id: string; readonly bytes: number; readonly stop?: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.requireRoom(bytes);
    const controller = new AbortController();
    const signal = stop === undefined ? controller.signal : AbortSignal.any([controller.signal, stop]);
    const ended = work(signal);
    this.#running.set(id, { controller, bytes, ended });
    this.#bytes += bytes;
    try {
      return await ended;
    } finally {
      this.#running.delete(id);
      this.#bytes -= bytes;
    }
  }

  /** @throws AssayError SERVICE_BUSY or SERVICE_STOPPING */
  requireRoom(bytes: number): void {
    if (this.#closed) throw new AssayError('SERVICE_STOPPING', 'the service is stopping');
    if (this.#running.size < MOST.verifications && this.#bytes + bytes <= MOST.bytes) return;
    throw new AssayError('SERVICE_BUSY', 'as many verifications run or wait as may', {
      next: 'send the same request again in a while',
    });
  }

  /** Ends one that runs; nothing happens where there is none. */
  cancel(id: string): void {
    this.#running.get(id)?.controller.abort();
  }

  /** Takes no more, cancels those that run, and resolves when each has told what it came to. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.allSettled(running.map(({ ended }) => ended));
  }
}
