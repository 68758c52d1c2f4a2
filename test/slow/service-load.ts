import { expect } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { type Kind, Requests, STATUS } from './service-requests.ts';

/** A request as it is sent: the same key, path and body each time. */
export interface Sent {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  readonly body: string;
}

export interface Acknowledged {
  readonly status: number;
  readonly text: string;
}

export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

/** Sends a request once. Undefined where the connection broke before the whole answer was there. */
export async function send(
  { url, token }: Endpoint,
  { kind, key, path, body }: Sent,
): Promise<Acknowledged | undefined> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...(kind === 'later' ? { prefer: 'respond-async' } : {}),
      },
      ...(body === '' ? {} : { body }),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

export async function read({ url, token }: Endpoint, path: string): Promise<JsonValue> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json() as Promise<JsonValue>;
}

/** What the clients asked of a service and what they were answered, over all its lives. */
export class Load {
  readonly session: string;
  readonly acknowledged = new Map<Sent, Acknowledged>();
  /** Sent, and never answered. */
  readonly open = new Set<Sent>();
  /** Of each kind, how many got no answer because the service was killed. */
  readonly cut = new Map<Kind, number>();
  /** Answers 503 that a service gave which was about to stop. */
  refused = 0;
  readonly #requests: Requests;
  #waited: { readonly size: number; readonly resolve: () => void } | undefined;

  constructor(session: string) {
    this.session = session;
    this.#requests = new Requests(session);
  }

  /** Of one kind, what was answered. */
  of(kind: Kind): (readonly [Sent, Acknowledged])[] {
    return [...this.acknowledged].filter(([sent]) => sent.kind === kind);
  }

  /** `clients` at once, each sending one request after the other until one gets no answer, or is told that the service stops. */
  async run(to: Endpoint, clients: number): Promise<void> {
    const client = async (): Promise<void> => {
      while (await this.#ask(to, this.#requests.next())) {
        // The next one.
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Resolves when so many more requests than by now were answered. */
  async answered(more: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waited = { size: this.acknowledged.size + more, resolve };
    await promise;
  }

  /** What was never answered, sent again with its key: now it is. */
  async settle(to: Endpoint): Promise<void> {
    await Promise.all([...this.open].map(async (sent) => expect(await this.#ask(to, sent)).toBe(true)));
    expect(this.open.size).toBe(0);
  }

  /** Whether the clients go on. */
  async #ask(to: Endpoint, sent: Sent): Promise<boolean> {
    this.open.add(sent);
    const answer = await send(to, sent);
    if (answer === undefined) {
      this.cut.set(sent.kind, (this.cut.get(sent.kind) ?? 0) + 1);
      return false;
    }
    if (answer.status === 503) {
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'SERVICE_STOPPING' });
      this.refused += 1;
      return false;
    }
    expect([sent.kind, answer.status, sent.path]).toEqual([sent.kind, STATUS[sent.kind], sent.path]);
    this.open.delete(sent);
    this.acknowledged.set(sent, answer);
    this.#requests.answered(sent, answer.text);
    if (this.#waited !== undefined && this.acknowledged.size >= this.#waited.size) this.#waited.resolve();
    return true;
  }
}
