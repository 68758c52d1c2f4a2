/**
 * The offline check: from a bundle and a trust root to a yes or a no, with no service, no network and no
 * Node built-in. `assay/certificate` in the package.
 *
 * @module
 */
export { CanonicalBytes, canonicalise, parse } from '../canonical/canonical.ts';
export { type Digest, digestOf } from '../canonical/digest.ts';
export type { JsonObject, JsonValue } from '../canonical/json.ts';
export { AssayError, type ErrorCode } from '../errors.ts';
export type { VerifySignature } from '../log/signature.ts';
export { BUNDLE_LIMITS, type Bundle, readBundle } from './bundle.ts';
export { VerifiedCertificate } from './certificate.ts';
export { type CheckedBundle, type CheckOptions, checkBundle } from './check.ts';
export { type Difference, firstDifference, type HeldStatement } from './match.ts';
export type { Obligation, Predicate, RoleDescription, Statement } from './statement.ts';
export { readTrustRoot, TrustRoot } from './trust-root.ts';
export type { TrustRootContent } from './trust-root-content.ts';
export { readSuccessor } from './trust-root-successor.ts';
