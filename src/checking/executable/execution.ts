import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ANSWER_BYTES, readDigestedAnswer } from '../answer.ts';
import { treeKib } from '../memory.ts';
import { inconclusive, type Verdict } from '../outcome.ts';
import type { ExecutableRequest } from './request.ts';

/** What one run of an executable may use. */
export interface ExecutionLimits {
  readonly timeMs: number;
  readonly memoryMib: number;
}

const STDERR_CHARACTERS = 64 * 1024;
const WATCH_MS = 20;

/**
 * Starts one run: a process with an empty environment and a process group of its own, so that what it starts ends with it.
 *
 * @param command the program by its absolute path, and its words.
 * @param cwd the folder it starts in.
 * Rejects where the host cannot start it.
 */
export async function startExecution(
  [program = '', ...words]: readonly string[],
  cwd: string,
  request: ExecutableRequest,
  limits: ExecutionLimits,
): Promise<Execution> {
  const child = spawn(program, words, {
    env: {},
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  // Rejects on `error`, which nobody else listens to yet.
  await once(child, 'spawn');
  return new Execution(child, request, limits);
}

/** One run: a process that is sent the request, and whose standard output as a whole is its answer. */
export class Execution {
  readonly verdict: Promise<Verdict>;
  /** Resolves once the process is gone. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #digests: ExecutableRequest['digests'];
  readonly #limits: ExecutionLimits;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #output: Buffer[] = [];
  #settle: (verdict: Verdict) => void = () => {};
  #outputBytes = 0;
  #stderr = '';
  #exited = false;
  #peakKib = 0;

  constructor(
    child: ChildProcessWithoutNullStreams,
    { text, digests }: ExecutableRequest,
    limits: ExecutionLimits,
  ) {
    this.#child = child;
    this.#digests = digests;
    this.#limits = limits;
    this.verdict = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // A signal that could not be sent, most likely; `close` says what becomes of the process.
    child.on('error', () => {});
    this.gone = new Promise((resolve) => {
      child.on('exit', () => {
        // What it started may live on, and would keep the pipes open.
        this.#kill();
        this.#exited = true;
        resolve();
      });
    });
    child.on('close', (code, signal) => this.end(this.#ending(code, signal)));
    // A program may end without having read everything.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (words: string) => this.#complain(words));
    child.stdin.end(text);
    const { timeMs } = limits;
    const timeout = () => this.end(inconclusive('TIMEOUT', `no answer after ${timeMs} ms`));
    this.#timers = [setTimeout(timeout, timeMs), setInterval(() => this.#watchMemory(), WATCH_MS)];
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Highest resident memory of the process and all it started, in KiB, as far as it was seen. */
  get peakKib(): number {
    return this.#peakKib;
  }

  /** Ends the process, if it still runs, and the run with this verdict, if it has none yet. */
  end(verdict: Verdict): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#kill();
    // A process that left its group may hold the other ends for ever.
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe.destroy();
    this.#settle(verdict);
  }

  /** The whole group; in a process namespace the kernel ends everything in it with its first process. */
  #kill(): void {
    // Later the number may be another group's.
    if (this.pid === undefined || this.#exited) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Nothing of the group is left.
    }
  }

  #read(chunk: Buffer): void {
    this.#outputBytes += chunk.length;
    if (this.#outputBytes <= ANSWER_BYTES) this.#output.push(chunk);
    else this.end(inconclusive('PROTOCOL', `the program wrote more than ${ANSWER_BYTES} bytes`));
  }

  #complain(words: string): void {
    this.#stderr += words;
    if (this.#stderr.length > STDERR_CHARACTERS) {
      this.end(inconclusive('PROTOCOL', 'the program wrote too much to its standard error'));
    }
  }

  #watchMemory(): void {
    if (this.pid === undefined) return;
    const { memoryMib } = this.#limits;
    this.#peakKib = Math.max(this.#peakKib, treeKib(this.pid));
    if (this.#peakKib > memoryMib * 1024) {
      this.end(inconclusive('MEMORY', `the program used more than its ${memoryMib} MiB`));
    }
  }

  /** Its words count only after an orderly end: what a program wrote before it crashed is no answer. */
  #ending(code: number | null, signal: NodeJS.Signals | null): Verdict {
    if (code === 0) return readDigestedAnswer(Buffer.concat(this.#output), this.#digests);
    // The last line on standard error is where programs say why they end.
    const why = this.#stderr.trim().split('\n').at(-1) ?? '';
    const how = signal ?? `exit code ${code}`;
    return inconclusive('CRASHED', `the program ended with ${how}${why === '' ? '' : `: ${why}`}`);
  }
}
