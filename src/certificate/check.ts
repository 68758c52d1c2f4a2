import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import type { VerifySignature } from '../log/signature.ts';
import { readBundle } from './bundle.ts';
import { type VerifiedCertificate, verifyCertificate } from './certificate.ts';
import { completeValue, readEnclosed } from './enclosed.ts';
import { requireOneLog } from './inclusion.ts';
import { type Settlement, settle } from './settlement.ts';
import type { TrustRoot } from './trust-root.ts';
import { within } from './within.ts';

export interface CheckOptions {
  readonly trust: TrustRoot;
  /** Ed25519 verification of the platform: see `ed25519-portable.ts` and `src/keys`. */
  readonly verify: VerifySignature;
  /** The time of reference for the trust root's expiry, RFC 3339 in UTC with milliseconds. */
  readonly now: string;
  /** Documents the caller holds, by `ROLE` or, for the source of a transform, `ROLE.source`. */
  readonly values?: ReadonlyMap<string, JsonValue>;
}

/** A bundle of which everything was verified. */
export interface CheckedBundle extends Settlement {
  readonly certificate: VerifiedCertificate;
  readonly discharges: readonly VerifiedCertificate[];
  /** The enclosed documents and the caller's values, by digest. */
  readonly documents: ReadonlyMap<Digest, CanonicalBytes>;
}

/**
 * Judges a bundle as a whole, with no service and no network: every certificate in it, what they
 * discharge, every enclosed document, and every value the caller holds against the role it is for.
 *
 * @param bundle the parsed JSON of a bundle file.
 * @throws AssayError whose code tells what failed; nothing is half-accepted.
 */
export function checkBundle(
  bundle: JsonValue,
  { trust, verify, now, values = new Map() }: CheckOptions,
): CheckedBundle {
  const { certificate: logged, discharges: loggedDischarges, documents } = readBundle(bundle);
  trust.assertCurrent(now);
  const certificate = within('/certificate', () => verifyCertificate(logged, trust, verify));
  const discharges = loggedDischarges.map((discharge, index) =>
    within(`/discharges/${index}`, () => verifyCertificate(discharge, trust, verify)),
  );
  requireOneLog(
    [certificate, ...discharges].map(({ index, checkpoint, payloadDigest }, place) => ({
      at: place === 0 ? '/certificate' : `/discharges/${place - 1}`,
      index,
      checkpoint,
      payloadDigest,
    })),
  );
  const settlement = settle(certificate, discharges);
  const held = readEnclosed(documents, [certificate, ...discharges]);
  for (const [name, value] of values) {
    const bytes = completeValue(certificate, name, value);
    held.set(bytes.digest, bytes);
  }
  return { certificate, discharges, documents: held, ...settlement };
}
