import { canonicalise } from '../../src/canonical/canonical.ts';
import { type Digest, digestOf } from '../../src/canonical/digest.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import { readTrustRoot, type TrustRoot } from '../../src/certificate/trust-root.ts';
import { AssayError } from '../../src/errors.ts';
import { generateKeyPair, type KeySigner, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import { encodeBase64 } from '../../src/log/base64.ts';
import { signCheckpoint } from '../../src/log/checkpoint.ts';
import { leafHash } from '../../src/log/hashes.ts';
import type { VerifySignature } from '../../src/log/signature.ts';
import { formatProof } from '../../src/log/tlog-proof.ts';
import { hashesToAppend, inclusionProof, rootHash } from '../../src/log/tree.ts';

import { CHECKERS, digest, given, SUM, SUM_CHECKER, SUM_REPLAY_CHECKER } from './demo.ts';
import { payloadOf, type Sketch } from './payload.ts';

// Makes signed certificates, bundles and trust roots with keys the tests hold, so that a wrong certificate can be
// presented under a right signature. What it writes it computes itself, with nothing of src/certificate, so that a fault
// there is not repeated here.

export const NOW = '2026-03-01T00:00:00.000Z';

export function newKey(): KeySigner {
  return signerFrom(generateKeyPair().privateKey);
}

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const TRUST_ROOT_TYPE = 'application/vnd.assay.trust-root+json';

/** A DSSE v1 envelope of any bytes. */
export function seal(payload: Uint8Array, payloadType: string, signers: readonly KeySigner[]): JsonObject {
  const head = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `);
  const message = Buffer.concat([head, payload]);
  return {
    payload: encodeBase64(payload),
    payloadType,
    signatures: signers.map(({ keyid, sign }) => ({ keyid, sig: encodeBase64(sign(message)) })),
  };
}

/** A certificate that was signed and logged. */
export interface Issued {
  readonly envelope: JsonObject;
  readonly index: number;
}

export interface ProofOptions {
  readonly index?: number;
  readonly size?: number;
  readonly signer?: KeySigner;
  readonly origin?: string;
}

/** A log whose every key the tests hold. Entry 0 stands for version 1 of the trust root. */
export class Forge {
  readonly origin: string;
  readonly root: KeySigner;
  readonly certificate: KeySigner;
  readonly log: KeySigner;
  readonly #hashes = new Map<string, Uint8Array>();
  #size = 0;

  constructor(
    origin = 'demo.example/log',
    keys: Partial<Pick<Forge, 'root' | 'certificate' | 'log'>> = {},
    entries = 1,
  ) {
    this.origin = origin;
    this.root = keys.root ?? newKey();
    this.certificate = keys.certificate ?? newKey();
    this.log = keys.log ?? newKey();
    this.appendOthers(entries);
  }

  get size(): number {
    return this.#size;
  }

  /** Entries that stand for something else. */
  appendOthers(count: number): void {
    for (let n = 0; n < count; n += 1) this.appendLeaf(digest(`other entry ${this.#size}`));
  }

  appendLeaf(payload: Digest, kind = 'certificate'): number {
    const index = this.#size;
    const leaf = leafHash(canonicalise({ kind, sha256: payload.slice('sha256:'.length) }).bytes);
    for (const { level, position, hash } of hashesToAppend(index, leaf, this.#read)) {
      this.#hashes.set(`${level}/${position}`, hash);
    }
    this.#size += 1;
    return index;
  }

  readonly #read = (level: number, position: number): Uint8Array =>
    given(this.#hashes.get(`${level}/${position}`));

  /** Signs any payload, honest or not, and logs it. */
  issue(payload: JsonValue, signer: KeySigner = this.certificate): Issued {
    return this.issueBytes(canonicalise(payload).bytes, signer);
  }

  /** The same for a payload that need not be canonical. */
  issueBytes(payload: Uint8Array, signer: KeySigner = this.certificate): Issued {
    return { envelope: seal(payload, PAYLOAD_TYPE, [signer]), index: this.appendLeaf(digestOf(payload)) };
  }

  /** The honest certificate of a sketch. */
  certify(sketch: Sketch, signer: KeySigner = this.certificate): Issued {
    return this.issue(payloadOf(sketch, signer.keyid), signer);
  }

  checkpoint({ size = this.#size, signer = this.log, origin = this.origin }: ProofOptions = {}): string {
    return signCheckpoint({ origin, size, root: rootHash(size, this.#read) }, signer);
  }

  proof(index: number, options: ProofOptions = {}): string {
    const size = options.size ?? this.#size;
    return formatProof({
      index,
      hashes: inclusionProof(index, size, this.#read),
      checkpoint: this.checkpoint(options),
    });
  }

  bundle(
    certificate: Issued,
    discharges: readonly Issued[] = [],
    documents: readonly JsonValue[] = [],
  ): JsonObject {
    const logged = ({ envelope, index }: Issued): JsonObject => ({ envelope, proof: this.proof(index) });
    return { bundle: '1', certificate: logged(certificate), discharges: discharges.map(logged), documents };
  }

  /** The payload of version 1 of a trust root with every checker here authorised for everybody. */
  trustPayload(): JsonObject {
    const always = { from: 0, until: null };
    return {
      trust_root: '1',
      serial: 'f'.repeat(32),
      version: 1,
      index: 0,
      expires: null,
      log: this.origin,
      threshold: 1,
      keys: [
        trustedKey(this.root, ['root']),
        trustedKey(this.certificate, ['certificate']),
        trustedKey(this.log, ['log']),
      ],
      authorisations: CHECKERS.map(({ identity, claim: decides }) => ({
        claim: decides.digest,
        checker: identity,
        tenant: '*',
        ...always,
      })),
      defaults: [{ claim: SUM.digest, tenant: '*', checker: SUM_CHECKER.identity }],
      families: [{ name: 'sums', checkers: [SUM_CHECKER.identity, SUM_REPLAY_CHECKER.identity] }],
      revocations: [],
    };
  }

  sealTrust(payload: JsonValue, signers: readonly KeySigner[] = [this.root]): JsonObject {
    return seal(canonicalise(payload).bytes, TRUST_ROOT_TYPE, signers);
  }

  trust(payload: JsonValue = this.trustPayload(), signers?: readonly KeySigner[]): TrustRoot {
    return readTrustRoot(this.sealTrust(payload, signers), verify);
  }
}

export function trustedKey(
  { keyid, publicKey }: Pick<KeySigner, 'keyid' | 'publicKey'>,
  roles: readonly string[],
  interval: { readonly from: number; readonly until: number | null } = { from: 0, until: null },
): JsonObject {
  return { keyid, public_key: encodeBase64(publicKey), roles, ...interval };
}

const verified = new Map<Digest, boolean>();

/** node:crypto's answer, kept (key and signature have their fixed sizes here): most of what the tests verify they verify a thousand times. */
export const verify: VerifySignature = (publicKey, message, signature) => {
  const name = digestOf(Buffer.concat([publicKey, signature, message]));
  const known = verified.get(name) ?? verifyNode(publicKey, message, signature);
  verified.set(name, known);
  return known;
};

/** `certified`, `conditional`, or `CODE at` of the refusal. Whatever is no AssayError is a crash and passes through. */
export function judge(
  bundle: JsonValue,
  trust: TrustRoot,
  options: { readonly now?: string; readonly values?: ReadonlyMap<string, JsonValue> } = {},
): string {
  return attempt(() => checkBundle(bundle, { trust, verify, now: NOW, ...options }).status);
}

export function attempt(action: () => string): string {
  try {
    return action();
  } catch (error) {
    if (error instanceof AssayError) return `${error.code}${error.at === undefined ? '' : ` ${error.at}`}`;
    throw error;
  }
}
