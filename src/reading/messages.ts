import type { Digest } from '../canonical/digest.ts';
import type { Limits } from '../canonical/limits.ts';
import type { Refusal } from '../processes/messages.ts';

/** What crosses to the process that reads: the bytes of a request's body. */
export interface Request {
  readonly body: Uint8Array;
  readonly limits: Limits;
  /** Whose request it is. */
  readonly owner: string;
  /** Of the rules of the process that asks. */
  readonly fingerprint: Digest;
}

/** What comes back: canonical bytes; nothing where the process has other rules than the one that asks. */
export type Answer =
  | { readonly skeleton: Uint8Array; readonly documents: readonly SentDocument[] }
  | 'other rules';

export interface SentDocument {
  readonly path: readonly string[];
  readonly outcome: Uint8Array | Refusal;
}
