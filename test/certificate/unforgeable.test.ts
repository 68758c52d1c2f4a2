import { expect, test } from 'vitest';
import { CanonicalBytes } from '../../src/canonical/canonical.ts';
import type { Digest } from '../../src/canonical/digest.ts';
import type { Document } from '../../src/canonical/document.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { VerifiedCertificate } from '../../src/certificate/certificate.ts';
import { readEnclosed } from '../../src/certificate/enclosed.ts';
import { settle } from '../../src/certificate/settlement.ts';
import type { Statement } from '../../src/certificate/statement.ts';
import { TrustRoot } from '../../src/certificate/trust-root.ts';
import type { TrustRootContent } from '../../src/certificate/trust-root-content.ts';
import { PreparedDocument } from '../../src/domains/prepare.ts';
import { Forge } from './forge.ts';

// That nobody outside their modules can make these is a matter of types: where an expected error does not occur, the type
// check of the project fails. What TypeScript never refuses is a cast from a literal that holds a part of the members;
// what comes of an object of the right prototype, the tests at the end try.

function take<T>(value: T): T {
  return value;
}

/** Only compiled. */
function forgeries(
  bytes: Uint8Array,
  json: JsonValue,
  digest: Digest,
  statement: Statement,
  content: TrustRootContent,
  document: Document,
  certificate: VerifiedCertificate,
  root: TrustRoot,
): void {
  // @ts-expect-error: the constructor is private
  take(new CanonicalBytes(bytes));
  // @ts-expect-error: a literal has no private state
  take<CanonicalBytes>({ bytes, value: json, digest, size: 0, text: '' });
  // @ts-expect-error: bytes are not canonical because somebody says so
  take(bytes as CanonicalBytes);
  // @ts-expect-error: nor is a value
  take(json as CanonicalBytes);

  // @ts-expect-error: the constructor is private
  take(new VerifiedCertificate(statement, certificate.embedded, digest, certificate));
  const { predicate, embedded, payloadDigest, index, checkpoint } = certificate;
  // @ts-expect-error: a literal has no private state
  take<VerifiedCertificate>({ statement, predicate, embedded, payloadDigest, index, checkpoint });
  // @ts-expect-error: neither has a copy
  take<VerifiedCertificate>({ ...certificate });
  // @ts-expect-error: a statement is not verified because somebody says so
  take(statement as VerifiedCertificate);
  // @ts-expect-error: nor is what was parsed
  take(json as VerifiedCertificate);

  // @ts-expect-error: the constructor is private
  take(new TrustRoot(content, digest));
  // @ts-expect-error: a copy has no private state
  take<TrustRoot>({ ...root });
  // @ts-expect-error: content is not signed because somebody says so
  take(content as TrustRoot);
  // @ts-expect-error: nor is what was parsed
  take(json as TrustRoot);
  // @ts-expect-error: whoever has a private constructor is not extended
  take(class extends TrustRoot {});

  // @ts-expect-error: the one constructor examines the document, for which it needs the rules
  take(new PreparedDocument(json));
  // @ts-expect-error: a literal has no private state
  take<PreparedDocument>({ bytes: take<CanonicalBytes>, document });
  // @ts-expect-error: a document is not examined because somebody says so
  take(document as PreparedDocument);
  // @ts-expect-error: nor is what was parsed
  take(json as PreparedDocument);
}
void forgeries;

test('an object with the prototype and nothing inside answers nothing', () => {
  for (const { prototype } of [CanonicalBytes, VerifiedCertificate, TrustRoot, PreparedDocument]) {
    const hollow: object = Object.create(prototype);
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (get !== undefined) expect(() => get.call(hollow), name).toThrow(TypeError);
    }
  }
});

test('a copy of a real one answers nothing', () => {
  const trust = new Forge().trust();
  const copy: TrustRoot = Object.create(TrustRoot.prototype, Object.getOwnPropertyDescriptors(trust));
  expect(() => copy.authorises(trust.payloadDigest, trust.payloadDigest, '*', 0)).toThrow(TypeError);
});

test('a hollow certificate settles nothing and encloses nothing', () => {
  const hollow: VerifiedCertificate = Object.create(VerifiedCertificate.prototype);
  expect(() => settle(hollow, [])).toThrow(TypeError);
  expect(() => readEnclosed([], [hollow])).toThrow(TypeError);
});
