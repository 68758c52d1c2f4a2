import { createHash } from 'node:crypto';
import { type Digest, hexOf } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';

const ALGORITHMS: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** A member of the dictionary (RFC 9530 section 2): an algorithm and a byte sequence in base64. */
const MEMBER = /^\s*([a-z0-9*_.-]+)=:([A-Za-z0-9+/]+={0,2}):\s*$/;

/**
 * Compares bytes with the `Content-Digest` that came with them. Algorithms that are not known are passed over, but one
 * must be: a client that wants its bytes compared is not told that they were when they were not.
 *
 * @throws AssayError REQUEST_INVALID
 */
export function verifyContentDigest(field: string, bytes: Uint8Array): void {
  let compared = false;
  for (const member of field.split(',')) {
    const [, name, expected] = MEMBER.exec(member) ?? [];
    if (name === undefined) throw refused('the field is no dictionary of digests');
    const algorithm = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
    if (algorithm === undefined) continue;
    if (createHash(algorithm).update(bytes).digest('base64') !== expected) {
      throw refused('the body has another digest');
    }
    compared = true;
  }
  if (!compared) throw refused('it has neither sha-256 nor sha-512');
}

function refused(what: string): AssayError {
  return new AssayError('REQUEST_INVALID', what, {
    at: 'header Content-Digest',
    next: 'send `sha-256=:<base64>:` of the body (RFC 9530), or leave it out',
  });
}

/** The headers of an answer whose content is exactly the bytes of this digest. */
export function digestHeaders(digest: Digest): Readonly<Record<string, string>> {
  const base64 = Buffer.from(hexOf(digest), 'hex').toString('base64');
  return { etag: entityTag(digest), 'content-digest': `sha-256=:${base64}:` };
}

/** A strong entity tag (RFC 9110 section 8.8.3). */
export function entityTag(digest: Digest): string {
  return `"${digest}"`;
}

/** Whether an `If-None-Match` names this entity tag; weak comparison (RFC 9110 section 13.1.2). */
export function matchesEntityTag(field: string, tag: string): boolean {
  return field.split(',').some((item) => {
    const candidate = item.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}
