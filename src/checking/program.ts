import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { CheckerManifest } from '../certificate/manifest.ts';

/** A program file of a checker: the very bytes that run, and their digest. */
export interface ProgramFile {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
}

/** A checker as loaded: its manifest, its program files in the manifest's order, and the identity of both together. */
export interface CheckerProgram {
  readonly manifest: CheckerManifest;
  readonly manifestBytes: CanonicalBytes;
  readonly manifestDigest: Digest;
  readonly programs: ReadonlyMap<string, ProgramFile>;
  readonly identity: Digest;
}
