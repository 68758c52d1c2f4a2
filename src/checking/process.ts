import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type Frame, FrameReader } from './frames.ts';
import type { Launch } from './launch.ts';
import { residentKib } from './memory.ts';
import type { Message } from './messages.ts';
import { type Inconclusive, inconclusive } from './outcome.ts';

/** What a process does, as its owner hears of it. Nothing is said after `kill`. */
export interface ProcessEvents {
  /** The longest frame that may come now, kind and body. */
  longestFrame(): number;
  /** The frames that one read completed, and how many bytes of another one are waiting. */
  output(frames: readonly Frame[], waiting: number): void;
  /** It broke the protocol, could not be started, or has ended by itself. */
  failed(why: Inconclusive): void;
}

const STDERR_CHARACTERS = 64 * 1024;
/** To write takes 30 µs, as much as to copy this. */
const TOGETHER_BYTES = 64 * 1024;
/** What V8 writes before it aborts. */
const OUT_OF_MEMORY = /heap out of memory|Array buffer allocation failed/;

/** A child process that speaks in frames. Whatever it does, its owner only ever gets an event. */
export class CheckerProcess {
  /** Resolves once the process is gone and its pipes are closed. */
  readonly closed: Promise<void>;
  readonly #events: ProcessEvents;
  readonly #frames = new FrameReader();
  #child: ChildProcessWithoutNullStreams | undefined;
  #stderr = '';
  #outgoing: Uint8Array[] = [];
  #outgoingBytes = 0;
  #flushing: NodeJS.Immediate | undefined;
  #killed = false;
  #close: () => void = () => {};

  constructor(launch: Launch, heapMib: number, events: ProcessEvents) {
    this.#events = events;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    launch(heapMib).then(
      (child) => this.#attach(child),
      (error: NodeJS.ErrnoException) => {
        this.#fail(inconclusive('CRASHED', `the process could not be started: ${error.code ?? error.name}`));
        this.#close();
      },
    );
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resident memory in KiB, where the host tells it. */
  get residentKib(): number | undefined {
    return this.pid === undefined ? undefined : residentKib(this.pid);
  }

  /** Writes a message, a small one together with those that follow it in this turn of the event loop. */
  send(message: Message): void {
    this.#outgoing.push(...message);
    this.#outgoingBytes += message.reduce((sum, { length }) => sum + length, 0);
    if (this.#outgoingBytes > TOGETHER_BYTES) this.#flush();
    else this.#flushing ??= setImmediate(() => this.#flush());
  }

  kill(): void {
    this.#killed = true;
    this.#child?.kill('SIGKILL');
  }

  #flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const outgoing = this.#outgoing;
    const small = this.#outgoingBytes <= TOGETHER_BYTES;
    this.#outgoing = [];
    this.#outgoingBytes = 0;
    if (small) this.#child?.stdin.write(Buffer.concat(outgoing));
    else this.#writeEach(outgoing);
  }

  #writeEach(message: Message): void {
    this.#child?.stdin.cork();
    for (const bytes of message) this.#child?.stdin.write(bytes);
    this.#child?.stdin.uncork();
  }

  #attach(child: ChildProcessWithoutNullStreams): void {
    this.#child = child;
    // A signal that could not be sent, most likely; `close` says what becomes of the process.
    child.on('error', () => {});
    child.on('close', (code, signal) => {
      this.#fail(this.#ending(signal ?? `exit code ${code}`));
      this.#close();
    });
    // Of a pipe whose process has just ended `close` says all there is to say.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('latin1').on('data', (text: string) => this.#complain(text));
    if (this.#killed) child.kill('SIGKILL');
  }

  #read(chunk: Buffer): void {
    if (this.#killed) return;
    this.#frames.push(chunk);
    const longest = this.#events.longestFrame();
    const frames: Frame[] = [];
    try {
      for (let frame = this.#frames.next(longest); frame !== undefined; frame = this.#frames.next(longest)) {
        frames.push(frame);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#fail(inconclusive('PROTOCOL', error.message));
      return;
    }
    this.#events.output(frames, this.#frames.waiting);
  }

  #complain(text: string): void {
    this.#stderr += text;
    if (this.#stderr.length > STDERR_CHARACTERS) {
      this.#stderr = '';
      this.#fail(inconclusive('PROTOCOL', 'the process wrote too much to its standard error'));
    }
  }

  #ending(how: string): Inconclusive {
    if (OUT_OF_MEMORY.test(this.#stderr)) return inconclusive('MEMORY', 'the checker used up its memory');
    if (this.#frames.waiting > 0) return inconclusive('PROTOCOL', `the process ended in mid-answer: ${how}`);
    return inconclusive('CRASHED', `the process ended without an answer: ${how}`);
  }

  #fail(why: Inconclusive): void {
    if (this.#killed) return;
    this.kill();
    this.#events.failed(why);
  }
}
