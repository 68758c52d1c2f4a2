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
  /** It may be given another job: it has answered one, has begun one, or has nothing to do. */
  free(worker: Worker): void;
  /** It is of no more use; `unbegun` are jobs that it was given and had not begun. */
  gone(worker: Worker, unbegun: readonly Job[]): void;
}

/** What the workers of a pool have in common. */
export interface WorkerOptions {
  readonly launch: Launch;
  /** How many jobs of a checker one realm may serve. */
  readonly jobsPerRealm: (program: CheckerProgram) => number;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** A job that a process was given. One in its pipe cannot be taken out again, only be wanted no more. */
interface Given {
  readonly job: Job;
  wanted: boolean;
}

/** A job and what its checker made of it. */
type Answered = Given & { readonly verdict: Verdict };

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
/** Without a job nothing runs that would allocate. */
const LOOK_AGAIN_IDLE_MS = 500;
/** How many jobs lie ready in the pipe of a process: enough for as long as this thread is busy with something else. */
const MOST_AHEAD = 16;
/** With what a pipe holds, 64 KiB, none of them waits for another one to be read. */
const AHEAD_BYTES = 4_096;
/** A small job takes 0.2 ms. Behind one that has taken longer than this none is put any more. */
const QUICK_MS = 5;
/** Behind one that takes longer than this none waits any more, and what nobody waits for is given up. */
const SLOW_MS = 20;
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
  readonly #options: WorkerOptions;
  readonly #events: WorkerEvents;
  #state: State = 'starting';
  #program: CheckerProgram | undefined;
  /** In the order it runs them: the first is the one that runs, where one does. */
  #given: Given[] = [];
  /** How many of them were written to its pipe. */
  #sent = 0;
  #beganAt = 0;
  #servedSince: number | undefined;
  #idleSince = 0;
  #residentKib = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout;
  #started: () => void = () => {};

  constructor(options: WorkerOptions, memoryMib: number, events: WorkerEvents) {
    this.memoryMib = memoryMib;
    this.#options = options;
    this.#events = events;
    this.#process = new CheckerProcess(options.launch, memoryMib + RUNTIME_MIB, {
      longestFrame: () =>
        Math.max(1, ...this.#given.slice(0, this.#sent).map(({ job }) => job.longestAnswer)),
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
    return this.#program ?? this.#given[0]?.job.program;
  }

  /** Has no job, though it may still be getting ready for one. */
  get free(): boolean {
    return this.#given.length === 0 && this.#state !== 'gone';
  }

  /** For how long it has served its checker, in milliseconds; undefined before its first job has begun. */
  get servedMs(): number | undefined {
    return this.#servedSince === undefined ? undefined : this.#options.clock() - this.#servedSince;
  }

  /** For how long it has been ready and without a job, in milliseconds; less than 0 where it is not. */
  get idleMs(): number {
    return this.ready && this.free ? this.#options.clock() - this.#idleSince : -1;
  }

  get ready(): boolean {
    return this.#state === 'idle';
  }

  /** Whether this small job may lie ready behind the one that runs, which has begun just now. */
  takes({ size }: Job): boolean {
    return (
      this.#state === 'running' &&
      this.#given.length <= MOST_AHEAD &&
      size <= AHEAD_BYTES &&
      this.#options.clock() - this.#beganAt < QUICK_MS &&
      !this.#hasGrown()
    );
  }

  /** Gives a job to a worker that is free or takes it. It is begun after those before it, as soon as the worker is ready. */
  assign(job: Job): void {
    this.#given.push({ job, wanted: true });
    if (this.#state === 'idle') this.#begin();
    else if (this.#program !== undefined && !this.#hasGrown()) this.#send(job);
  }

  /** Ends a job: one that is running costs the process its life. */
  cancel(job: Job): void {
    // One that was taken back may have come again: the copy that is wanted.
    const at = this.#given.findIndex((given) => given.job === job && given.wanted);
    const given = this.#given[at];
    if (given === undefined) return;
    given.wanted = at === 0 && this.#state === 'running';
    if (at >= this.#sent) this.#given.splice(at, 1);
    else if (at === 0) this.end(inconclusive('CANCELLED', 'the job was cancelled'));
  }

  /** The jobs that have lain too long behind the one that runs, to be given to another worker. */
  takeBack(): Job[] {
    if (this.#state !== 'running' || this.#options.clock() - this.#beganAt < SLOW_MS) return [];
    const behind = this.#given.slice(1).filter(({ wanted }) => wanted);
    for (const given of behind) given.wanted = false;
    this.#given.splice(Math.max(1, this.#sent));
    return behind.map(({ job }) => job);
  }

  /** Ends the process if it uses more memory than it may. */
  watchMemory(): void {
    const limit = (RUNTIME_MIB + this.memoryMib) * 1024;
    if (this.#look(this.free ? LOOK_AGAIN_IDLE_MS : 0) > limit) {
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
    const begun = this.#state === 'starting' || this.#state === 'running' ? 1 : 0;
    this.retire();
    const wanted = (given: readonly Given[]) => given.flatMap((one) => (one.wanted ? [one.job] : []));
    for (const job of wanted(this.#given.slice(0, begun))) job.settle(why);
    this.#events.gone(this, wanted(this.#given.slice(begun)));
  }

  #begin(): void {
    const [first] = this.#given;
    if (first === undefined) return;
    const { job, wanted } = first;
    this.#state = 'running';
    this.#beganAt = this.#options.clock();
    this.#servedSince ??= this.#beganAt;
    clearTimeout(this.#timer);
    this.#timer = wanted
      ? setTimeout(
          () => this.end(inconclusive('TIMEOUT', `no answer after ${job.deadlineMs} ms`)),
          job.deadlineMs,
        )
      : setTimeout(() => this.end(inconclusive('CANCELLED', 'nobody waits for the job')), SLOW_MS);
    if (this.#sent === 0) this.#send(job);
  }

  #send(job: Job): void {
    if (this.#program === undefined) {
      this.#process.send(bindMessage(job.program, this.#options.jobsPerRealm(job.program)));
    }
    this.#program = job.program;
    this.#process.send(job.message);
    this.#sent++;
  }

  /** A verdict counts once everything that came with it has been looked at. */
  #output(frames: readonly Frame[], waiting: number): void {
    const answered: Answered[] = [];
    let fatal: Inconclusive | undefined;
    for (const frame of frames) {
      fatal = this.#take(frame, answered);
      if (fatal !== undefined) break;
    }
    if (this.#state === 'idle' && waiting > 0) fatal ??= UNASKED;
    for (const { job, verdict, wanted } of answered) {
      if (wanted) job.settle(fatal?.reason === 'PROTOCOL' ? fatal : verdict);
    }
    if (fatal !== undefined) this.end(fatal);
    else if (this.#state === 'idle') this.#settle();
    else if (answered.length > 0) this.#events.free(this);
  }

  /** Adds to what is answered; gives why the process must end. */
  #take({ kind, body }: Frame, answered: Answered[]): Inconclusive | undefined {
    const [first] = this.#given;
    if (this.#state === 'running' && kind === 'A' && first !== undefined) {
      const verdict = answerOf(first.job, body);
      this.#state = 'settling';
      this.#given.shift();
      this.#sent--;
      answered.push({ ...first, verdict });
      return isFatal(verdict) ? verdict : undefined;
    }
    const expected = this.#state === 'starting' || this.#state === 'settling';
    if (!expected || kind !== 'R' || body.length > 0) return UNASKED;
    this.#state = 'idle';
    if (this.#sent > 0) this.#begin();
    return undefined;
  }

  /** Ready for another job, unless what earlier ones left uncollected would count against it. */
  #settle(): void {
    clearTimeout(this.#timer);
    this.#started();
    if (this.#hasGrown()) {
      this.end(inconclusive('MEMORY', 'the process has grown too large for another job'));
      return;
    }
    if (this.#given.length > 0) this.#begin();
    else this.#idleSince = this.#options.clock();
    this.#events.free(this);
  }

  #hasGrown(): boolean {
    return this.#look(LOOK_AGAIN_MS) > (RUNTIME_MIB + this.memoryMib / 2) * 1024;
  }

  /** Resident memory in KiB, as it was found at most so many milliseconds ago. */
  #look(agoMs: number): number {
    const now = this.#options.clock();
    if (now - this.#lookedAt >= agoMs) {
      this.#lookedAt = now;
      this.#residentKib = this.#process.residentKib ?? 0;
    }
    return this.#residentKib;
  }
}

function answerOf(job: Job, body: Buffer): Verdict {
  const answer = job.read(body);
  if ('refused' in answer) return inconclusive('PROTOCOL', answer.refused);
  const tag = String.fromCharCode(answer.text[0] ?? 0);
  const bytes = answer.text.subarray(1);
  if (tag === 'A') return readAnswer(bytes);
  if (tag !== 'E') return UNASKED;
  const text = bytes.toString('utf8');
  return inconclusive(NO_BUFFER.test(text) ? 'MEMORY' : 'CRASHED', text);
}

/** A process is kept only after an answer that its checker gave as it should. */
function isFatal(verdict: Verdict): verdict is Inconclusive {
  return verdict.verdict === 'INCONCLUSIVE' && verdict.reason !== 'UNSUPPORTED';
}
