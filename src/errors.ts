/**
 * The one list of error codes, mapped once to an HTTP status and an exit code of the command line.
 * Exit 1: refused; 2: unusable input or usage; 3: inconclusive. A crash of ours has no code here (70).
 */
const CODES = {
  USAGE: { status: 400, exit: 2 },
  FILE_UNREADABLE: { status: 400, exit: 2 },
  OUTPUT_UNWRITABLE: { status: 507, exit: 2 },
  FILE_OUTSIDE_FOLDER: { status: 400, exit: 2 },
  HANDOFF_INVALID: { status: 422, exit: 2 },

  DOCUMENT_MALFORMED: { status: 422, exit: 2 },
  DOCUMENT_DUPLICATE_KEY: { status: 422, exit: 2 },
  DOCUMENT_NUMBER: { status: 422, exit: 2 },
  DOCUMENT_SURROGATE: { status: 422, exit: 2 },
  DOCUMENT_DEPTH: { status: 422, exit: 2 },
  DOCUMENT_SIZE: { status: 413, exit: 2 },
  DOCUMENT_SCHEMA: { status: 422, exit: 2 },
  DOCUMENT_REQUIRED: { status: 422, exit: 2 },
  TYPE_UNKNOWN: { status: 422, exit: 2 },
  SCHEMA_MISMATCH: { status: 422, exit: 2 },
  SEMANTICS_MISMATCH: { status: 422, exit: 2 },
  LABEL_AMBIGUOUS: { status: 422, exit: 2 },
  IMPORT_MALFORMED: { status: 422, exit: 2 },

  CLAIM_UNKNOWN: { status: 404, exit: 2 },
  ROLE_MISSING: { status: 422, exit: 2 },
  ROLE_UNKNOWN: { status: 422, exit: 2 },
  ROLE_AMBIGUOUS: { status: 422, exit: 2 },
  ROLE_TYPE: { status: 422, exit: 2 },
  TRANSFORM_NOT_DECLARED: { status: 422, exit: 2 },
  TRANSFORM_DIMENSIONS: { status: 422, exit: 2 },
  CAPABILITY_UNKNOWN: { status: 404, exit: 2 },
  PORT_INCOMPATIBLE: { status: 422, exit: 2 },
  CAPABILITY_LIMIT: { status: 422, exit: 2 },
  CAPABILITY_TIMEOUT: { status: 504, exit: 3 },
  CAPABILITY_FAILED: { status: 500, exit: 3 },
  CAPABILITY_CANCELLED: { status: 422, exit: 3 },
  CONTRACT_INVALID: { status: 500, exit: 2 },
  CONTRACT_UNKNOWN: { status: 404, exit: 2 },

  CHECKER_INVALID: { status: 500, exit: 2 },
  CHECKER_UNKNOWN: { status: 404, exit: 2 },
  CHECKER_NOT_AUTHORISED: { status: 403, exit: 1 },
  CHECKER_REVOKED: { status: 403, exit: 1 },
  CHECKER_TIMEOUT: { status: 422, exit: 3 },
  CHECKER_MEMORY: { status: 422, exit: 3 },
  CHECKER_CRASHED: { status: 422, exit: 3 },
  CHECKER_PROTOCOL: { status: 422, exit: 3 },
  CHECKER_UNSUPPORTED: { status: 422, exit: 3 },
  CHECKER_CANCELLED: { status: 422, exit: 3 },
  CHECKER_UNAVAILABLE: { status: 422, exit: 3 },
  CHECKER_REJECTED: { status: 422, exit: 1 },

  BUNDLE_MALFORMED: { status: 422, exit: 1 },
  BUNDLE_SUPERFLUOUS: { status: 422, exit: 1 },
  ENVELOPE_INVALID: { status: 422, exit: 1 },
  STATEMENT_INVALID: { status: 422, exit: 1 },
  STATEMENT_DIFFERS: { status: 422, exit: 1 },
  SIGNATURE_INVALID: { status: 422, exit: 1 },
  ISSUER_UNTRUSTED: { status: 422, exit: 1 },
  PROOF_INVALID: { status: 422, exit: 1 },
  CHECKPOINT_INVALID: { status: 422, exit: 1 },
  CHECKPOINT_UNTRUSTED: { status: 422, exit: 1 },
  DISCHARGE_INVALID: { status: 422, exit: 1 },
  VALUE_DIFFERS: { status: 422, exit: 1 },
  CLAIM_REVOKED: { status: 403, exit: 1 },
  TRUST_ROOT_MISSING: { status: 500, exit: 1 },
  TRUST_ROOT_INVALID: { status: 500, exit: 1 },
  TRUST_ROOT_EXPIRED: { status: 500, exit: 1 },

  TOKEN_INVALID: { status: 401, exit: 1 },
  SCOPE_MISSING: { status: 403, exit: 1 },
  TENANT_UNKNOWN: { status: 404, exit: 2 },
  TENANT_REQUIRED: { status: 409, exit: 2 },
  TOKEN_UNKNOWN: { status: 404, exit: 2 },
  REQUEST_INVALID: { status: 400, exit: 2 },
  REQUEST_TIMEOUT: { status: 408, exit: 2 },
  HEADERS_SIZE: { status: 431, exit: 2 },
  ROUTE_UNKNOWN: { status: 404, exit: 2 },
  METHOD_UNKNOWN: { status: 405, exit: 2 },
  MEDIA_TYPE: { status: 415, exit: 2 },
  RATE_LIMITED: { status: 429, exit: 2 },
  SERVICE_BUSY: { status: 503, exit: 3 },
  SERVICE_STOPPING: { status: 503, exit: 2 },
  INTERNAL: { status: 500, exit: 2 },

  SESSION_UNKNOWN: { status: 404, exit: 2 },
  SESSION_EXPIRED: { status: 410, exit: 2 },
  QUOTA_EXCEEDED: { status: 429, exit: 2 },
  INVOCATION_UNKNOWN: { status: 404, exit: 2 },
  CAPABILITY_WITHDRAWN: { status: 409, exit: 2 },
  PORT_UNDECLARED: { status: 422, exit: 2 },
  PORT_MISSING: { status: 422, exit: 2 },
  PRODUCER_SIGNATURE: { status: 422, exit: 2 },
  VALUE_UNKNOWN: { status: 404, exit: 2 },
  VALUE_REFERENCE_UNKNOWN: { status: 404, exit: 2 },
  VALUE_REFERENCE_EXPIRED: { status: 410, exit: 2 },
  VALUE_REFERENCE_TENANT_MISMATCH: { status: 422, exit: 2 },
  VALUE_REFERENCE_SCHEMA_MISMATCH: { status: 422, exit: 2 },
  VALUE_REFERENCE_SEMANTICS_MISMATCH: { status: 422, exit: 2 },
  VALUE_REFERENCE_STALE_VERSION: { status: 409, exit: 2 },
  VALUE_REFERENCE_TAMPERED: { status: 422, exit: 2 },
  HANDLE_MISTYPED: { status: 422, exit: 2 },
  LINEAGE_MISMATCH: { status: 422, exit: 1 },
  VERIFICATION_UNKNOWN: { status: 404, exit: 2 },
  CERTIFICATE_UNKNOWN: { status: 404, exit: 2 },
  OBLIGATION_UNKNOWN: { status: 404, exit: 2 },
  IDEMPOTENCY_MISSING: { status: 400, exit: 2 },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, exit: 2 },
  IDEMPOTENCY_CONFLICT: { status: 422, exit: 2 },

  STORE_UNAVAILABLE: { status: 503, exit: 2 },
  STORE_READ_ONLY: { status: 503, exit: 2 },
  STORE_FULL: { status: 507, exit: 2 },
  STORE_BUSY: { status: 503, exit: 2 },
  STORE_CORRUPT: { status: 500, exit: 2 },
  STORE_NEWER: { status: 500, exit: 2 },
  KEY_UNUSABLE: { status: 500, exit: 2 },
} as const satisfies Record<string, { status: number; exit: 1 | 2 | 3 }>;

export type ErrorCode = keyof typeof CODES;

/** Where the error is, and what the reader can do next. Neither ever holds a value or a token. */
export interface ErrorContext {
  /** A JSON pointer (`/roles/left`), `line 3`, a file name, or several joined by `: `. */
  readonly at?: string | undefined;
  /** One sentence that says what to do next. */
  readonly next?: string | undefined;
  readonly cause?: unknown;
}

/** Every failure a caller can meet: a code of the list, what is wrong, where, and what to do next. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: ErrorCode;
  readonly at: string | undefined;
  readonly next: string | undefined;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.at = context.at;
    this.next = context.next;
  }

  /** The exit code of the command line: 1 refused, 2 unusable, 3 inconclusive. */
  get exit(): 1 | 2 | 3 {
    return CODES[this.code].exit;
  }

  /** The HTTP status of the same failure. */
  get status(): number {
    return CODES[this.code].status;
  }

  /** The same failure seen from further out: the pointer `prefix` stands before where it is. */
  within(prefix: string): AssayError {
    const at = this.at ?? '';
    return this.#at(prefix + (at === '' || at.startsWith('/') ? at : `: ${at}`));
  }

  /** The same failure, named by the file it is in. */
  inFile(name: string): AssayError {
    return this.#at(this.at === undefined ? name : `${name}: ${this.at}`);
  }

  #at(at: string): AssayError {
    return new AssayError(this.code, this.message, { at, next: this.next, cause: this.cause });
  }
}

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(CODES) as ErrorCode[];
