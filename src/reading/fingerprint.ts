import { canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import { readVersion } from '../installation.ts';

/** By what two processes know that they prepare documents by the same code and contracts: an installation may be replaced. */
export function fingerprintOf({ contracts }: DocumentRules): Digest {
  const digests = contracts.list().map(({ digest }) => digest);
  return canonicalise([readVersion(), ...digests.sort()]).digest;
}
