import type { CanonicalBytes } from '../canonical/canonical.ts';
import { type Digest, digestOf } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';
import type { Sign } from '../log/signature.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

/** A DSSE v1 envelope as it stands in a file: `payload` and each `sig` in base64. */
export type Envelope = {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: Digest; readonly sig: string }[];
};

/** One signature of an envelope, not verified: `keyid` is only a hint which key to try. */
export interface Signature {
  readonly keyid: Digest;
  readonly signature: Uint8Array;
}

/** What a reader of an envelope expects: the payload's type and how many signatures, all under distinct keys. */
export interface EnvelopeForm {
  readonly payloadType: string;
  readonly signatures: { readonly least: number; readonly most: number };
}

const SIGNATURE_SIZE = 64;

/** The name of a key: the SHA-256 of its 32 raw bytes. */
export function keyidOf(publicKey: Uint8Array): Digest {
  return digestOf(publicKey);
}

/**
 * What a DSSE signature is over: `DSSEv1 SP LEN(type) SP type SP LEN(payload) SP payload`, the lengths in decimal and in
 * bytes, not characters. DSSE protocol, "Signature Definition".
 */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const encoder = new TextEncoder();
  const typeSize = encoder.encode(payloadType).length;
  const head = encoder.encode(`DSSEv1 ${typeSize} ${payloadType} ${payload.length} `);
  const encoding = new Uint8Array(head.length + payload.length);
  encoding.set(head);
  encoding.set(payload, head.length);
  return encoding;
}

/** The envelope of a payload, signed by each signer in turn. */
export function sealEnvelope(
  payload: CanonicalBytes,
  payloadType: string,
  signers: readonly { readonly keyid: Digest; readonly sign: Sign }[],
): Envelope {
  const message = preAuthenticationEncoding(payloadType, payload.bytes);
  return {
    payload: encodeBase64(payload.bytes),
    payloadType,
    signatures: signers.map(({ keyid, sign }) => ({ keyid, sig: encodeBase64(sign(message)) })),
  };
}

/**
 * Takes an envelope apart; verifies no signature. Both base64 alphabets are read, padded or not, as DSSE asks. Stricter
 * than DSSE elsewhere: unknown members are refused, and every signature names its key and has the size of Ed25519's.
 *
 * @throws AssayError ENVELOPE_INVALID with the JSON pointer of the place
 */
export function readEnvelope(
  value: JsonValue,
  form: EnvelopeForm,
): { readonly payload: Uint8Array; readonly signatures: readonly Signature[] } {
  const envelope = new ShapeReader('ENVELOPE_INVALID', value);
  envelope.object(['payload', 'payloadType', 'signatures']);
  envelope.member('payloadType').oneOf(form.payloadType);
  const payload = readBase64(envelope.member('payload'));
  const list = envelope.member('signatures');
  const signatures = list.items(form.signatures.least, form.signatures.most).map(readSignature);
  // Distinct here, so that no caller can count one key's signature twice towards a threshold.
  if (new Set(signatures.map(({ keyid }) => keyid)).size < signatures.length)
    throw list.fail('names a key twice');
  return { payload, signatures };
}

function readSignature(entry: ShapeReader): Signature {
  entry.object(['keyid', 'sig']);
  const signature = readBase64(entry.member('sig'));
  if (signature.length !== SIGNATURE_SIZE) throw entry.member('sig').fail('must be 64 bytes');
  return { keyid: entry.member('keyid').digest(), signature };
}

function readBase64(member: ShapeReader): Uint8Array {
  const bytes = decodeBase64(member.text());
  if (bytes === undefined) throw member.fail('must be base64');
  return bytes;
}
