import { sha256Hex } from './sha256.ts';

/** What names bytes everywhere: `sha256:` and 64 lowercase hex digits. */
export type Digest = `sha256:${string}`;

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const ARTIFACT = /^artifact:\/\/sha256\/[0-9a-f]{64}$/;

export function isDigest(text: unknown): text is Digest {
  return typeof text === 'string' && DIGEST.test(text);
}

/** The digest of the bytes as they are. */
export function digestOf(bytes: Uint8Array): Digest {
  return `sha256:${sha256Hex(bytes)}`;
}

/** The 64 hex digits of a digest. */
export function hexOf(digest: Digest): string {
  return digest.slice('sha256:'.length);
}

/** The address of the artifact with this digest: `artifact://sha256/<hex>`. */
export function artifactUri(digest: Digest): string {
  return `artifact://sha256/${hexOf(digest)}`;
}

export function isArtifactUri(text: unknown): text is string {
  return typeof text === 'string' && ARTIFACT.test(text);
}
