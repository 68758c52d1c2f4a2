import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Digest } from '../canonical/digest.ts';
import { guarded } from '../certificate/ed25519.ts';
import { keyidOf } from '../certificate/envelope.ts';
import { AssayError } from '../errors.ts';
import type { Signer, VerifySignature } from '../log/signature.ts';

/** DER of a SubjectPublicKeyInfo up to the 32 bytes of the key. RFC 8410 §4. */
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
/** More keys than a trust root holds; a flood of keys only costs speed. */
const CACHED_KEYS = 256;

const keyObjects = new Map<string, KeyObject>();

/** A signer that also knows its key's name. */
export interface KeySigner extends Signer {
  readonly keyid: Digest;
}

/** A new key: the raw 32 bytes of its public half, and PKCS#8 in PEM of the private one, for a file of its own. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: string;
}

/** Verifies Ed25519 by node:crypto, with the accept set of src/certificate/ed25519.ts. */
export const verifyNode: VerifySignature = guarded((publicKey, message, signature) => {
  return verify(null, message, keyObjectOf(publicKey), signature);
});

export function generateKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: rawPublicKey(publicKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/**
 * What signs with a private key in PEM.
 *
 * @throws AssayError KEY_UNUSABLE when the text holds no Ed25519 private key
 */
export function signerFrom(privateKey: string): KeySigner {
  const key = readPrivateKey(privateKey);
  if (key?.asymmetricKeyType !== 'ed25519') {
    throw new AssayError('KEY_UNUSABLE', 'this is not an Ed25519 private key in PEM', {
      next: 'restore the key file from a backup, or make a new key with `assay keys`',
    });
  }
  const publicKey = rawPublicKey(createPublicKey(key));
  return {
    publicKey,
    keyid: keyidOf(publicKey),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

function readPrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return undefined;
  }
}

/** The key for node:crypto, kept because making one costs as much as verifying with it. */
function keyObjectOf(publicKey: Uint8Array): KeyObject {
  const name = Buffer.from(publicKey).toString('latin1');
  const known = keyObjects.get(name);
  if (known !== undefined) return known;
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_PREFIX, publicKey]),
    format: 'der',
    type: 'spki',
  });
  if (keyObjects.size >= CACHED_KEYS) keyObjects.clear();
  keyObjects.set(name, key);
  return key;
}

function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'spki', format: 'der' }).subarray(PUBLIC_KEY_PREFIX.length));
}
