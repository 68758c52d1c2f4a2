import { AssayError, type ErrorCode } from '../errors.ts';

/** What crosses to a producer's process: documents by port, as canonical bytes. */
export interface Request {
  readonly capability: string;
  readonly inputs: Readonly<Record<string, Uint8Array>>;
}

/** What comes back, after `ready` once; a process that crashes sends nothing. */
export type Reply =
  | 'ready'
  | { readonly outputs: Readonly<Record<string, Uint8Array>> }
  | { readonly refused: Refusal };

/** An AssayError without its cause and its stack. */
interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at?: string | undefined;
  readonly next?: string | undefined;
}

export function toRefusal({ code, message, at, next }: AssayError): Refusal {
  return { code, message, at, next };
}

export function fromRefusal({ code, message, at, next }: Refusal): AssayError {
  return new AssayError(code, message, { at, next });
}

/** The same ports, with something else bound to each. */
export function byPort<T, U>(
  bound: Readonly<Record<string, T>>,
  change: (item: T, port: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(bound).map(([port, item]) => [port, change(item, port)]));
}
