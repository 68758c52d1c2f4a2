import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';

/** A request as it is sent: the same key, path and body each time. */
export interface Sent {
  readonly key: string;
  readonly path: string;
  readonly body: string;
  readonly later: boolean;
}

export interface Acknowledged {
  readonly status: number;
  readonly text: string;
}

interface Endpoint {
  readonly url: string;
  readonly token: string;
}

/** Sends a request once. Undefined where the connection broke before the whole answer was there. */
export async function send(
  { url, token }: Endpoint,
  { key, path, body, later }: Sent,
): Promise<Acknowledged | undefined> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...(later ? { prefer: 'respond-async' } : {}),
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
  /** Answers 503 that a service gave which was about to stop. */
  refused = 0;
  #next = 0;

  constructor(session: string) {
    this.session = session;
  }

  /** `clients` at once, each sending one request after the other until one gets no answer, or is told that the service stops. */
  async run(to: Endpoint, clients: number): Promise<void> {
    const client = async (): Promise<void> => {
      while (await this.#ask(to, this.#request())) {
        // The next one.
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
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
    if (answer === undefined) return false;
    if (answer.status === 503) {
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'SERVICE_STOPPING' });
      this.refused += 1;
      return false;
    }
    expect([answer.status, sent.path]).toEqual([sent.later ? 202 : 201, sent.path]);
    this.open.delete(sent);
    this.acknowledged.set(sent, answer);
    return true;
  }

  /** In turn a run, a verification, one for later, and the promotion of what a run gave. */
  #request(): Sent {
    const n = this.#next++;
    const key = randomUUID();
    const a = 6 * (n + 2);
    switch (n % 4) {
      case 0:
        return {
          key,
          path: `/v1/sessions/${this.session}/invocations`,
          body: JSON.stringify(run(a)),
          later: false,
        };
      case 3: {
        const value = this.#anyValue(n);
        if (value !== undefined) return { key, path: `/v1/values/${value}/promote`, body: '', later: false };
      }
    }
    return { key, path: '/v1/verifications', body: JSON.stringify(verification(a)), later: n % 4 === 2 };
  }

  #anyValue(n: number): string | undefined {
    const runs = [...this.acknowledged].filter(([{ path }]) => path.endsWith('/invocations'));
    const [, answer] = runs[n % runs.length] ?? [];
    const outputs: JsonObject = answer === undefined ? {} : JSON.parse(answer.text).outputs;
    return Object.values(outputs).map((output) => String((output as JsonObject).id))[0];
  }
}

function integer(value: number) {
  return { type: 'number.integer@1', value: { value: String(value) } };
}

function run(value: number) {
  return { capability: 'number.document@1', inputs: {}, outputs: { document: integer(value) } };
}

/** a and a + 6 have the greatest common divisor 6 = -a + (a + 6). */
function verification(a: number) {
  const bezout = { type: 'number.bezout@1', value: { gcd: '6', x: '-1', y: '1' } };
  const roles = {
    a: { document: integer(a) },
    b: { document: integer(a + 6) },
    bezout: { document: bezout },
  };
  return { claim: 'number.gcd@1', roles };
}
