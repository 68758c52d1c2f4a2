import { canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';

/**
 * The identity of a checker: sha256 of JCS `{manifest: <digest>, programs: {path: <digest>}}`, so that it stands for
 * the exact bytes of the manifest (its JCS form) and of every program file that runs.
 */
export function identityOf(manifest: Digest, programs: Readonly<Record<string, Digest>>): Digest {
  return canonicalise({ manifest, programs }).digest;
}
