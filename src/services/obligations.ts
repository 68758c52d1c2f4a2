import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { Obligation } from '../certificate/statement.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Page, PageRequest } from '../store/page.ts';
import type { Citation, StoredCertificate } from '../store/store.ts';
import type { Caller } from './caller.ts';
import type { Derived, Operand } from './handoff.ts';
import type { Instance } from './instance.ts';
import { requireLiveSession } from './open-session.ts';
import { statementDigests } from './predicate.ts';
import { reachOf, readNamedIn } from './reach.ts';
import { noFiles, type ResolvedStatement, resolveStatement } from './resolve.ts';
import type { Service } from './service.ts';
import { readPredicate, type Standing, standingOf, standingsOf } from './standing.ts';

/** What is asked to discharge an obligation: values for the witness roles of its claim, if it has any. */
export interface DischargeRequest {
  readonly proposition: Digest;
  readonly witness?: Readonly<Record<string, Operand | Derived>> | undefined;
  readonly session?: string | undefined;
}

/** @throws AssayError CERTIFICATE_UNKNOWN */
export async function requireCertificate(serial: string, { store }: Instance): Promise<StoredCertificate> {
  const stored = await store.certificate(serial);
  if (stored !== null) return stored;
  throw new AssayError('CERTIFICATE_UNKNOWN', 'there is no certificate of this serial');
}

/** The conditional certificates of a tenant that leave something open now, a part of the list at a time. */
export async function openObligations(
  page: PageRequest,
  instance: Instance,
  signal?: AbortSignal,
): Promise<Page<Standing>> {
  const { items, next } = await instance.store.conditionalCertificates(page);
  const standings = await standingsOf(items, instance, signal);
  return { items: standings.filter(({ status }) => status === 'conditional'), next };
}

/**
 * The statement that discharges an open obligation: its own values, and the witness that is handed over.
 *
 * @throws AssayError OBLIGATION_UNKNOWN, ROLE_…, VALUE_…, or what a document is refused with
 */
export async function prepareDischarge(
  serial: string,
  { proposition, witness = {}, session = undefined }: DischargeRequest,
  caller: Caller,
  service: Service,
): Promise<ResolvedStatement> {
  const instance = service.forTenant(caller.tenant);
  const { claim, roles } = await requireObligation(serial, proposition, instance);
  const contract = instance.rules.contracts.claim(claim.id);
  if (contract.digest !== claim.contract) {
    throw new AssayError('CLAIM_UNKNOWN', 'the obligation is of a claim contract that is not installed');
  }
  const given = Object.keys(witness).find((role) => Object.hasOwn(roles, role));
  if (given !== undefined) {
    throw new AssayError(
      'ROLE_UNKNOWN',
      'only witness roles can be given: the others are those of the obligation',
      {
        at: '/witness',
      },
    );
  }
  if (session !== undefined) await requireLiveSession(session, instance);
  const operands: Record<string, Operand | Derived> = { ...witness };
  for (const [role, digest] of Object.entries(roles)) {
    const value = await instance.store.value(digest);
    if (value === null) throw new AssayError('VALUE_UNKNOWN', 'a value of the obligation is not kept here');
    operands[role] = { document: parse(value.bytes, { bytes: value.bytes.length }).value };
  }
  const readNamed = readNamedIn(reachOf(caller, session ?? null, service));
  const statement = await resolveStatement(
    { claim: claim.id, roles: operands },
    instance.rules,
    noFiles,
    readNamed,
  );
  if (statementDigests(statement).proposition !== proposition) {
    throw new Error('the values of an obligation give its proposition');
  }
  return statement;
}

/**
 * Cites a certificate of this tenant for an open obligation: it must be for an equal proposition, and certified.
 *
 * @throws AssayError OBLIGATION_UNKNOWN, CERTIFICATE_UNKNOWN or DISCHARGE_INVALID
 */
export async function dischargeByCitation(
  serial: string,
  proposition: Digest,
  cited: string,
  caller: Caller,
  service: Service,
  once?: Once<Citation>,
): Promise<Citation> {
  const instance = service.forTenant(caller.tenant);
  await requireObligation(serial, proposition, instance);
  const certificate = await requireCertificate(cited, instance);
  if (certificate.proposition !== proposition) {
    throw new AssayError('DISCHARGE_INVALID', 'the cited certificate is for another proposition', {
      at: '/certificate',
    });
  }
  const { status } = await standingOf(certificate, instance);
  if (status !== 'certified') {
    throw new AssayError('DISCHARGE_INVALID', `the cited certificate is ${status}, not certified`, {
      at: '/certificate',
      next: 'discharge what it leaves open first',
    });
  }
  const citation = {
    certificate: serial,
    proposition,
    cited,
    token: caller.token,
    dischargedAt: service.now(),
  };
  return instance.store.cite(citation, once);
}

async function requireObligation(
  serial: string,
  proposition: Digest,
  instance: Instance,
): Promise<Obligation> {
  const { obligations = [] } = readPredicate(await requireCertificate(serial, instance));
  const obligation = obligations.find((open) => open.proposition === proposition);
  if (obligation !== undefined) return obligation;
  throw new AssayError('OBLIGATION_UNKNOWN', 'the certificate leaves no such proposition open', {
    at: '/proposition',
    next: 'GET the certificate: it names its obligations',
  });
}
