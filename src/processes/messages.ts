import { AssayError, type ErrorCode } from '../errors.ts';

/** What comes back from a process, after `ready` once; one that crashes sends nothing. */
export type Reply<Answer> = 'ready' | { readonly answer: Answer } | { readonly refused: Refusal };

/** An AssayError without its cause and its stack. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at?: string | undefined;
  readonly next?: string | undefined;
}

/** What a process sends of an error. */
export function toRefusal({ code, message, at, next }: AssayError): Refusal {
  return { code, message, at, next };
}

/** The error again that a process refused with. */
export function fromRefusal({ code, message, at, next }: Refusal): AssayError {
  return new AssayError(code, message, { at, next });
}
