import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';

/** A request that may come twice, named by its client. */
export interface RequestKey {
  /** Id of the token that asks: keys of different tokens never meet. */
  readonly token: string;
  readonly key: string;
  /** Digest of method, path and body. */
  readonly request: Digest;
  /** When it was asked. */
  readonly at: string;
}

/** What was, or is to be, answered. */
export interface Answer {
  readonly status: number;
  readonly body: JsonValue;
}

/**
 * Claims a request key in the transaction of its effect: either both are kept or neither. `answer` is called with what the
 * effect gives, synchronously, and again where that had to be made anew; its answer is what every repetition gets.
 */
export interface Once<Result> {
  readonly key: RequestKey;
  readonly answer: (result: Result) => Answer;
}

/** An answer as it is kept, with its request. */
export interface PreparedAnswer extends RequestKey {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

export interface StoredAnswer extends Answer {
  readonly request: Digest;
}

export interface AnswerStore {
  /** What this token was answered under this key; null where nothing had an effect yet. */
  answer(token: string, key: string): Promise<StoredAnswer | null>;
  /**
   * Keeps the answer to a request that found nothing to change, in a transaction of its own.
   *
   * @throws AssayError IDEMPOTENCY_IN_FLIGHT where this key was answered meanwhile
   */
  keep(once: Once<void>): Promise<void>;
}
