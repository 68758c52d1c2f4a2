import type { Digest } from '../canonical/digest.ts';
import type { ShapeReader } from '../canonical/shape.ts';
import { decodeBase64 } from './base64.ts';
import { isAcceptableKey } from './ed25519.ts';
import { keyidOf } from './envelope.ts';
import { type Interval, readInterval } from './interval.ts';

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

/**
 * Reads the payload of a trust root, member by member.
 *
 * @throws AssayError of the reader's code with the place.
 */
export function readContent(reader: ShapeReader): TrustRootContent {
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
