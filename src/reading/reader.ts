import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import type { Limits } from '../canonical/limits.ts';
import { standIn } from '../domains/lift.ts';
import { type DocumentRules, rulesFor } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { codeFile } from '../installation.ts';
import type { Ending } from '../processes/ending.ts';
import { fromRefusal } from '../processes/messages.ts';
import { ProcessPool } from '../processes/process-pool.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Answer, Request } from './messages.ts';

export interface ReaderOptions {
  /** The folders of the user's own contracts that the rules have. */
  readonly contracts?: readonly string[] | undefined;
  /** Of larger bodies, in bytes, another process does the reading; 256 KiB by default. */
  readonly large?: number;
  /** How long a body may take to read, in milliseconds; 30,000 by default. */
  readonly deadlineMs?: number;
  /** How many bodies of one tenant may wait; 8 by default. */
  readonly waiting?: number;
  /** What the heap of the other process may hold, in MiB. A matrix of one column, 16 MiB, takes 0.6 GiB. */
  readonly heapMib?: number;
  /** The entry of the other process. */
  readonly worker?: string;
}

const WORKER = codeFile('reading', 'worker');

/**
 * Reads the bodies of requests. To look at 16 MiB takes seconds in which this process would serve nobody, so large ones are
 * read by another one with the same contracts: what comes back is the request without the values of its documents, and the
 * canonical bytes of each document, which its preparation gives (see `standFor`).
 */
export class DocumentReader {
  readonly #rules: DocumentRules;
  readonly #large: number;
  readonly #deadlineMs: number;
  readonly #fingerprint: Digest;
  readonly #processes: ProcessPool<Request, Answer>;

  constructor(rules: DocumentRules, options: ReaderOptions = {}) {
    this.#rules = rules;
    this.#fingerprint = fingerprintOf(rules);
    this.#large = options.large ?? 256 * 1024;
    this.#deadlineMs = options.deadlineMs ?? 30_000;
    this.#processes = new ProcessPool({
      file: options.worker ?? WORKER,
      words: options.contracts,
      size: 1,
      heapMib: options.heapMib ?? 2048,
      waiting: options.waiting ?? 8,
      told,
    });
  }

  /**
   * The value of a body. In the place of a document's value that another process read stands null.
   *
   * @throws AssayError what `parse` throws; DOCUMENT_SIZE where reading takes too much time or memory; SERVICE_BUSY where as
   *   many bodies of the tenant wait as may; SERVICE_STOPPING.
   */
  async read(
    body: Uint8Array,
    limits: Limits,
    { tenant, signal }: { readonly tenant: string; readonly signal?: AbortSignal },
  ): Promise<JsonValue> {
    if (body.length <= this.#large) return parse(body, limits).value;
    const request = { body, limits, owner: tenant, fingerprint: this.#fingerprint };
    const ask = () => this.#processes.ask(request, { owner: tenant, signal, deadlineMs: this.#deadlineMs });
    // Once more where the process was killed, which says nothing about the request.
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof AssayError && error.code === 'INTERNAL') return ask();
      throw error;
    });
    return standInFor(answer, limits, rulesFor(this.#rules, tenant)) ?? parse(body, limits).value;
  }

  /** Ends the other process, and what it reads; resolves when it is gone. */
  close(): Promise<void> {
    return this.#processes.close();
  }
}

/** Undefined where contracts or code on disk are not those that this process started with. */
function standInFor(answer: Answer, limits: Limits, rules: DocumentRules): JsonValue | undefined {
  if (answer === 'other rules') return undefined;
  // Whoever sent them has looked at their size already.
  const read = (bytes: Uint8Array) => parse(bytes, { ...limits, bytes: bytes.length });
  const skeleton = read(answer.skeleton).value;
  const documents = answer.documents.map(({ path, outcome }) => ({
    path,
    outcome: outcome instanceof Uint8Array ? read(outcome) : fromRefusal(outcome),
  }));
  standIn(skeleton, documents, rules);
  return skeleton;
}

function told(ending: Ending, cause?: unknown): AssayError {
  switch (ending.kind) {
    case 'BUSY':
      return new AssayError('SERVICE_BUSY', 'as many large requests of this tenant wait to be read as may', {
        next: 'send the same request again in a while',
      });
    case 'CANCELLED':
      return new AssayError('SERVICE_STOPPING', 'the request was not read to its end');
    case 'TIMEOUT':
      return new AssayError('DOCUMENT_SIZE', `the request was not read after ${ending.deadlineMs} ms`, {
        next: SMALLER,
      });
    case 'MEMORY':
      return new AssayError('DOCUMENT_SIZE', 'the request takes more memory than reading it may', {
        next: SMALLER,
      });
    case 'NOT_STARTED':
    case 'CRASHED':
      return new AssayError('INTERNAL', 'the process that reads large requests failed', { cause });
  }
}

const SMALLER = 'hand over fewer or smaller documents at once';
