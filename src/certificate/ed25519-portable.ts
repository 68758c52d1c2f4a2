import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import type { VerifySignature } from '../log/signature.ts';
import { guarded } from './ed25519.ts';

const { Point } = ed25519;

/**
 * Verifies Ed25519 where there is no Node, for instance in a browser; the same accept set as every port. The library's
 * own `verify` multiplies by the cofactor and would accept more, so the equation is written out here.
 */
export const verifyPortable: VerifySignature = guarded((publicKey, message, signature) => {
  const r = signature.subarray(0, 32);
  const key = decodePoint(publicKey);
  if (key === undefined) return false;
  const s = Point.Fn.fromBytes(signature.subarray(32));
  const k = challenge(r, publicKey, message);
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k)).toBytes();
  return expected.every((byte, index) => byte === r[index]);
});

/** SHA-512(R ‖ A ‖ M) as a little-endian number modulo L. RFC 8032 §5.1.7. */
function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  const digest = sha512.create().update(r).update(publicKey).update(message).digest();
  return digest.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n) % Point.Fn.ORDER;
}

function decodePoint(bytes: Uint8Array): InstanceType<typeof Point> | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}
