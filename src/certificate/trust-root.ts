import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';
import { AssayError } from '../errors.ts';
import type { VerifySignature } from '../log/signature.ts';
import { preAuthenticationEncoding, readEnvelope, type Signature } from './envelope.ts';
import { isInForce } from './interval.ts';
import {
  type KeyRole,
  type Revocation,
  readContent,
  TIMESTAMP,
  type TrustedKey,
  type TrustRootContent,
} from './trust-root-content.ts';

export const TRUST_ROOT_TYPE = 'application/vnd.assay.trust-root+json';

let verified: (content: TrustRootContent, payloadDigest: Digest) => TrustRoot;

/** A trust root whose threshold of root signatures was verified. Only {@link readTrustRoot} makes one. */
export class TrustRoot {
  readonly #content: TrustRootContent;
  readonly #payloadDigest: Digest;

  private constructor(content: TrustRootContent, payloadDigest: Digest) {
    this.#content = content;
    this.#payloadDigest = payloadDigest;
  }

  static {
    verified = (content, payloadDigest) => new TrustRoot(content, payloadDigest);
  }

  get content(): TrustRootContent {
    return this.#content;
  }

  get version(): number {
    return this.#content.version;
  }

  get log(): string {
    return this.#content.log;
  }

  /** Digest of the signed payload: what the log's entry for this version commits to. */
  get payloadDigest(): Digest {
    return this.#payloadDigest;
  }

  /** The key of this id and role, whatever its interval. */
  key(keyid: Digest, role: KeyRole): TrustedKey | undefined {
    return this.#content.keys.find((key) => key.keyid === keyid && key.roles.includes(role));
  }

  /** The log keys held now: those whose interval is open. */
  currentLogKeys(): readonly TrustedKey[] {
    return this.#content.keys.filter((key) => key.roles.includes('log') && key.until === null);
  }

  /** Whether the checker was authorised for the claim and the tenant at this position of the log. */
  authorises(claim: Digest, checker: Digest, tenant: string, index: number): boolean {
    return this.#content.authorisations.some(
      (entry) =>
        entry.claim === claim &&
        entry.checker === checker &&
        (entry.tenant === '*' || entry.tenant === tenant) &&
        isInForce(entry, index),
    );
  }

  /** The default checker of a claim, authorised or not; a tenant's own entry goes before that for all. */
  defaultChecker(claim: Digest, tenant: string): Digest | undefined {
    const defaults = this.#content.defaults.filter((entry) => entry.claim === claim);
    const own = defaults.find((entry) => entry.tenant === tenant);
    return (own ?? defaults.find((entry) => entry.tenant === '*'))?.checker;
  }

  /** The revocation of this checker or claim contract, if there is one. */
  revocation(kind: Revocation['kind'], digest: Digest): Revocation | undefined {
    return this.#content.revocations.find((entry) => entry.kind === kind && entry.digest === digest);
  }

  /**
   * Throws `TRUST_ROOT_EXPIRED` when `now` (RFC 3339, UTC, milliseconds) lies past the expiry, and RangeError on any
   * other `now`: compared as text, nothing would ever expire.
   */
  assertCurrent(now: string): void {
    if (!TIMESTAMP.test(now)) throw new RangeError('now is a time in UTC with milliseconds');
    const { expires } = this.#content;
    if (expires !== null && expires <= now) {
      throw new AssayError('TRUST_ROOT_EXPIRED', 'the trust root has expired', {
        next: 'get the current trust root from whoever runs the instance',
      });
    }
  }
}

/**
 * Reads a trust root (a DSSE envelope as JSON) and verifies that a threshold of its own root keys,
 * in force at its own entry, signed it. Distinct keys are counted, not signatures.
 *
 * @throws AssayError `TRUST_ROOT_INVALID` with the place, whatever is wrong.
 */
export function readTrustRoot(envelope: JsonValue, verify: VerifySignature): TrustRoot {
  const { content, payload, payloadDigest, signatures } = openTrustRoot(envelope);
  requireSoundSignatures(content, payload, signatures, verify);
  const signers = countSigners(content, content.index, payload, signatures, verify);
  if (signers < content.threshold) {
    throw new AssayError(
      'TRUST_ROOT_INVALID',
      'the trust root is not signed by a threshold of its root keys',
      {
        next: 'get the trust root again from whoever runs the instance; do not use this file',
      },
    );
  }
  return verified(content, payloadDigest);
}

/**
 * Every signature must be a true one of a root key the trust root lists, in force or not (a key that was ever listed
 * stays listed), so that nothing in the file can change unseen.
 */
function requireSoundSignatures(
  { keys }: TrustRootContent,
  payload: Uint8Array,
  signatures: readonly Signature[],
  verify: VerifySignature,
): void {
  const message = preAuthenticationEncoding(TRUST_ROOT_TYPE, payload);
  for (const [index, { keyid, signature }] of signatures.entries()) {
    const key = keys.find((candidate) => candidate.keyid === keyid && candidate.roles.includes('root'));
    if (key === undefined || !verify(key.publicKey, message, signature)) {
      throw new AssayError(
        'TRUST_ROOT_INVALID',
        'the trust root carries a signature that none of its root keys made',
        {
          at: `/signatures/${index}`,
          next: 'get the trust root again from whoever runs the instance; do not use this file',
        },
      );
    }
  }
}

/** How many distinct root keys of `rules`, in force at this position, signed the payload. */
export function countSigners(
  rules: TrustRootContent,
  index: number,
  payload: Uint8Array,
  signatures: readonly Signature[],
  verify: VerifySignature,
): number {
  const message = preAuthenticationEncoding(TRUST_ROOT_TYPE, payload);
  const signed = rules.keys.filter(
    (key) =>
      key.roles.includes('root') &&
      isInForce(key, index) &&
      signatures.some(
        ({ keyid, signature }) => keyid === key.keyid && verify(key.publicKey, message, signature),
      ),
  );
  return new Set(signed.map((key) => key.keyid)).size;
}

/** Takes a trust root apart; verifies nothing. */
export function openTrustRoot(envelope: JsonValue): {
  content: TrustRootContent;
  payload: Uint8Array;
  payloadDigest: Digest;
  signatures: readonly Signature[];
} {
  try {
    const { payload, signatures } = readEnvelope(envelope, {
      payloadType: TRUST_ROOT_TYPE,
      signatures: { least: 1, most: 16 },
    });
    const canonical = parse(payload);
    if (!sameBytes(canonical.bytes, payload)) {
      throw new AssayError('TRUST_ROOT_INVALID', 'the payload is not canonical JSON');
    }
    const content = readContent(new ShapeReader('TRUST_ROOT_INVALID', canonical.value));
    return { content, payload, payloadDigest: canonical.digest, signatures };
  } catch (error) {
    if (!(error instanceof AssayError) || error.code === 'TRUST_ROOT_INVALID') throw error;
    throw new AssayError('TRUST_ROOT_INVALID', `the trust root cannot be read: ${error.message}`, {
      at: error.at,
    });
  }
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
