import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';
import type { Checkpoint } from '../log/checkpoint.ts';
import { entryLeaf } from '../log/leaf.ts';
import type { VerifySignature } from '../log/signature.ts';
import { type Embedded, readAgreement } from './agreement.ts';
import type { LoggedEnvelope } from './bundle.ts';
import { preAuthenticationEncoding, readEnvelope } from './envelope.ts';
import { type LogPosition, verifyLogged } from './inclusion.ts';
import { isInForce } from './interval.ts';
import { PAYLOAD_TYPE, type Predicate, readStatement, type Statement } from './statement.ts';
import { sameBytes, type TrustRoot } from './trust-root.ts';
import { within } from './within.ts';

let verified: (
  statement: Statement,
  embedded: Embedded,
  payloadDigest: Digest,
  position: LogPosition,
) => VerifiedCertificate;

/**
 * A certificate of which every step of the offline check held. Only {@link verifyCertificate} makes one.
 * Whether it is certified or conditional depends on what else is verified beside it.
 */
export class VerifiedCertificate {
  readonly #statement: Statement;
  readonly #embedded: Embedded;
  readonly #payloadDigest: Digest;
  readonly #position: LogPosition;

  private constructor(
    statement: Statement,
    embedded: Embedded,
    payloadDigest: Digest,
    position: LogPosition,
  ) {
    this.#statement = statement;
    this.#embedded = embedded;
    this.#payloadDigest = payloadDigest;
    this.#position = position;
  }

  static {
    verified = (...parts) => new VerifiedCertificate(...parts);
  }

  get statement(): Statement {
    return this.#statement;
  }

  get predicate(): Predicate {
    return this.#statement.predicate;
  }

  /** The contracts and the manifest embedded in the certificate. */
  get embedded(): Embedded {
    return this.#embedded;
  }

  get payloadDigest(): Digest {
    return this.#payloadDigest;
  }

  /** The certificate's position in the log. */
  get index(): number {
    return this.#position.index;
  }

  /** The signed head of the log under which it was shown to stand there. */
  get checkpoint(): Checkpoint {
    return this.#position.checkpoint;
  }
}

/**
 * Verifies one certificate against a trust root, with no service and no network.
 *
 * @throws AssayError with a code that tells what failed: `ENVELOPE_INVALID`, `ISSUER_UNTRUSTED`,
 *   `SIGNATURE_INVALID`, `STATEMENT_INVALID`, `PROOF_INVALID`, `CHECKPOINT_INVALID`,
 *   `CHECKPOINT_UNTRUSTED`, `CHECKER_NOT_AUTHORISED`, `CHECKER_REVOKED`, `CLAIM_REVOKED`.
 */
export function verifyCertificate(
  { envelope, proof }: LoggedEnvelope,
  trust: TrustRoot,
  verify: VerifySignature,
): VerifiedCertificate {
  const { payload, keyid } = within('/envelope', () => openSigned(envelope, trust, verify));
  const canonical = readPayload(payload);
  const statement = readStatement(canonical.value);
  if (statement.predicate.issuer !== keyid) {
    throw new AssayError('STATEMENT_INVALID', 'the issuer is not the key that signed', {
      at: '/predicate/issuer',
    });
  }
  const leaf = entryLeaf('certificate', canonical.digest).bytes;
  const position = within('/proof', () => verifyLogged(leaf, proof, trust, verify));
  requireKeyInForce(keyid, position.index, trust);
  const embedded = readAgreement(statement);
  requireAuthorised(statement.predicate, position.index, trust);
  return verified(statement, embedded, canonical.digest, position);
}

function openSigned(
  envelope: LoggedEnvelope['envelope'],
  trust: TrustRoot,
  verify: VerifySignature,
): { payload: Uint8Array; keyid: Digest } {
  const { payload, signatures } = readEnvelope(envelope, {
    payloadType: PAYLOAD_TYPE,
    signatures: { least: 1, most: 1 },
  });
  const [signature] = signatures;
  if (signature === undefined) throw new AssayError('ENVELOPE_INVALID', 'the envelope has no signature');
  const key = trust.key(signature.keyid, 'certificate');
  if (key === undefined) {
    throw new AssayError('ISSUER_UNTRUSTED', 'the trust root names no certificate key with this id', {
      at: '/signatures/0/keyid',
      next: 'check with the trust root of the instance that issued it (--trust)',
    });
  }
  if (!verify(key.publicKey, preAuthenticationEncoding(PAYLOAD_TYPE, payload), signature.signature)) {
    throw new AssayError(
      'SIGNATURE_INVALID',
      'the signature does not fit the payload: one of them was changed',
      {
        at: '/signatures/0/sig',
      },
    );
  }
  return { payload, keyid: signature.keyid };
}

function readPayload(payload: Uint8Array): ReturnType<typeof parse> {
  let canonical: ReturnType<typeof parse>;
  try {
    canonical = parse(payload);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new AssayError('STATEMENT_INVALID', `the payload cannot be read: ${error.message}`, {
      at: error.at,
    });
  }
  if (!sameBytes(canonical.bytes, payload)) {
    throw new AssayError('STATEMENT_INVALID', 'the payload is not canonical JSON', {
      at: '/envelope/payload',
    });
  }
  return canonical;
}

function requireKeyInForce(keyid: Digest, index: number, trust: TrustRoot): void {
  const key = trust.key(keyid, 'certificate');
  if (key === undefined || !isInForce(key, index)) {
    throw new AssayError(
      'ISSUER_UNTRUSTED',
      'the key that signed was not in force at this position of the log',
      {
        at: '/envelope/signatures/0/keyid',
      },
    );
  }
}

function requireAuthorised({ claim, checker, tenant }: Predicate, index: number, trust: TrustRoot): void {
  if (trust.revocation('claim', claim.contract) !== undefined) {
    throw new AssayError('CLAIM_REVOKED', 'the claim contract was revoked as unsound', {
      at: '/predicate/claim',
    });
  }
  if (trust.revocation('checker', checker.identity) !== undefined) {
    throw new AssayError('CHECKER_REVOKED', 'the checker was revoked as unsound', {
      at: '/predicate/checker',
    });
  }
  if (!trust.authorises(claim.contract, checker.identity, tenant, index)) {
    throw new AssayError(
      'CHECKER_NOT_AUTHORISED',
      'the checker was not authorised for this claim at this position',
      {
        at: '/predicate/checker/identity',
      },
    );
  }
}
