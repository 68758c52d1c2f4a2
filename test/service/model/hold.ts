import { inconclusive, type Outcome } from '../../../src/checking/outcome.ts';
import { CheckerPool, type RunOptions } from '../../../src/checking/pool.ts';

/** A checker's run that is held back until it is let go or told to end. */
export interface Hold {
  /** Resolves when a run has come to it. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/** Holds back the runs of checkers that it is told to. */
export class Gate {
  readonly #releases: (() => void)[] = [];
  #next: ((signal: AbortSignal | undefined) => Promise<void>) | null = null;

  /** Holds back the next run that comes. */
  holdNext(): Hold {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.#next = (signal) => {
      reached.resolve();
      signal?.addEventListener('abort', () => released.resolve(), { once: true });
      return released.promise;
    };
    this.#releases.push(released.resolve);
    return { reached: reached.promise, release: released.resolve };
  }

  /** Holds back none, unless one was held back already. */
  letPass(): void {
    this.#next = null;
  }

  async pass(signal: AbortSignal | undefined): Promise<void> {
    const next = this.#next;
    this.#next = null;
    await next?.(signal);
  }

  /** Lets go whatever is held back. */
  open(): void {
    for (const release of this.#releases) release();
  }
}

/** A pool behind a gate; what was told to end at the gate is not begun. */
export class GatedPool extends CheckerPool {
  readonly #pool: CheckerPool;
  readonly #gate: Gate;

  constructor(pool: CheckerPool, gate: Gate) {
    super();
    this.#pool = pool;
    this.#gate = gate;
  }

  override async run(...[program, request, options]: Parameters<CheckerPool['run']>): Promise<Outcome> {
    const { signal }: RunOptions = options ?? {};
    await this.#gate.pass(signal);
    if (signal?.aborted) {
      const runtime = { name: 'node', version: process.versions.node } as const;
      return { ...inconclusive('CANCELLED', 'told to end'), runtime };
    }
    return this.#pool.run(program, request, options);
  }
}
