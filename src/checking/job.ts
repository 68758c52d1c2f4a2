import { randomBytes } from '../random.ts';
import { ANSWER_BYTES } from './answer.ts';
import { type CheckRequest, jobMessage, type Message } from './messages.ts';
import type { Verdict } from './outcome.ts';
import type { CheckerProgram } from './program.ts';

/** One request to one checker, on its way through the pool. Its verdict is given once; later ones are ignored. */
export class Job {
  readonly program: CheckerProgram;
  /** Whose it is: owners take turns. */
  readonly owner: string;
  readonly message: Message;
  readonly deadlineMs: number;
  readonly verdict: Promise<Verdict>;
  readonly #id: Buffer;
  readonly #digests: Buffer;
  readonly #settle: (verdict: Verdict) => void;

  constructor(
    program: CheckerProgram,
    request: CheckRequest,
    { deadlineMs, owner }: { readonly deadlineMs: number; readonly owner: string },
  ) {
    // Random, so that no process can prepare the answer to a job it has not been given.
    this.#id = randomBytes(16);
    this.program = program;
    this.owner = owner;
    this.deadlineMs = deadlineMs;
    const { message, digests } = jobMessage(this.#id.toString('hex'), program, request);
    this.message = message;
    this.#digests = digests;
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    this.verdict = promise;
    this.#settle = resolve;
  }

  settle(verdict: Verdict): void {
    this.#settle(verdict);
  }

  /** Bytes of its message. */
  get size(): number {
    return this.message.reduce((sum, { length }) => sum + length, 0);
  }

  /** The longest frame, kind and body, that can answer this job. */
  get longestAnswer(): number {
    return 1 + this.#id.length + this.#digests.length + 1 + ANSWER_BYTES;
  }

  /** What the harness says of the run, if the frame answers this job and is about the very bytes that were sent. */
  read(body: Buffer): { readonly text: Buffer } | { readonly refused: string } {
    const digestsAt = this.#id.length;
    const textAt = digestsAt + this.#digests.length;
    if (body.length >= this.longestAnswer) return { refused: 'the answer is longer than one may be' };
    if (!body.subarray(0, digestsAt).equals(this.#id)) return { refused: 'the answer is to another job' };
    if (!body.subarray(digestsAt, textAt).equals(this.#digests)) {
      return { refused: 'the verdict is about other bytes than those that were sent' };
    }
    return { text: body.subarray(textAt) };
  }
}
