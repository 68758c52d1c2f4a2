import type { Digest } from '../canonical/digest.ts';
import { hexOf } from '../canonical/digest.ts';
import type { JsonObject, JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';
import { sameType } from '../contracts/value-type.ts';
import { SERIAL, TIMESTAMP } from './trust-root-content.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
/** Accepted, and nothing is open. */
export const CERTIFICATE = 'urn:assay:certificate:v1';
/** Accepted, and the obligations it names are open. */
export const CONDITIONAL_CERTIFICATE = 'urn:assay:conditional-certificate:v1';

/** How a value came: in the request, in a file the request names, by a reference, or made by a transform. */
export type Arrival = 'document' | 'file' | 'reference' | 'transform';

/** One value that stood in a verification: its canonical bytes' digest and size, and its declared meaning. */
export type ValueDescription = {
  readonly digest: Digest;
  readonly size: number;
  readonly type: string;
  readonly schema: string;
  readonly semantics: string;
  readonly arrived: Arrival;
};

export type RoleDescription = ValueDescription & {
  readonly transform?: {
    readonly kind: string;
    readonly contract: Digest;
    readonly source: ValueDescription;
  };
};

/** Every value a certificate's roles describe, the sources of transforms among them. */
export function describedValues(roles: Readonly<Record<string, RoleDescription>>): ValueDescription[] {
  return Object.values(roles).flatMap((role) => [
    role,
    ...(role.transform === undefined ? [] : [role.transform.source]),
  ]);
}

/** Whether two descriptions of a value say the same of it, however it arrived. */
export function sameDescription(left: ValueDescription, right: ValueDescription): boolean {
  return left.digest === right.digest && left.size === right.size && sameType(left, right);
}

/** Why a proposition is open: the transform of a role, or an assumption the claim declares. */
export type Cause = { readonly transform: string } | { readonly assumption: string };

/** A proposition a certificate leaves open. */
export type Obligation = {
  readonly proposition: Digest;
  readonly claim: { readonly id: string; readonly contract: Digest };
  readonly roles: Readonly<Record<string, Digest>>;
  readonly cause: Cause;
};

/** Where the candidate is said to come from, and on what basis. */
export type LineageItem = {
  readonly role: string;
  readonly basis: 'declared' | 'producer_signed' | 'ran_here';
  readonly capability: string;
  readonly run?: string;
};

/** The predicate of a certificate, member for member as it stands in the signed payload. */
export type Predicate = {
  readonly serial: string;
  readonly tenant: string;
  readonly claim: {
    readonly id: string;
    readonly contract: Digest;
    readonly statement: string;
    readonly scope: string;
  };
  readonly statement: Digest;
  readonly proposition: Digest;
  readonly roles: Readonly<Record<string, RoleDescription>>;
  readonly lineage: readonly LineageItem[];
  readonly checker: {
    readonly id: string;
    readonly version: string;
    readonly identity: Digest;
    readonly limits: JsonObject;
    readonly runtime: { readonly name: string; readonly version: string };
  };
  readonly method: string;
  readonly arithmetic: string;
  readonly obligations?: readonly Obligation[];
  readonly issuer: Digest;
  readonly started_at: string;
  readonly finished_at: string;
  /** What makes the record explain itself: the contracts and the checker's manifest it was made under. */
  readonly embedded: {
    readonly claim: JsonValue;
    readonly transforms: Readonly<Record<string, JsonValue>>;
    readonly manifest: JsonValue;
    readonly programs: Readonly<Record<string, Digest>>;
  };
};

/** An in-toto Statement v1 about one subject. */
export type Statement = {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly [{ readonly name: string; readonly digest: { readonly sha256: string } }];
  readonly predicateType: typeof CERTIFICATE | typeof CONDITIONAL_CERTIFICATE;
  readonly predicate: Predicate;
};

/**
 * The statement of a predicate: its type follows from whether anything is open. Members in canonical order, here and in
 * what is made for it elsewhere: such a value is written at three times the speed.
 */
export function statementOf(subjectRole: string, subjectDigest: Digest, predicate: Predicate): Statement {
  return {
    _type: STATEMENT_TYPE,
    predicate,
    predicateType: predicate.obligations === undefined ? CERTIFICATE : CONDITIONAL_CERTIFICATE,
    subject: [{ digest: { sha256: hexOf(subjectDigest) }, name: subjectRole }],
  };
}

/**
 * Reads the payload of a certificate. Unknown members are refused everywhere, and the predicate type
 * and the obligations must agree: none for a certificate, at least one for a conditional one.
 *
 * @throws AssayError `STATEMENT_INVALID` with a JSON pointer.
 */
export function readStatement(payload: JsonValue): Statement {
  const reader = new ShapeReader('STATEMENT_INVALID', payload);
  reader.object(['_type', 'subject', 'predicateType', 'predicate']);
  reader.member('_type').oneOf(STATEMENT_TYPE);
  const predicateType = reader.member('predicateType').oneOf(CERTIFICATE, CONDITIONAL_CERTIFICATE);
  const predicate = readPredicate(reader.member('predicate'), predicateType === CONDITIONAL_CERTIFICATE);
  const subject = readSubject(reader.member('subject'));
  return { _type: STATEMENT_TYPE, subject: [subject], predicateType, predicate };
}

function readSubject(reader: ShapeReader): Statement['subject'][0] {
  const [entry] = reader.items(1, 1);
  if (entry === undefined) throw reader.fail('must have one entry');
  entry.object(['name', 'digest']);
  const digest = entry.member('digest');
  digest.object(['sha256']);
  return {
    name: entry.member('name').text(),
    digest: { sha256: digest.member('sha256').matching(/^[0-9a-f]{64}$/, '64 lowercase hexadecimal digits') },
  };
}

function readPredicate(reader: ShapeReader, conditional: boolean): Predicate {
  reader.object([
    'serial',
    'tenant',
    'claim',
    'statement',
    'proposition',
    'roles',
    'lineage',
    'checker',
    'method',
    'arithmetic',
    ...(conditional ? ['obligations'] : []),
    'issuer',
    'started_at',
    'finished_at',
    'embedded',
  ]);
  const claim = reader.member('claim');
  claim.object(['id', 'contract', 'statement', 'scope']);
  const roles = reader.member('roles').entries();
  return {
    serial: reader.member('serial').matching(SERIAL, '32 lowercase hexadecimal digits'),
    tenant: reader.member('tenant').matching(SERIAL, '32 lowercase hexadecimal digits'),
    claim: {
      id: claim.member('id').text(),
      contract: claim.member('contract').digest(),
      statement: claim.member('statement').text(),
      scope: claim.member('scope').text(),
    },
    statement: reader.member('statement').digest(),
    proposition: reader.member('proposition').digest(),
    roles: Object.fromEntries(roles.map(([name, role]) => [name, readRole(role)])),
    lineage: reader.member('lineage').items().map(readLineageItem),
    checker: readChecker(reader.member('checker')),
    method: reader.member('method').text(),
    arithmetic: reader.member('arithmetic').text(),
    ...(conditional ? { obligations: reader.member('obligations').items(1).map(readObligation) } : {}),
    issuer: reader.member('issuer').digest(),
    started_at: reader.member('started_at').matching(TIMESTAMP, 'a UTC time with milliseconds'),
    finished_at: reader.member('finished_at').matching(TIMESTAMP, 'a UTC time with milliseconds'),
    embedded: readEmbedded(reader.member('embedded')),
  };
}

const VALUE_MEMBERS = ['digest', 'size', 'type', 'schema', 'semantics', 'arrived'];

function readRole(reader: ShapeReader): RoleDescription {
  reader.object(VALUE_MEMBERS, ['transform']);
  const value = readValue(reader);
  if ((value.arrived === 'transform') !== reader.has('transform')) {
    throw reader.member('transform').fail('must stand exactly where a value arrived by a transform');
  }
  if (!reader.has('transform')) return value;
  const transform = reader.member('transform');
  transform.object(['kind', 'contract', 'source']);
  const source = transform.member('source');
  source.object(VALUE_MEMBERS);
  const description = readValue(source);
  if (description.arrived === 'transform')
    throw source.member('arrived').fail('must not be a transform again');
  return {
    ...value,
    transform: {
      kind: transform.member('kind').text(),
      contract: transform.member('contract').digest(),
      source: description,
    },
  };
}

function readValue(reader: ShapeReader): ValueDescription {
  return {
    digest: reader.member('digest').digest(),
    size: reader.member('size').count(),
    type: reader.member('type').text(),
    schema: reader.member('schema').text(),
    semantics: reader.member('semantics').text(),
    arrived: reader.member('arrived').oneOf('document', 'file', 'reference', 'transform'),
  };
}

function readLineageItem(reader: ShapeReader): LineageItem {
  reader.object(['role', 'basis', 'capability'], ['run']);
  return {
    role: reader.member('role').text(),
    basis: reader.member('basis').oneOf('declared', 'producer_signed', 'ran_here'),
    capability: reader.member('capability').text(),
    ...(reader.has('run') ? { run: reader.member('run').text() } : {}),
  };
}

function readChecker(reader: ShapeReader): Predicate['checker'] {
  reader.object(['id', 'version', 'identity', 'limits', 'runtime']);
  const runtime = reader.member('runtime');
  runtime.object(['name', 'version']);
  return {
    id: reader.member('id').text(),
    version: reader.member('version').text(),
    identity: reader.member('identity').digest(),
    limits: reader.member('limits').record(),
    runtime: { name: runtime.member('name').text(), version: runtime.member('version').text() },
  };
}

function readObligation(reader: ShapeReader): Obligation {
  reader.object(['proposition', 'claim', 'roles', 'cause']);
  const claim = reader.member('claim');
  claim.object(['id', 'contract']);
  return {
    proposition: reader.member('proposition').digest(),
    claim: { id: claim.member('id').text(), contract: claim.member('contract').digest() },
    roles: reader.member('roles').digests(),
    cause: readCause(reader.member('cause')),
  };
}

function readCause(reader: ShapeReader): Cause {
  const kind = reader.has('transform') ? 'transform' : 'assumption';
  reader.object([kind]);
  const name = reader.member(kind).text();
  return kind === 'transform' ? { transform: name } : { assumption: name };
}

function readEmbedded(reader: ShapeReader): Predicate['embedded'] {
  reader.object(['claim', 'transforms', 'manifest', 'programs']);
  return {
    claim: reader.member('claim').json,
    transforms: reader.member('transforms').record(),
    manifest: reader.member('manifest').json,
    programs: reader.member('programs').digests(),
  };
}
