import type { IncomingMessage } from 'node:http';
import { AssayError } from '../errors.ts';
import { verifyContentDigest } from './content-digest.ts';
import { HttpRefusal } from './problem.ts';

/** Room for the bodies of all requests together, or of all answers, of which one tenant may have half. */
export class BodyRoom {
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #free: number;

  /** @param bytes in all */
  constructor(bytes: number) {
    this.#share = Math.ceil(bytes / 2);
    this.#free = bytes;
  }

  /** @throws HttpRefusal RATE_LIMITED where there is not so much, or not for this tenant */
  take(tenant: string, bytes: number): void {
    const held = (this.#held.get(tenant) ?? 0) + bytes;
    if (bytes > this.#free || held > this.#share) {
      throw new HttpRefusal(
        'RATE_LIMITED',
        'the service holds as many bodies as it can',
        { 'retry-after': '1' },
        { next: 'wait as long as Retry-After says' },
      );
    }
    this.#free -= bytes;
    this.#held.set(tenant, held);
  }

  give(tenant: string, bytes: number): void {
    this.#free += bytes;
    const held = (this.#held.get(tenant) ?? 0) - bytes;
    if (held > 0) this.#held.set(tenant, held);
    else this.#held.delete(tenant);
  }
}

const JSON_MEDIA = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Runs `use` with the bytes of a request's body, which are counted as they arrive: whatever its headers say, no more than
 * `limit` of this one and no more than there is room for of all of them are held. What is sent beyond is left to the server,
 * which reads on for half a second before it closes: closing at once would take the answer from a client that still sends.
 *
 * @throws AssayError DOCUMENT_SIZE before the first byte where Content-Length says so; RATE_LIMITED where there is no room;
 *   REQUEST_INVALID where it has another digest than its Content-Digest, or ends early; what `use` throws
 */
export async function withBody<T>(
  incoming: IncomingMessage,
  limit: number,
  { room, tenant }: { readonly room: BodyRoom; readonly tenant: string },
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  const hold = (chunk: Buffer): void => {
    if (size + chunk.length > limit) throw tooLarge(limit);
    room.take(tenant, chunk.length);
    size += chunk.length;
    chunks.push(chunk);
  };
  try {
    await readChunks(incoming, hold);
    const [only] = chunks;
    const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
    chunks.length = 0;
    const digest = incoming.headers['content-digest'];
    if (digest !== undefined) verifyContentDigest([digest].flat().join(', '), bytes);
    return await use(bytes);
  } finally {
    room.give(tenant, size);
  }
}

async function readChunks(incoming: IncomingMessage, hold: (chunk: Buffer) => void): Promise<void> {
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) hold(chunk);
  } catch (error) {
    if (error instanceof AssayError) throw error;
    // Its client's doing, not a failure to be looked into: no cause.
    throw new AssayError('REQUEST_INVALID', 'the body ends early');
  }
}

/**
 * @throws AssayError MEDIA_TYPE for a body that is not said to be JSON as it is
 */
export function requireJson({ headers }: IncomingMessage): void {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new AssayError('MEDIA_TYPE', 'the body is encoded', {
      at: 'header Content-Encoding',
      next: 'send it as it is',
    });
  }
  if (!JSON_MEDIA.test(headers['content-type'] ?? '')) {
    throw new AssayError('MEDIA_TYPE', 'the body is not said to be JSON', {
      at: 'header Content-Type',
      next: 'send `Content-Type: application/json`',
    });
  }
}

function tooLarge(limit: number): AssayError {
  return new AssayError('DOCUMENT_SIZE', `the body is larger than the limit of ${limit} bytes`, {
    next: 'send large values one by one and refer to them',
  });
}
