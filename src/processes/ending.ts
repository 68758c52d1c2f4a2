import type { AssayError } from '../errors.ts';

/** How a request ended without an answer of its process. */
export type Ending =
  | { readonly kind: 'BUSY' | 'CANCELLED' | 'CRASHED' | 'MEMORY' | 'NOT_STARTED' }
  | { readonly kind: 'TIMEOUT'; readonly deadlineMs: number };

/** What whoever asked is told of it. */
export type Told = (ending: Ending, cause?: unknown) => AssayError;
