import { type CanonicalBytes, canonicalise } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts';
import { sameType, type TypeReference } from '../contracts/value-type.ts';
import { AssayError } from '../errors.ts';
import type { VerifiedCertificate } from './certificate.ts';
import { describedValues, type ValueDescription } from './statement.ts';
import { within } from './within.ts';

/** A durable document may have 64 MiB. */
const DOCUMENT_LIMITS = { bytes: 64 * 1024 * 1024 } as const;

/** What a certificate says of a value: its type, and where the value stood in a role also its size. */
type Described = TypeReference & { readonly size?: number };

/**
 * The enclosed documents by digest. Each must be a value that one of the certificates speaks about,
 * with every meaning it is said to have, and stand once: a bundle holds nothing unchecked.
 *
 * @throws AssayError `BUNDLE_SUPERFLUOUS`, or `VALUE_DIFFERS` where a description does not fit.
 */
export function readEnclosed(
  documents: readonly JsonObject[],
  certificates: readonly VerifiedCertificate[],
): Map<Digest, CanonicalBytes> {
  const descriptions = Map.groupBy(certificates.flatMap(describe), ({ digest }) => digest);
  for (const [first, ...others] of descriptions.values()) {
    if (!others.every(({ description }) => agree(description, first?.description))) {
      throw new AssayError('VALUE_DIFFERS', 'the certificates of the bundle describe one value in two ways', {
        at: '/discharges',
      });
    }
  }
  const held = new Map<Digest, CanonicalBytes>();
  for (const [index, document] of documents.entries()) {
    const at = `/documents/${index}`;
    const bytes = canonicalDocument(document, at);
    const described = descriptions.get(bytes.digest);
    if (described === undefined || held.has(bytes.digest)) {
      throw new AssayError(
        'BUNDLE_SUPERFLUOUS',
        'this document is no value that a certificate of the bundle speaks about',
        { at },
      );
    }
    if (!described.every(({ description }) => fits(document, bytes.size, description))) {
      throw new AssayError(
        'VALUE_DIFFERS',
        'this document is not of the type and size the certificate says',
        { at },
      );
    }
    held.set(bytes.digest, bytes);
  }
  return held;
}

function canonicalDocument(document: JsonValue, at: string): CanonicalBytes {
  return within(at, () => canonicalise(document, DOCUMENT_LIMITS));
}

/**
 * Every value a certificate speaks about: those of its roles, the sources of transforms, and the values of open
 * assumptions, whose types the claim declares. What an open transform speaks about stands in the roles already.
 */
function describe({
  predicate,
  embedded,
}: VerifiedCertificate): { readonly digest: Digest; readonly description: Described }[] {
  const assumed = (predicate.obligations ?? []).flatMap(({ cause, roles }) => {
    const assumption = embedded.claim.assumptions.find(
      ({ id }) => 'assumption' in cause && cause.assumption === id,
    );
    return (assumption?.roles ?? []).flatMap(({ name, type }) => {
      const digest = roles[name];
      return digest === undefined ? [] : [{ digest, description: type }];
    });
  });
  const stood = describedValues(predicate.roles).map((value) => ({
    digest: value.digest,
    description: value,
  }));
  return [...stood, ...assumed];
}

function agree(left: Described, right: Described = left): boolean {
  return sameType(left, right) && (left.size ?? right.size) === (right.size ?? left.size);
}

function fits(document: JsonObject, size: number, description: Described): boolean {
  return (
    size === (description.size ?? size) &&
    document.type === description.type &&
    document.schema === description.schema &&
    document.semantics === description.semantics
  );
}

/**
 * A document the caller holds, completed by the schema and semantics the certificate gives the role,
 * if and only if it is the very value that was certified.
 *
 * @param name `ROLE`, or `ROLE.source` for the source of the role's transform.
 * @throws AssayError `ROLE_UNKNOWN`, `DOCUMENT_SCHEMA` or `VALUE_DIFFERS`.
 */
export function completeValue(
  certificate: VerifiedCertificate,
  name: string,
  value: JsonValue,
): CanonicalBytes {
  const description = describedValue(certificate, name);
  if (!isJsonObject(value)) {
    throw new AssayError('DOCUMENT_SCHEMA', 'a document is an object with type and value', { at: name });
  }
  const { schema, semantics } = description;
  const bytes = canonicalDocument({ schema, semantics, ...value }, name);
  if (bytes.digest !== description.digest) {
    throw new AssayError('VALUE_DIFFERS', `this is not the value that was certified as ${name}`, {
      at: name,
      next: 'the certificate says nothing about this value',
    });
  }
  return bytes;
}

function describedValue({ predicate }: VerifiedCertificate, name: string): ValueDescription {
  const [roleName = '', part, ...rest] = name.split('.');
  const role = Object.hasOwn(predicate.roles, roleName) ? predicate.roles[roleName] : undefined;
  if (role === undefined || rest.length > 0 || (part !== undefined && part !== 'source')) {
    throw new AssayError('ROLE_UNKNOWN', 'the certificate has no such role', {
      at: name,
      next: `its roles are ${Object.keys(predicate.roles).join(', ')}`,
    });
  }
  if (part === undefined) return role;
  if (role.transform === undefined) {
    throw new AssayError('ROLE_UNKNOWN', 'this role was not made by a transform, so it has no source', {
      at: name,
    });
  }
  return role.transform.source;
}
