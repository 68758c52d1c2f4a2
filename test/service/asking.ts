import { randomBytes } from 'node:crypto';
import type { TestService } from './support.ts';

/** One request as it goes over the wire. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  /** The idempotency key of a POST: a new one unless given. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AnsweredText {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Asks without the client, which would not send all of this. A bearer of `null` sends no token. */
export async function ask(
  { url }: Pick<TestService, 'url'>,
  bearer: string | null,
  { method, path, body, key = newId(), headers = {} }: Asked,
): Promise<AnsweredText> {
  const response = await fetch(url + path, {
    method: method.toUpperCase(),
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(method.toUpperCase() === 'POST' ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** An id that nothing has. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}
