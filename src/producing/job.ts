import type { AssayError } from '../errors.ts';
import type { Request } from './messages.ts';

type Outputs = Readonly<Record<string, Uint8Array>>;

/** One run of a producer, on its way through the pool. It is settled once; what comes later is ignored. */
export class Job {
  readonly request: Request;
  readonly deadlineMs: number;
  readonly outputs: Promise<Outputs>;
  readonly resolve: (outputs: Outputs) => void;
  readonly reject: (error: AssayError) => void;

  constructor(request: Request, deadlineMs: number) {
    this.request = request;
    this.deadlineMs = deadlineMs;
    const { promise, resolve, reject } = Promise.withResolvers<Outputs>();
    this.outputs = promise;
    this.resolve = resolve;
    this.reject = reject;
  }
}
