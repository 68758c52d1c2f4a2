import type { Digest } from '../../canonical/digest.ts';
import { hostIsolation, type Isolation } from '../isolation.ts';
import type { CheckRequest } from '../messages.ts';
import { type Inconclusive, inconclusive, type Outcome, type Runtime } from '../outcome.ts';
import type { CheckerProgram } from '../program.ts';
import { type Execution, startExecution } from './execution.ts';
import { runtimeOf, startCommand } from './interpreter.ts';
import { makePrivateCopy } from './private-copy.ts';
import { executableRequest } from './request.ts';

/** One request to one program, and what ends it early. */
export interface ExecutableJob {
  readonly program: CheckerProgram;
  readonly request: CheckRequest;
  readonly timeMs: number;
  readonly signal: AbortSignal | undefined;
}

const UNKNOWN: Runtime = { name: 'executable', version: 'unknown' };
const CANCELLED = inconclusive('CANCELLED', 'the job was cancelled');
const CLOSED = inconclusive('CANCELLED', 'the pool of checkers was closed');

/** Runs checkers that are executables, `size` at once, each run in a process and a private copy of its own. */
export class Executables {
  readonly #size: number;
  readonly #isolation: () => Promise<Isolation>;
  readonly #running = new Set<Execution>();
  readonly #runtimes = new Map<Digest, Promise<Runtime>>();
  /** What begins each job that waits, first come first served. */
  readonly #waiting = new Set<() => void>();
  readonly #ending = new Set<Promise<void>>();
  #busy = 0;
  #closed = false;
  #peakKib = 0;

  constructor(size: number, isolation: () => Promise<Isolation> = hostIsolation) {
    this.#size = size;
    this.#isolation = isolation;
  }

  /** Process ids of what runs. */
  get pids(): readonly number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? []);
  }

  /** Highest resident memory of any run so far, in KiB, as far as it was seen. */
  get peakKib(): number {
    return this.#peakKib;
  }

  /** What the program says of the request; never rejects. */
  async run(job: ExecutableJob): Promise<Outcome> {
    await this.#turn(job.signal);
    try {
      return await this.#run(job);
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      const verdict = inconclusive('CRASHED', `the program could not be started: ${code ?? name}`);
      return { ...verdict, runtime: UNKNOWN };
    } finally {
      this.#busy--;
      this.#next();
    }
  }

  /** Ends running and waiting jobs as `CANCELLED`; resolves when the last process is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const execution of this.#running) execution.end(CLOSED);
    for (const begin of [...this.#waiting]) begin();
    await Promise.all(this.#ending);
  }

  async #run(job: ExecutableJob): Promise<Outcome> {
    const { manifest } = job.program;
    const { prefix } = await this.#isolation();
    const runtime = await this.#runtime(job.program, prefix);
    const copy = makePrivateCopy(job.program);
    try {
      const command = [...prefix, ...startCommand(manifest, copy.main)];
      const limits = { timeMs: job.timeMs, memoryMib: manifest.limits.memory_mib };
      const stopped = this.#stopped(job);
      if (stopped !== undefined) return { ...stopped, runtime };
      const execution = await startExecution(command, copy.folder, executableRequest(job.request), limits);
      return { ...(await this.#verdict(execution, job)), runtime };
    } finally {
      copy.remove();
    }
  }

  async #verdict(execution: Execution, job: ExecutableJob): Promise<Awaited<Execution['verdict']>> {
    const { signal } = job;
    const cancel = () => execution.end(CANCELLED);
    this.#running.add(execution);
    this.#ending.add(execution.gone);
    void execution.gone.then(() => this.#ending.delete(execution.gone));
    signal?.addEventListener('abort', cancel, { once: true });
    const stopped = this.#stopped(job);
    if (stopped !== undefined) execution.end(stopped);
    const verdict = await execution.verdict;
    signal?.removeEventListener('abort', cancel);
    this.#running.delete(execution);
    this.#peakKib = Math.max(this.#peakKib, execution.peakKib);
    return verdict;
  }

  #stopped({ signal }: ExecutableJob): Inconclusive | undefined {
    if (this.#closed) return CLOSED;
    return signal?.aborted ? CANCELLED : undefined;
  }

  /** Asked once for each checker in the life of a pool; again where asking failed. */
  #runtime({ identity, manifest }: CheckerProgram, prefix: readonly string[]): Promise<Runtime> {
    const known = this.#runtimes.get(identity);
    if (known !== undefined) return known;
    const asked = runtimeOf(manifest, prefix);
    this.#runtimes.set(identity, asked);
    asked.catch(() => this.#runtimes.delete(identity));
    return asked;
  }

  /** Resolves when the job may begin, or need not any more. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', begin);
        this.#waiting.delete(begin);
        this.#busy++;
        resolve();
      };
      signal?.addEventListener('abort', begin, { once: true });
      this.#waiting.add(begin);
      this.#next();
    });
  }

  #next(): void {
    while (this.#busy < this.#size) {
      const [begin] = this.#waiting;
      if (begin === undefined) return;
      begin();
    }
  }
}
