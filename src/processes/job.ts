import type { AssayError } from '../errors.ts';

/** One request to a process, on its way through the pool. It is settled once; what comes later is ignored. */
export class Job<Request, Answer> {
  readonly request: Request;
  readonly deadlineMs: number;
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: AssayError) => void;

  constructor(request: Request, deadlineMs: number) {
    this.request = request;
    this.deadlineMs = deadlineMs;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.resolve = resolve;
    this.reject = reject;
  }
}
