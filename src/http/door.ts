import type { HttpBindings } from '@hono/node-server';
import type { Caller } from '../services/caller.ts';
import type { Service } from '../services/service.ts';
import type { FindAnswer } from './idempotency.ts';
import type { ServerLimits } from './limits.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Operation } from './operation.ts';
import type { Running } from './running.ts';

/**
 * Who asks, by the Authorization header.
 *
 * @throws AssayError TOKEN_INVALID
 */
export type Authenticate = (header: string | undefined) => Promise<Caller>;

/** What the routes work with, wired once in `startServer`. */
export interface Door {
  readonly service: Service;
  readonly operations: readonly Operation[];
  readonly authenticate: Authenticate;
  readonly findAnswer: FindAnswer;
  /** Throws where the store does not answer. */
  readonly ready: () => Promise<unknown>;
  readonly limits: ServerLimits;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly running: Running;
  /** Of Assay. */
  readonly version: string;
}

/** What becomes known of a request on its way, for its log line. */
export interface Seen {
  readonly request: string;
  /** Its operation's id; `other` until it is known to have one. */
  operation: string;
  caller?: Caller;
  code?: string;
  incident?: string;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: { seen: Seen };
}
