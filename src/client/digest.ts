import type { Digest } from './json.ts';
import { AssayProblem } from './problem.ts';

/** The digest of bytes, by WebCrypto: browsers have it where the page came over TLS or from this machine. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Digest> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Bytes are those of every digest that is named for them: by their answer, which browsers may hide in part, and by the caller.
 * One must be.
 *
 * @throws AssayProblem VALUE_DIFFERS
 */
export async function requireDigest(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Headers,
  expected: Digest | undefined,
): Promise<Digest> {
  const digest = await digestOf(bytes);
  const named: readonly (readonly [said: string | null, right: string])[] = [
    [expected ?? null, digest],
    // A proxy that encodes an answer makes its entity tag a weak one.
    [headers.get('etag')?.replace(/^W\//, '') ?? null, `"${digest}"`],
    [headers.get('content-digest'), `sha-256=:${base64Of(digest)}:`],
  ];
  const told = named.filter(([said]) => said !== null);
  if (told.length > 0 && told.every(([said, right]) => said === right)) return digest;
  throw new AssayProblem({
    code: 'VALUE_DIFFERS',
    status: null,
    detail: 'the bytes that arrived are not those of the digest that is named for them',
    next: 'ask again; if it stays so, do not trust what answers there',
  });
}

function base64Of(digest: Digest): string {
  const pairs = digest.slice('sha256:'.length).match(/../g) ?? [];
  return btoa(pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join(''));
}
