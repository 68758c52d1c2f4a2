import { createHash } from 'node:crypto';
import type { Digest } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';
import type { Caller } from '../services/caller.ts';
import type { RequestKey, StoredAnswer } from '../store/answers.ts';
import type { Answer } from './operation.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The key a client gave its request.
 *
 * @throws AssayError IDEMPOTENCY_MISSING
 */
export function readIdempotencyKey(header: string | undefined): string {
  if (header !== undefined && KEY.test(header)) return header;
  throw new AssayError('IDEMPOTENCY_MISSING', 'the request has no usable Idempotency-Key', {
    at: 'header Idempotency-Key',
    next: 'send a new random key with each new request and the same one with its repetitions: 1 to 255 visible ASCII characters',
  });
}

/**
 * What makes two requests the same: method, path with its query, and the bytes of the body. Not `Prefer`, which says how the
 * answer should come and nothing of what is asked (RFC 7240 section 2).
 */
export function requestDigest(method: string, target: string, body: Uint8Array): Digest {
  const hash = createHash('sha256').update(`${method} ${target}\n`).update(body);
  return `sha256:${hash.digest('hex')}`;
}

/** What a tenant's token was answered under a key; null where nothing had an effect yet. */
export type FindAnswer = (tenant: string, token: string, key: string) => Promise<StoredAnswer | null>;

export interface Repeatable {
  readonly answer: Answer;
  /** It was carried out for an earlier request, or for another one at the same time. */
  readonly replayed: boolean;
}

interface Running {
  readonly request: Digest;
  readonly outcome: Promise<Repeatable>;
}

/**
 * Carries out each request once. What had an effect is found in the store, whose transaction claimed the key; what is still
 * running in this process is waited for. A failure has no effect and leaves the key free.
 */
export class Requests {
  readonly #find: FindAnswer;
  readonly #running = new Map<string, Running>();

  constructor(find: FindAnswer) {
    this.#find = find;
  }

  /** @throws AssayError IDEMPOTENCY_CONFLICT where the key belongs to another request; what `carryOut` throws */
  async once(caller: Caller, key: RequestKey, carryOut: () => Promise<Answer>): Promise<Repeatable> {
    const name = `${key.token} ${key.key}`;
    const running = this.#running.get(name);
    if (running !== undefined) {
      if (running.request !== key.request) throw conflict();
      return { ...(await running.outcome), replayed: true };
    }
    const outcome = this.#findOrCarryOut(caller, key, carryOut);
    this.#running.set(name, { request: key.request, outcome });
    try {
      return await outcome;
    } finally {
      this.#running.delete(name);
    }
  }

  async #findOrCarryOut(
    { tenant }: Caller,
    { token, key, request }: RequestKey,
    carryOut: () => Promise<Answer>,
  ): Promise<Repeatable> {
    const stored = await this.#find(tenant, token, key);
    if (stored === null) return { answer: await carryOut(), replayed: false };
    if (stored.request !== request) throw conflict();
    return { answer: { status: stored.status, body: stored.body }, replayed: true };
  }
}

function conflict(): AssayError {
  return new AssayError('IDEMPOTENCY_CONFLICT', 'the key was used for another request', {
    at: 'header Idempotency-Key',
    next: 'send a new key with a new request',
  });
}
