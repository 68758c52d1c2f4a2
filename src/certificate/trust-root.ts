import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';
import { AssayError } from '../errors.ts';
import type { VerifySignature } from '../log/signature.ts';
import { decodeBase64 } from './base64.ts';
import { isAcceptableKey } from './ed25519.ts';
import { keyidOf, preAuthenticationEncoding, readEnvelope, type Signature } from './envelope.ts';
import { type Interval, isInForce, readInterval } from './interval.ts';

export const TRUST_ROOT_TYPE = 'application/vnd.assay.trust-root+json';

/** What a key may sign: trust roots, certificates, or checkpoints of the log. */
export type KeyRole = 'root' | 'certificate' | 'log';

export interface TrustedKey extends Interval {
  readonly keyid: Digest;
  readonly publicKey: Uint8Array;
  readonly roles: readonly KeyRole[];
}

/** A checker's permission to decide a claim contract, for one tenant or for all (`*`). */
export interface Authorisation extends Interval {
  readonly claim: Digest;
  readonly checker: Digest;
  readonly tenant: string;
}

/** The checker that decides a claim where the request names none; a tenant's own goes before `*`. */
export interface DefaultChecker {
  readonly claim: Digest;
  readonly tenant: string;
  readonly checker: Digest;
}

/** Checkers that share code or a key: they count as one where distinct ones are asked for. */
export interface Family {
  readonly name: string;
  readonly checkers: readonly Digest[];
}

/** What turned out unsound: voids every certificate it gave. */
export interface Revocation {
  readonly kind: 'checker' | 'claim';
  readonly digest: Digest;
  readonly reason: string;
}

/** The content of one version of a trust root, before anybody looked at its signatures. */
export interface TrustRootContent {
  readonly serial: string;
  readonly version: number;
  /** The position of this version's own entry in the log. */
  readonly index: number;
  readonly expires: string | null;
  /** The origin of the log whose positions all intervals count. */
  readonly log: string;
  readonly threshold: number;
  readonly keys: readonly TrustedKey[];
  readonly authorisations: readonly Authorisation[];
  readonly defaults: readonly DefaultChecker[];
  readonly families: readonly Family[];
  readonly revocations: readonly Revocation[];
}

export const SERIAL = /^[0-9a-f]{32}$/;
export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let verified: (content: TrustRootContent, payloadDigest: Digest) => TrustRoot;

/** A trust root whose threshold of root signatures was verified. Only {@link readTrustRoot} makes one. */
export class TrustRoot {
  readonly #content: TrustRootContent;
  readonly #payloadDigest: Digest;

  private constructor(content: TrustRootContent, payloadDigest: Digest) {
    this.#content = content;
    this.#payloadDigest = payloadDigest;
  }

  static {
    verified = (content, payloadDigest) => new TrustRoot(content, payloadDigest);
  }

  get content(): TrustRootContent {
    return this.#content;
  }

  get version(): number {
    return this.#content.version;
  }

  get log(): string {
    return this.#content.log;
  }

  /** Digest of the signed payload: what the log's entry for this version commits to. */
  get payloadDigest(): Digest {
    return this.#payloadDigest;
  }

  /** The key of this id and role, whatever its interval. */
  key(keyid: Digest, role: KeyRole): TrustedKey | undefined {
    return this.#content.keys.find((key) => key.keyid === keyid && key.roles.includes(role));
  }

  /** The log keys held now: those whose interval is open. */
  currentLogKeys(): readonly TrustedKey[] {
    return this.#content.keys.filter((key) => key.roles.includes('log') && key.until === null);
  }

  /** Whether the checker was authorised for the claim and the tenant at this position of the log. */
  authorises(claim: Digest, checker: Digest, tenant: string, index: number): boolean {
    return this.#content.authorisations.some(
      (entry) =>
        entry.claim === claim &&
        entry.checker === checker &&
        (entry.tenant === '*' || entry.tenant === tenant) &&
        isInForce(entry, index),
    );
  }

  /** The default checker of a claim, authorised or not; a tenant's own entry goes before that for all. */
  defaultChecker(claim: Digest, tenant: string): Digest | undefined {
    const defaults = this.#content.defaults.filter((entry) => entry.claim === claim);
    const own = defaults.find((entry) => entry.tenant === tenant);
    return (own ?? defaults.find((entry) => entry.tenant === '*'))?.checker;
  }

  /** The revocation of this checker or claim contract, if there is one. */
  revocation(kind: Revocation['kind'], digest: Digest): Revocation | undefined {
    return this.#content.revocations.find((entry) => entry.kind === kind && entry.digest === digest);
  }

  /**
   * Throws `TRUST_ROOT_EXPIRED` when `now` (RFC 3339, UTC, milliseconds) lies past the expiry, and RangeError on any
   * other `now`: compared as text, nothing would ever expire.
   */
  assertCurrent(now: string): void {
    if (!TIMESTAMP.test(now)) throw new RangeError('now is a time in UTC with milliseconds');
    const { expires } = this.#content;
    if (expires !== null && expires <= now) {
      throw new AssayError('TRUST_ROOT_EXPIRED', 'the trust root has expired', {
        next: 'get the current trust root from whoever runs the instance',
      });
    }
  }
}

/**
 * Reads a trust root (a DSSE envelope as JSON) and verifies that a threshold of its own root keys,
 * in force at its own entry, signed it. Distinct keys are counted, not signatures.
 *
 * @throws AssayError `TRUST_ROOT_INVALID` with the place, whatever is wrong.
 */
export function readTrustRoot(envelope: JsonValue, verify: VerifySignature): TrustRoot {
  const { content, payload, payloadDigest, signatures } = openTrustRoot(envelope);
  requireSoundSignatures(content, payload, signatures, verify);
  const signers = countSigners(content, content.index, payload, signatures, verify);
  if (signers < content.threshold) {
    throw new AssayError(
      'TRUST_ROOT_INVALID',
      'the trust root is not signed by a threshold of its root keys',
      {
        next: 'get the trust root again from whoever runs the instance; do not use this file',
      },
    );
  }
  return verified(content, payloadDigest);
}

/**
 * Reads the version that follows `current`: signed under the old and under the new rules, one version
 * later, of the same log, and without rewriting what was in force before its own entry.
 *
 * @throws AssayError `TRUST_ROOT_INVALID`.
 */
export function readSuccessor(current: TrustRoot, envelope: JsonValue, verify: VerifySignature): TrustRoot {
  const next = readTrustRoot(envelope, verify);
  const { payload, signatures } = openTrustRoot(envelope);
  const refuse = (what: string): AssayError =>
    new AssayError('TRUST_ROOT_INVALID', `the next trust root ${what}`);
  if (next.version !== current.version + 1) throw refuse('does not follow the current version');
  if (next.log !== current.log) throw refuse('speaks of another log');
  if (next.content.index <= current.content.index) throw refuse('does not stand later in the log');
  const signers = countSigners(current.content, next.content.index, payload, signatures, verify);
  if (signers < current.content.threshold)
    throw refuse('is not signed by a threshold of the current root keys');
  for (const old of current.content.revocations) {
    if (next.revocation(old.kind, old.digest) === undefined) throw refuse('drops a revocation');
  }
  const { authorisations, keys } = current.content;
  if (rewrites(authorisations, next.content.authorisations, next.content.index, sameAuthorisation, true)) {
    throw refuse('rewrites an authorisation, or gives one for the past');
  }
  if (rewrites(keys, next.content.keys, next.content.index, sameKey, false)) {
    throw refuse('rewrites a key, or gives one for the past');
  }
  return next;
}

/**
 * Whether `after` changes what `before` said of earlier positions. Entries may be added from `index` on
 * and open ones ended: from `index` on too when `forward`, else (a compromised key) at any position.
 */
function rewrites<T extends Interval>(
  before: readonly T[],
  after: readonly T[],
  index: number,
  same: (left: T, right: T) => boolean,
  forward: boolean,
): boolean {
  const continues = (old: T, entry: T): boolean =>
    same(old, entry) &&
    old.from === entry.from &&
    (old.until === entry.until ||
      (entry.until !== null &&
        (forward ? old.until === null && entry.until >= index : entry.until <= (old.until ?? entry.until))));
  const kept = before.every((old) => after.some((entry) => continues(old, entry)));
  const added = after.filter((entry) => !before.some((old) => continues(old, entry)));
  return !kept || added.some((entry) => entry.from < index);
}

function sameAuthorisation(left: Authorisation, right: Authorisation): boolean {
  return left.claim === right.claim && left.checker === right.checker && left.tenant === right.tenant;
}

function sameKey(left: TrustedKey, right: TrustedKey): boolean {
  return left.keyid === right.keyid && left.roles.join() === right.roles.join();
}

/**
 * Every signature must be a true one of a root key the trust root lists, in force or not (a key that was ever listed
 * stays listed), so that nothing in the file can change unseen.
 */
function requireSoundSignatures(
  { keys }: TrustRootContent,
  payload: Uint8Array,
  signatures: readonly Signature[],
  verify: VerifySignature,
): void {
  const message = preAuthenticationEncoding(TRUST_ROOT_TYPE, payload);
  for (const [index, { keyid, signature }] of signatures.entries()) {
    const key = keys.find((candidate) => candidate.keyid === keyid && candidate.roles.includes('root'));
    if (key === undefined || !verify(key.publicKey, message, signature)) {
      throw new AssayError(
        'TRUST_ROOT_INVALID',
        'the trust root carries a signature that none of its root keys made',
        {
          at: `/signatures/${index}`,
          next: 'get the trust root again from whoever runs the instance; do not use this file',
        },
      );
    }
  }
}

function countSigners(
  rules: TrustRootContent,
  index: number,
  payload: Uint8Array,
  signatures: readonly Signature[],
  verify: VerifySignature,
): number {
  const message = preAuthenticationEncoding(TRUST_ROOT_TYPE, payload);
  const signed = rules.keys.filter(
    (key) =>
      key.roles.includes('root') &&
      isInForce(key, index) &&
      signatures.some(
        ({ keyid, signature }) => keyid === key.keyid && verify(key.publicKey, message, signature),
      ),
  );
  return new Set(signed.map((key) => key.keyid)).size;
}

function openTrustRoot(envelope: JsonValue): {
  content: TrustRootContent;
  payload: Uint8Array;
  payloadDigest: Digest;
  signatures: readonly Signature[];
} {
  try {
    const { payload, signatures } = readEnvelope(envelope, {
      payloadType: TRUST_ROOT_TYPE,
      signatures: { least: 1, most: 16 },
    });
    const canonical = parse(payload);
    if (!sameBytes(canonical.bytes, payload)) {
      throw new AssayError('TRUST_ROOT_INVALID', 'the payload is not canonical JSON');
    }
    const content = readContent(new ShapeReader('TRUST_ROOT_INVALID', canonical.value));
    return { content, payload, payloadDigest: canonical.digest, signatures };
  } catch (error) {
    if (!(error instanceof AssayError) || error.code === 'TRUST_ROOT_INVALID') throw error;
    throw new AssayError('TRUST_ROOT_INVALID', `the trust root cannot be read: ${error.message}`, {
      at: error.at,
    });
  }
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function readContent(reader: ShapeReader): TrustRootContent {
  reader.object([
    'trust_root',
    'serial',
    'version',
    'index',
    'expires',
    'log',
    'threshold',
    'keys',
    'authorisations',
    'defaults',
    'families',
    'revocations',
  ]);
  reader.member('trust_root').oneOf('1');
  const version = reader.member('version').count();
  const index = reader.member('index').count();
  if (version < 1) throw reader.member('version').fail('must be 1 or more');
  if ((version === 1) !== (index === 0)) throw reader.member('index').fail('must be 0 for version 1 alone');
  const expires = reader.member('expires');
  if (version === 1 && expires.json !== null) throw expires.fail('must be null in version 1');
  const keys = reader.member('keys').items(1).map(readKey);
  requireDistinct(
    reader.member('keys'),
    keys.map((key) => key.keyid),
    'lists a key twice',
  );
  const threshold = reader.member('threshold').count();
  const roots = keys.filter((key) => key.roles.includes('root') && key.until === null);
  if (threshold < 1 || threshold > roots.length) {
    throw reader.member('threshold').fail('must be from 1 to the number of root keys');
  }
  return {
    serial: reader.member('serial').matching(SERIAL, '32 lowercase hexadecimal digits'),
    version,
    index,
    expires:
      expires.json === null ? null : expires.matching(TIMESTAMP, 'null or a UTC time with milliseconds'),
    log: reader
      .member('log')
      .matching(/^[\x21-\x2a\x2c-\x7e]{1,256}$/, 'a log origin without spaces or plus signs'),
    threshold,
    keys,
    authorisations: reader.member('authorisations').items().map(readAuthorisation),
    defaults: readDefaults(reader.member('defaults')),
    families: reader.member('families').items().map(readFamily),
    revocations: reader.member('revocations').items().map(readRevocation),
  };
}

function readKey(reader: ShapeReader): TrustedKey {
  reader.object(['keyid', 'public_key', 'roles', 'from', 'until']);
  const keyid = reader.member('keyid').digest();
  const publicKey = decodeBase64(reader.member('public_key').text());
  if (publicKey?.length !== 32 || !isAcceptableKey(publicKey)) {
    throw reader.member('public_key').fail('must be a canonical Ed25519 key that is not of small order');
  }
  if (keyidOf(publicKey) !== keyid) throw reader.member('keyid').fail('must be the sha256 of the public key');
  const roles = reader
    .member('roles')
    .items(1, 3)
    .map((role) => role.oneOf('root', 'certificate', 'log'));
  requireDistinct(reader.member('roles'), roles, 'lists a role twice');
  return { keyid, publicKey, roles, ...readInterval(reader) };
}

function readAuthorisation(reader: ShapeReader): Authorisation {
  reader.object(['claim', 'checker', 'tenant', 'from', 'until']);
  return {
    claim: reader.member('claim').digest(),
    checker: reader.member('checker').digest(),
    tenant: readTenantPattern(reader.member('tenant')),
    ...readInterval(reader),
  };
}

function readDefaults(reader: ShapeReader): DefaultChecker[] {
  const defaults = reader.items().map((item) => {
    item.object(['claim', 'tenant', 'checker']);
    return {
      claim: item.member('claim').digest(),
      tenant: readTenantPattern(item.member('tenant')),
      checker: item.member('checker').digest(),
    };
  });
  requireDistinct(
    reader,
    defaults.map(({ claim, tenant }) => `${claim} ${tenant}`),
    'names two defaults for one claim',
  );
  return defaults;
}

function readTenantPattern(reader: ShapeReader): string {
  return reader.matching(/^(\*|[0-9a-f]{32})$/, 'a tenant id or "*"');
}

function readFamily(reader: ShapeReader): Family {
  reader.object(['name', 'checkers']);
  return {
    name: reader.member('name').matching(/^[a-z][a-z0-9_.-]{0,127}$/, 'a lowercase name'),
    checkers: reader
      .member('checkers')
      .items(1)
      .map((item) => item.digest()),
  };
}

function readRevocation(reader: ShapeReader): Revocation {
  reader.object(['kind', 'digest', 'reason']);
  return {
    kind: reader.member('kind').oneOf('checker', 'claim'),
    digest: reader.member('digest').digest(),
    reason: reader.member('reason').text(),
  };
}

function requireDistinct(reader: ShapeReader, items: readonly string[], what: string): void {
  if (new Set(items).size !== items.length) throw reader.fail(what);
}
