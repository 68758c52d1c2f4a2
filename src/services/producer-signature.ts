import { canonicalise } from '../canonical/canonical.ts';
import { type Digest, digestOf } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { decodeBase64 } from '../certificate/base64.ts';
import { isAcceptableKey } from '../certificate/ed25519.ts';
import { keyidOf, preAuthenticationEncoding, readEnvelope } from '../certificate/envelope.ts';
import { AssayError } from '../errors.ts';
import { verifyNode } from '../keys/ed25519.ts';

/** The payload type of a producer's statement about its own run. */
export const RUN_PAYLOAD_TYPE = 'application/vnd.assay.run+json';

/** What a producer signs: which bytes it had at each port, and which it gave. */
export interface SignedRun {
  readonly capability: string;
  readonly inputs: Readonly<Record<string, Digest>>;
  readonly outputs: Readonly<Record<string, Digest>>;
}

/**
 * Looks at a producer's own signature of a run: a DSSE envelope over exactly what was handed in, by the key beside it. It is
 * kept as evidence of who said so; it proves nothing about the values.
 *
 * @param signature `{public_key, envelope}`, the key as base64 of its 32 raw bytes.
 * @returns what is kept.
 * @throws AssayError PRODUCER_SIGNATURE
 */
export function readProducerSignature(
  signature: { readonly public_key: string; readonly envelope: JsonValue },
  run: SignedRun,
): Uint8Array {
  const publicKey = readKey(signature.public_key);
  const payload = open(signature.envelope, publicKey);
  const expected = canonicalise({ ...run, inputs: { ...run.inputs }, outputs: { ...run.outputs } });
  // Byte for byte: nothing else that was signed is ever taken for this run.
  if (digestOf(payload) !== expected.digest) {
    throw refused('what is signed is not this run: its capability, inputs and outputs by digest');
  }
  return canonicalise({ ...signature }).bytes;
}

function readKey(text: string): Uint8Array {
  const key = decodeBase64(text);
  if (key?.length === 32 && isAcceptableKey(key)) return key;
  throw refused('the public key is not base64 of 32 bytes of Ed25519');
}

function open(envelope: JsonValue, publicKey: Uint8Array): Uint8Array {
  const { payload, signatures } = readForm(envelope);
  const [only] = signatures;
  const message = preAuthenticationEncoding(RUN_PAYLOAD_TYPE, payload);
  if (only?.keyid === keyidOf(publicKey) && verifyNode(publicKey, message, only.signature)) return payload;
  throw refused('the signature is not by the key beside it');
}

function readForm(envelope: JsonValue): ReturnType<typeof readEnvelope> {
  try {
    return readEnvelope(envelope, { payloadType: RUN_PAYLOAD_TYPE, signatures: { least: 1, most: 1 } });
  } catch (error) {
    throw error instanceof AssayError ? refused(error.message) : error;
  }
}

function refused(what: string): AssayError {
  return new AssayError('PRODUCER_SIGNATURE', what, {
    at: '/signature',
    next: 'leave the signature out, or sign the run again',
  });
}
