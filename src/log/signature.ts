/**
 * The signature port: the pure library names what it needs, the edge supplies it (Node's crypto, another in a
 * browser). Every implementation of `VerifySignature` has the one accept set of src/certificate/ed25519.ts.
 */
export type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** Gives the 64-byte Ed25519 signature of a message. */
export type Sign = (message: Uint8Array) => Uint8Array;

/** A private key in use: what signs, and the raw 32-byte public key it belongs to. */
export interface Signer {
  readonly publicKey: Uint8Array;
  readonly sign: Sign;
}
