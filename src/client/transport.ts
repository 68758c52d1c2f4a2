import type { JsonValue } from './json.ts';
import { AssayUnreachable, problemOf } from './problem.ts';
import { retryAfter, waitWithTimer } from './wait.ts';

/** How to reach a service. */
export interface ClientOptions {
  /** Where it is: `http://127.0.0.1:8080`, or a path under it that leads there. */
  readonly url: string;
  /** What `Authorization: Bearer …` is to say. */
  readonly token: string;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How often a request is sent at most: 4 unless said otherwise. 1 repeats nothing. */
  readonly attempts?: number;
  /** Waits so many milliseconds; ends with the signal's reason when it aborts. A timer unless given. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** For one call. */
export interface CallOptions {
  /** Gives the call up. A POST that was begun may still be carried out. */
  readonly signal?: AbortSignal | undefined;
}

export interface Ask extends CallOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly respondAsync?: boolean;
}

/** An answer that is no refusal, whole. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const FIRST_WAIT = 250;
/** A service that is away for longer is told of at once. */
const LONGEST_WAIT = 30_000;

/** Sends requests, and repeats what may be repeated: every POST under the one key that it was first sent with. */
export class Transport {
  readonly #base: string;
  readonly #token: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #attempts: number;
  readonly #wait: NonNullable<ClientOptions['wait']>;

  /** @throws TypeError for an address or a token that none is; the token is not repeated in it */
  constructor({ url, token, fetch, attempts = 4, wait = waitWithTimer }: ClientOptions) {
    // What fetch says of a header it does not take repeats the header.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError('the token has characters that no token has');
    const { protocol, href, search, hash } = new URL(url);
    if (!/^https?:$/.test(protocol) || search !== '' || hash !== '') {
      throw new TypeError('the address of a service is http or https, without query and fragment');
    }
    this.#base = href.replace(/\/+$/, '');
    this.#token = token;
    // Called as a function of its own: browsers refuse it as a method of anything else.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#attempts = attempts;
    this.#wait = wait;
  }

  get wait(): NonNullable<ClientOptions['wait']> {
    return this.#wait;
  }

  /**
   * @throws AssayProblem what the service refuses
   * @throws AssayUnreachable where it never answered
   */
  async ask(ask: Ask): Promise<Answered> {
    const url = this.#base + ask.path + queryOf(ask.query);
    const init = this.#request(ask);
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#send(url, init, ask.signal);
      const silent = answer instanceof AssayUnreachable;
      if (!silent && answer.status < 400) return answer;
      const pause = pauseAfter(answer, attempt);
      if (attempt >= this.#attempts || pause === undefined || pause > LONGEST_WAIT) {
        throw silent ? answer : problemOf(answer.status, jsonOf(answer.bytes));
      }
      await this.#wait(pause, ask.signal);
    }
  }

  /** What is answered in JSON. Throws as {@link ask}. */
  async json<T>(ask: Ask): Promise<T> {
    const { status, bytes } = await this.ask(ask);
    const value = jsonOf(bytes);
    if (value === undefined) throw problemOf(status, undefined);
    return value as T;
  }

  #request({ method, body, respondAsync = false, signal }: Ask): RequestInit {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` };
    if (method === 'POST') headers['idempotency-key'] = newKey();
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (respondAsync) headers.prefer = 'respond-async';
    return {
      method,
      headers,
      credentials: 'omit',
      // The service sends nobody elsewhere, and the token is for nobody else.
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  async #send(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<Answered | AssayUnreachable> {
    signal?.throwIfAborted();
    try {
      const response = await this.#fetch(url, init);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (cause) {
      signal?.throwIfAborted();
      return new AssayUnreachable('the service did not answer', { cause });
    }
  }
}

/** How long to wait before the same request is sent again; undefined where that is of no use. */
function pauseAfter(answer: Answered | AssayUnreachable, attempt: number): number | undefined {
  const usual = FIRST_WAIT * 2 ** (attempt - 1);
  if (answer instanceof AssayUnreachable) return usual;
  const told = retryAfter(answer.headers.get('retry-after'));
  if (answer.status === 502 || answer.status === 503) return told ?? usual;
  // Too much at once is said with a time. A quota, which waiting does not widen, is not.
  return answer.status === 429 ? told : undefined;
}

function queryOf(query: Ask['query'] = {}): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) said.set(name, String(value));
  return said.size === 0 ? '' : `?${said}`;
}

function jsonOf(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** 128 random bits. `crypto.randomUUID` is missing where a page came without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
