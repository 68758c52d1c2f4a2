import { readAnswer } from './answer.ts';
import type { Frame } from './frames.ts';
import type { Job } from './job.ts';
import type { Launch } from './launch.ts';
import { bindMessage } from './messages.ts';
import { type Inconclusive, inconclusive, type Verdict } from './outcome.ts';
import { CheckerProcess } from './process.ts';
import type { CheckerProgram } from './program.ts';

/** What a worker tells its pool. */
export interface WorkerEvents {
  /** It can be given its next job: it has answered the last one, or has nothing to do. */
  free(worker: Worker): void;
  /** It is of no more use; `unbegun` is a job that it was given and had not begun. */
  gone(worker: Worker, unbegun: Job | undefined): void;
}

/** `settling`: has answered, and makes the realm of its next job. */
type State = 'starting' | 'idle' | 'running' | 'settling' | 'gone';

/** A start takes 0.1 s on an idle machine. */
const START_MS = 20_000;
/**
 * What Node takes for itself (45 MiB at rest) on top of what a checker may use. The heap limit has it too: close to its own
 * limit V8 collects again and again for seconds before it gives up, so the memory watch is to come first.
 */
const RUNTIME_MIB = 64;
/** A storm of allocations fills 20 to 40 MiB in this time, and to look takes as long as to judge a small job. */
const LOOK_AGAIN_MS = 20;
const UNASKED = inconclusive('PROTOCOL', 'the process wrote what it was not asked for');
/** What V8 throws when the host has no memory for a buffer. */
const NO_BUFFER = /^RangeError: Array buffer allocation failed$/;

/**
 * One process that serves one checker for its whole life, so that code which got out of its realm can never answer for
 * another one. It ends with the first job that does not end cleanly.
 */
export class Worker {
  /** MiB that the checker may use; heap limit and memory watch follow from it. */
  readonly memoryMib: number;
  /** Resolves when the process can be given a job, or is gone. */
  readonly started: Promise<void>;
  readonly #process: CheckerProcess;
  readonly #events: WorkerEvents;
  #state: State = 'starting';
  #program: CheckerProgram | undefined;
  #job: Job | undefined;
  #next: Job | undefined;
  /** The next job lies in the pipe already: the process begins it as soon as it has said that it is ready. */
  #sentAhead = false;
  #grown = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout;
  #started: () => void = () => {};

  constructor(launch: Launch, memoryMib: number, events: WorkerEvents) {
    this.memoryMib = memoryMib;
    this.#events = events;
    this.#process = new CheckerProcess(launch, memoryMib + RUNTIME_MIB, {
      longestFrame: () => (this.#job ?? (this.#sentAhead ? this.#next : undefined))?.longestAnswer ?? 1,
      output: (frames, waiting) => this.#output(frames, waiting),
      failed: (why) => this.end(why),
    });
    this.started = new Promise((resolve) => {
      this.#started = resolve;
    });
    this.#timer = setTimeout(() => {
      this.end(inconclusive('CRASHED', `the process was not ready after ${START_MS} ms`));
    }, START_MS);
  }

  get closed(): Promise<void> {
    return this.#process.closed;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** The checker it serves, or will by the job it has been given. */
  get program(): CheckerProgram | undefined {
    return this.#program ?? this.#next?.program;
  }

  /** Has no job, though it may still be getting ready for one. */
  get free(): boolean {
    return this.#job === undefined && this.#next === undefined && this.#state !== 'gone';
  }

  get ready(): boolean {
    return this.#state === 'idle';
  }

  /** Gives a free worker a job, which it begins as soon as it is ready. */
  assign(job: Job): void {
    this.#next = job;
    if (this.#state === 'idle') this.#begin(job);
    else if (this.#state === 'settling' && !this.#hasGrown()) {
      this.#sentAhead = true;
      this.#process.send(job.message);
    }
  }

  /** Takes back a job: one that is running costs the process its life. */
  cancel(job: Job): void {
    if (this.#job === job) this.end(inconclusive('CANCELLED', 'the job was cancelled'));
    if (this.#next !== job) return;
    this.#next = undefined;
    if (this.#sentAhead) this.end(inconclusive('CANCELLED', 'the job was cancelled'));
  }

  /** Ends the process if it uses more memory than it may. */
  watchMemory(): void {
    const limit = (RUNTIME_MIB + this.memoryMib) * 1024;
    if ((this.#process.residentKib ?? 0) > limit) {
      this.end(inconclusive('MEMORY', `the checker used more than its ${this.memoryMib} MiB`));
    }
  }

  /** Ends the process of a worker that has no job, and says nothing. */
  retire(): void {
    this.#state = 'gone';
    clearTimeout(this.#timer);
    this.#process.kill();
    this.#started();
  }

  /** Ends the process at once, and the job it is at with this verdict. */
  end(why: Inconclusive): void {
    if (this.#state === 'gone') return;
    const starting = this.#state === 'starting';
    this.retire();
    this.#job?.settle(why);
    if (starting) this.#next?.settle(why);
    this.#events.gone(this, starting ? undefined : this.#next);
  }

  #begin(job: Job): void {
    const alreadySent = this.#sentAhead;
    this.#sentAhead = false;
    this.#next = undefined;
    this.#job = job;
    this.#state = 'running';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.end(inconclusive('TIMEOUT', `no answer after ${job.deadlineMs} ms`));
    }, job.deadlineMs);
    if (alreadySent) return;
    if (this.#program === undefined) this.#process.send(bindMessage(job.program));
    this.#program = job.program;
    this.#process.send(job.message);
  }

  /** A verdict counts once everything that came with it has been looked at. */
  #output(frames: readonly Frame[], waiting: number): void {
    let verdict: Verdict | undefined;
    for (const frame of frames) {
      verdict = this.#take(frame) ?? verdict;
      if (isFatal(verdict)) break;
    }
    if (this.#state === 'idle' && waiting > 0) verdict = UNASKED;
    if (isFatal(verdict)) {
      this.end(verdict);
      return;
    }
    if (verdict !== undefined) {
      this.#job?.settle(verdict);
      this.#job = undefined;
    }
    if (this.#state === 'idle') this.#settle();
    else if (verdict !== undefined) this.#events.free(this);
  }

  #take({ kind, body }: Frame): Verdict | undefined {
    if (this.#state === 'running' && kind === 'A') {
      this.#state = 'settling';
      return this.#answer(body);
    }
    const expected = this.#state === 'starting' || this.#state === 'settling';
    if (!expected || kind !== 'R' || body.length > 0) return UNASKED;
    this.#state = 'idle';
    if (this.#sentAhead && this.#next !== undefined) this.#begin(this.#next);
    return undefined;
  }

  #answer(body: Buffer): Verdict | undefined {
    const answer = this.#job?.read(body);
    if (answer === undefined) return undefined;
    if ('refused' in answer) return inconclusive('PROTOCOL', answer.refused);
    const tag = String.fromCharCode(answer.text[0] ?? 0);
    const bytes = answer.text.subarray(1);
    if (tag === 'A') return readAnswer(bytes);
    if (tag !== 'E') return UNASKED;
    const text = bytes.toString('utf8');
    return inconclusive(NO_BUFFER.test(text) ? 'MEMORY' : 'CRASHED', text);
  }

  /** Ready for another job, unless what earlier ones left uncollected would count against it. */
  #settle(): void {
    clearTimeout(this.#timer);
    this.#started();
    if (this.#hasGrown()) {
      this.end(inconclusive('MEMORY', 'the process has grown too large for another job'));
    } else if (this.#next !== undefined) this.#begin(this.#next);
    else this.#events.free(this);
  }

  #hasGrown(): boolean {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_AGAIN_MS) return this.#grown;
    this.#lookedAt = now;
    this.#grown = (this.#process.residentKib ?? 0) > (RUNTIME_MIB + this.memoryMib / 2) * 1024;
    return this.#grown;
  }
}

/** A process is kept only after an answer that its checker gave as it should. */
function isFatal(verdict: Verdict | undefined): verdict is Inconclusive {
  return verdict?.verdict === 'INCONCLUSIVE' && verdict.reason !== 'UNSUPPORTED';
}
