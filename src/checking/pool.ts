import { availableParallelism } from 'node:os';
import type { CheckerLimits } from '../certificate/manifest.ts';
import { Turns } from '../processes/turns.ts';
import { Executables } from './executable/executables.ts';
import { Job } from './job.ts';
import { type Launch, nodeLaunch } from './launch.ts';
import { peakResidentKib } from './memory.ts';
import { type CheckRequest, requestSize } from './messages.ts';
import { inconclusive, type Outcome, type Runtime, type Verdict } from './outcome.ts';
import type { CheckerProgram } from './program.ts';
import { Worker, type WorkerOptions } from './worker.ts';

export interface PoolOptions {
  /** How many checkers run, or stand ready bound to their checker, at once; at least 4 by default. */
  readonly size?: number;
  /** How many started, still unbound processes are kept in reserve; 1 by default, 0 for a pool that runs one job. */
  readonly spares?: number;
  /** The memory limit of the checkers that the first spares are for, in MiB; later ones follow what was needed last. */
  readonly spareMemoryMib?: number;
  readonly launch?: Launch;
  /**
   * Whether a checker keeps nothing from one job to the next, so that one realm can serve many of its jobs; by default
   * none is taken to, and each job has a realm of its own.
   */
  readonly keepsNothing?: (program: CheckerProgram) => boolean;
  /** Milliseconds that only grow: by which a job is quick or slow. */
  readonly clock?: () => number;
}

export interface RunOptions {
  /** Ends the run, also while it waits for its turn, with `CANCELLED`. */
  readonly signal?: AbortSignal;
  /** Shortens the time limit of the checker's manifest, in milliseconds; waiting for a turn does not count. */
  readonly deadlineMs?: number;
  /** Whose run it is: owners take turns. */
  readonly owner?: string;
}

const RUNTIME: Runtime = { name: 'node', version: process.versions.node };
/**
 * A new realm costs 0.5 ms, and V8 compiles what runs in it anew: of a small verification checkers took 0.26 ms with one for
 * each 64 jobs, 0.14 with 512, 0.11 with 8,192.
 */
const JOBS_PER_REALM = 1_024;
/** A storm of allocations fills 20 to 40 MiB in this time. */
const BUSY_WATCH_MS = 20;
const IDLE_WATCH_MS = 500;
/**
 * A process that serves another checker takes 0.1 to 0.3 s to start. One that has begun to serve less than this ago takes jobs
 * of its checker before others in the queue: of three checkers in turn, two processes did 8 jobs a second without it (docs/adr/0019).
 */
const HOLD_MS = 250;
/** The job that takes a killed one's place goes first: beside the start of another spare it waits 27 ms instead of 7. */
const REFILL_MS = 100;

/**
 * Runs checkers in processes of their own. Whatever a checker does becomes an outcome; nothing it does rejects a promise,
 * ends this process, or reaches a job of another checker. Owners of jobs take turns, and the jobs of one start in the order
 * they came; but a process that has just begun to serve a checker does what waits for that checker before. Its processes keep
 * this one alive until it is closed.
 */
export class CheckerPool {
  readonly #size: number;
  readonly #spares: number;
  readonly #workerOptions: WorkerOptions;
  readonly #executables: Executables;
  /** In the order of their last use. */
  readonly #workers = new Set<Worker>();
  readonly #ending = new Set<Promise<void>>();
  readonly #queue = new Turns<Job>();
  #watch: NodeJS.Timeout | undefined;
  #watchedBusy = false;
  #closed = false;
  /** A heap limit cannot be changed later, so a spare serves only checkers that have just this one. */
  #spareMemoryMib: number;

  constructor(options: PoolOptions = {}) {
    this.#size = options.size ?? Math.max(4, availableParallelism());
    this.#spares = options.spares ?? 1;
    this.#spareMemoryMib = options.spareMemoryMib ?? 1024;
    const { keepsNothing = () => false } = options;
    this.#workerOptions = {
      launch: options.launch ?? nodeLaunch(),
      jobsPerRealm: (program) => (keepsNothing(program) ? JOBS_PER_REALM : 1),
      clock: options.clock ?? (() => performance.now()),
    };
    this.#executables = new Executables(this.#size);
  }

  /** Process ids of what it has started and not yet ended. */
  get pids(): readonly number[] {
    return [...[...this.#workers].flatMap(({ pid }) => pid ?? []), ...this.#executables.pids];
  }

  /** The most that one of its processes has had resident so far, in KiB; 0 where the host does not tell. */
  get peakKib(): number {
    const peaks = this.pids.map((pid) => peakResidentKib(pid) ?? 0);
    return Math.max(this.#executables.peakKib, ...peaks);
  }

  /** Starts the spares (one at least) now, so that the first job need not wait 0.1 s; resolves when they are ready. */
  async warm(): Promise<void> {
    this.#fillSpares(Math.max(1, this.#spares));
    await Promise.all(this.#blank.map(({ started }) => started));
  }

  /**
   * What `program` says of `request`, within the limits of its manifest (whose time limit `deadlineMs` can shorten).
   *
   * Never rejects: a checker that loops, crashes, floods, lies about what it read or says nothing is `INCONCLUSIVE`.
   */
  async run(program: CheckerProgram, request: CheckRequest, options: RunOptions = {}): Promise<Outcome> {
    const { limits, runs } = program.manifest;
    const refused = this.#refusal(request, limits, options);
    if (refused !== undefined) return { ...refused, runtime: RUNTIME };
    const timeMs = Math.min(options.deadlineMs ?? limits.time_ms, limits.time_ms);
    const { signal, owner = '' } = options;
    if (runs === 'executable') return this.#executables.run({ program, request, timeMs, signal });
    return {
      ...(await this.#verdict(new Job(program, request, { deadlineMs: timeMs, owner }), signal)),
      runtime: RUNTIME,
    };
  }

  /** Ends all processes, and running and waiting jobs as `CANCELLED`; resolves when the last process is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#watch);
    for (const job of this.#queue.clear()) job.settle(CLOSED);
    for (const worker of this.#workers) worker.end(CLOSED);
    await Promise.all([this.#executables.close(), ...this.#ending]);
  }

  #refusal(request: CheckRequest, limits: CheckerLimits, { signal }: RunOptions): Verdict | undefined {
    if (this.#closed) return CLOSED;
    if (signal?.aborted) return CANCELLED;
    if (requestSize(request) <= limits.input_bytes) return undefined;
    return inconclusive('UNSUPPORTED', `the documents have more than ${limits.input_bytes} bytes`);
  }

  async #verdict(job: Job, signal: AbortSignal | undefined): Promise<Verdict> {
    const cancel = () => this.#cancel(job);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#queue.add(job.owner, job);
    this.#place();
    const verdict = await job.verdict;
    signal?.removeEventListener('abort', cancel);
    return verdict;
  }

  #cancel(job: Job): void {
    job.settle(CANCELLED);
    this.#queue.remove(job);
    for (const worker of this.#workers) worker.cancel(job);
    this.#place();
  }

  /** Hands waiting jobs to workers, in turns. The next one waits for its worker, and behind it all but those that may go before. */
  #place(): void {
    for (let job = this.#queue.next(); job !== undefined; job = this.#queue.next()) {
      const worker = this.#workerFor(job);
      if (worker === undefined) break;
      this.#queue.take();
      this.#assign(job, worker);
    }
    for (const worker of [...this.#workers]) {
      for (let job = this.#waitingFor(worker); job !== undefined; job = this.#waitingFor(worker)) {
        this.#queue.remove(job);
        this.#assign(job, worker);
      }
    }
  }

  #assign(job: Job, worker: Worker): void {
    this.#workers.delete(worker);
    this.#workers.add(worker);
    worker.assign(job);
    this.#keepWatch();
  }

  /** The next job of its checker that may go before others, to a worker that has begun to serve that checker just now. */
  #waitingFor(worker: Worker): Job | undefined {
    if (worker.servedMs === undefined || worker.servedMs >= HOLD_MS) return undefined;
    const identity = worker.program?.identity;
    return this.#queue.find((job) => job.program.identity === identity && (worker.free || worker.takes(job)));
  }

  /** One that serves this checker; else a spare, a new one, or the place of the idle one that was used longest ago. */
  #workerFor(job: Job): Worker | undefined {
    const { identity, manifest } = job.program;
    const { memory_mib: memoryMib } = manifest.limits;
    const bound = [...this.#workers].filter(({ program }) => program !== undefined);
    const own = bound.filter(({ program }) => program?.identity === identity);
    const free = own.filter((worker) => worker.free);
    const taken = free.find(({ ready }) => ready) ?? free[0] ?? own.find((worker) => worker.takes(job));
    if (taken !== undefined) return taken;
    if (bound.length >= this.#size) {
      // For another process of a checker that has one, only who was idle for a while: it would soon be missed.
      const leastIdleMs = own.length > 0 ? HOLD_MS : 0;
      const evicted = bound.find(
        (worker) => worker.idleMs >= leastIdleMs && this.#waitingFor(worker) === undefined,
      );
      if (evicted === undefined) return undefined;
      this.#retire(evicted);
    }
    this.#spareMemoryMib = memoryMib;
    const blank = this.#blank.filter((worker) => worker.memoryMib === memoryMib);
    return blank.find(({ ready }) => ready) ?? blank[0] ?? this.#start(memoryMib);
  }

  get #blank(): Worker[] {
    return [...this.#workers].filter(({ program }) => program === undefined);
  }

  /** Only between jobs: `spawn` blocks this thread until the new process has begun (5 ms). */
  #fillSpares(count: number): void {
    if (this.#closed) return;
    let missing = count;
    for (const worker of this.#blank) {
      if (worker.memoryMib === this.#spareMemoryMib) missing--;
      else this.#retire(worker);
    }
    for (; missing > 0; missing--) this.#start(this.#spareMemoryMib);
  }

  #retire(worker: Worker): void {
    this.#workers.delete(worker);
    worker.retire();
  }

  #start(memoryMib: number): Worker {
    const worker = new Worker(this.#workerOptions, memoryMib, {
      free: () => {
        this.#place();
        this.#fillSpares(this.#spares);
      },
      gone: (gone, unbegun) => this.#gone(gone, unbegun),
    });
    this.#workers.add(worker);
    const { closed } = worker;
    this.#ending.add(closed);
    void closed.then(() => this.#ending.delete(closed));
    return worker;
  }

  #gone(worker: Worker, unbegun: readonly Job[]): void {
    this.#workers.delete(worker);
    if (this.#closed) {
      for (const job of unbegun) job.settle(CLOSED);
      return;
    }
    this.#putBack(unbegun);
    this.#place();
    // Not for one that never served: where no process lives, one after the other would be started for nothing.
    if (worker.program !== undefined) setTimeout(() => this.#fillSpares(this.#spares), REFILL_MS).unref();
  }

  #putBack(jobs: readonly Job[]): void {
    for (const [owner, own] of Map.groupBy(jobs, (job) => job.owner)) this.#queue.putBack(owner, own);
  }

  /** One timer looks at the memory of all processes: often while a job runs, now and then otherwise. */
  #keepWatch(): void {
    const busy = [...this.#workers].some(({ free, ready }) => !free || !ready);
    if (this.#watch !== undefined && (this.#watchedBusy || !busy)) return;
    clearTimeout(this.#watch);
    this.#watchedBusy = busy;
    this.#watch = setTimeout(() => this.#look(), busy ? BUSY_WATCH_MS : IDLE_WATCH_MS);
    this.#watch.unref();
  }

  #look(): void {
    this.#watch = undefined;
    for (const worker of this.#workers) worker.watchMemory();
    const back = [...this.#workers].flatMap((worker) => worker.takeBack());
    this.#putBack(back);
    this.#place();
    if (this.#workers.size > 0 && !this.#closed) this.#keepWatch();
  }
}

const CANCELLED = inconclusive('CANCELLED', 'the job was cancelled');
const CLOSED = inconclusive('CANCELLED', 'the pool of checkers was closed');
