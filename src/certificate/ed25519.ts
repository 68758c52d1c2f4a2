import type { VerifySignature } from '../log/signature.ts';

// The one accept set of all ports: S < L, neither R nor the key of small order, the key encoded canonically, and
// encode([S]B − [k]A) equal to the bytes of R, with k reduced modulo L (RFC 8032 §5.1.7, never multiplied by the
// cofactor). What can be told from the bytes is decided here, the equation by each port.

/** The field's prime, RFC 8032 §5.1. */
const P = 2n ** 255n - 19n;
/** The order of the base point, RFC 8032 §5.1. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
/** The curve's constant, −121665/121666 modulo P, RFC 8032 §5.1. */
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;
/** The y of a point of order 8; the others have −y. */
const Y8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
/** Every y of a point whose order divides 8, with either sign of x: identity, order 2, order 4, order 8. */
const SMALL_ORDER = new Set([1n, P - 1n, 0n, Y8, P - Y8]);

/**
 * Whether a public key may stand in a trust root: 32 bytes, the canonical encoding of a point on the curve that is not
 * of small order (such a key "signs" many messages with one signature). About 0.2 ms.
 */
export function isAcceptableKey(publicKey: Uint8Array): boolean {
  return hasAcceptableKeyForm(publicKey) && isOnCurve(yOf(publicKey));
}

/** Whether a signature has 64 bytes, S < L and an R that is not of small order, however it is encoded. */
export function hasAcceptableSignatureForm(signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  return littleEndian(signature.subarray(32)) < L && !SMALL_ORDER.has(yOf(signature.subarray(0, 32)) % P);
}

/** Puts the filter before a port that decides the equation; the port itself must refuse keys off the curve. */
export function guarded(verify: VerifySignature): VerifySignature {
  return (publicKey, message, signature) => {
    return (
      hasAcceptableKeyForm(publicKey) &&
      hasAcceptableSignatureForm(signature) &&
      verify(publicKey, message, signature)
    );
  };
}

/** A non-canonical sign (x = 0 marked odd) has y = 1 or −1, so it is refused as of small order. */
function hasAcceptableKeyForm(publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32) return false;
  const y = yOf(publicKey);
  return y < P && !SMALL_ORDER.has(y);
}

/**
 * Whether some x has this y: x² = u/v with u = y² − 1 and v = Dy² + 1 (RFC 8032 §5.1.3). v is never 0, and u/v is a
 * square exactly when u·v is, which Euler's criterion tells.
 */
function isOnCurve(y: bigint): boolean {
  const square = (y * y) % P;
  return power(((square - 1n + P) * (D * square + 1n)) % P, (P - 1n) / 2n) <= 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** The y of an encoded point as it stands there, perhaps not reduced: all bits but the highest, the sign of x. */
function yOf(point: Uint8Array): bigint {
  return littleEndian(point) & (2n ** 255n - 1n);
}

function littleEndian(bytes: Uint8Array): bigint {
  let hex = '0x';
  for (let at = bytes.length - 1; at >= 0; at -= 1) hex += (bytes[at] ?? 0).toString(16).padStart(2, '0');
  return BigInt(hex);
}
